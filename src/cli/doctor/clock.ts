import type { ProxySettings } from '../../runtime/proxy.ts';
import { createFetch } from '../../slack/connection/web-client.ts';
import type { Attempt } from './attempt.ts';
import { type Diagnosis, notTried, ok, type Result, warning, wrong } from './diagnosis.ts';
import { faultOf } from './settings.ts';

interface ClockOptions {
  readonly slackUrl: string;
  readonly platformUrl: string;
  readonly atFault: readonly string[];
  readonly now: () => Date;
  readonly attempt: Attempt;
  readonly proxies: ProxySettings | undefined;
}

const group = 'Clock';
const LIMIT_MS = 10_000;
/** Slack's requests are refused from five minutes on; by then figures and summaries are wrong already. */
const WRONG_MS = 60_000;
const DOUBTFUL_MS = 5_000;
/** `Date` tells whole seconds. */
const HALF_A_SECOND_MS = 500;
const SET_IT = 'let this machine set its clock by itself (NTP, chrony, systemd-timesyncd)';

/** This machine's clock against those of Slack and the platform, by what their answers say. */
export async function checkClocks(options: ClockOptions): Promise<Diagnosis[]> {
  const { slackUrl, platformUrl, atFault } = options;
  const clocks = [
    ['against Slack’s', slackUrl, 'SLACK_API_URL'],
    ['against the platform’s', platformUrl, 'SMS_BASE_URL'],
  ] as const;
  return Promise.all(
    clocks.map(([name, url, variable]) => {
      const fault = faultOf(atFault, [variable]);
      return fault === undefined
        ? checkClock({ group, name }, url, options)
        : { group, name, ...notTried(fault) };
    }),
  );
}

async function checkClock(
  named: Pick<Diagnosis, 'name'> & { readonly group: typeof group },
  url: string,
  { now, attempt, proxies }: ClockOptions,
): Promise<Diagnosis> {
  // That it cannot be reached is told where it is asked for something.
  const explain = () => notTried('it cannot be reached');
  const how = { limitMs: LIMIT_MS, lateAdvice: SET_IT, explain };
  const { tookMs: _, ...diagnosis } = await attempt(named, how, async (signal) => {
    const askedAtMs = now().getTime();
    const answer = await createFetch(proxies)(url, { signal, redirect: 'manual' });
    const middleMs = (askedAtMs + now().getTime()) / 2;
    await answer.text();
    const date = Date.parse(answer.headers.get('date') ?? '');
    return Number.isNaN(date)
      ? notTried('it does not tell the time')
      : clockResult(middleMs - date - HALF_A_SECOND_MS);
  });
  return diagnosis;
}

function clockResult(aheadMs: number): Result {
  const offMs = Math.abs(aheadMs);
  if (offMs <= DOUBTFUL_MS) return ok('right, to some seconds');
  const found = `this machine is ${Math.round(offMs / 1_000)} s ${aheadMs > 0 ? 'ahead' : 'behind'}`;
  return offMs > WRONG_MS ? wrong(found, SET_IT) : warning(found, SET_IT);
}
