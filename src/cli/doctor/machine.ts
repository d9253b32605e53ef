import { once } from 'node:events';
import { createServer } from 'node:net';
import type { ProcessConfig } from '../../config.ts';
import { hasCode } from '../../runtime/error-code.ts';
import type { ProxySettings } from '../../runtime/proxy.ts';
import { createFetch } from '../../slack/connection/web-client.ts';
import { type Attempt, type Diagnosis, notTried, ok, type Result, warning, wrong } from './diagnosis.ts';

/** Where the bot listens, and by which variables. */
interface PortSettings {
  readonly name: string;
  readonly hostName: string;
  readonly port: number;
  /** All addresses of the machine where it is left out. */
  readonly host?: string;
}

/** Whether the bot could listen where it is to: for a moment something else does. */
export async function checkPorts({ slack, ops }: ProcessConfig, attempt: Attempt): Promise<Diagnosis[]> {
  const ports: PortSettings[] = [
    ...(slack.appToken === undefined ? [{ name: 'PORT', hostName: 'PORT', port: slack.port }] : []),
    ...(ops ? [{ name: 'OPS_PORT', hostName: 'OPS_HOST', ...ops }] : []),
  ];
  return Promise.all(
    ports.map((settings) => {
      const { name, hostName, port, host } = settings;
      const step = {
        ...({ group: 'Ports', name, needs: [name, hostName], isUntimed: true } as const),
        lateAdvice: `set ${hostName} to an address of this machine`,
        explain: (error: unknown) => portProblem(error, settings),
      };
      return attempt(step, async () => {
        const server = createServer();
        server.listen(port, host);
        await once(server, 'listening');
        server.close();
        await once(server, 'close');
        return ok(port === 0 ? 'any free one' : `${port} is free`);
      });
    }),
  );
}

function portProblem(error: unknown, { name, hostName, port, host }: PortSettings): Result | undefined {
  if (hasCode(error, 'EADDRINUSE'))
    return warning(`${port} is in use`, `by the bot, where it runs; else set ${name} to another one`);
  if (hasCode(error, 'EACCES'))
    return wrong(`this account may not listen on ${port}`, `set ${name} to one above 1023`);
  if (host === undefined) return undefined;
  return wrong(
    `${hostName} is no address of this machine`,
    `set ${hostName} to 127.0.0.1, or 0.0.0.0 for all`,
  );
}

interface ClockOptions {
  readonly slackUrl: string;
  readonly platformUrl: string;
  readonly proxies: ProxySettings | undefined;
  readonly now: () => Date;
  readonly attempt: Attempt;
}

/** Slack's requests are refused from five minutes on; by then figures and summaries are wrong already. */
const WRONG_MS = 60_000;
const DOUBTFUL_MS = 5_000;
/** `Date` tells whole seconds. */
const HALF_A_SECOND_MS = 500;
const CLOCK_LIMIT_MS = 10_000;
const SET_IT = 'let this machine set its clock by itself (NTP, chrony, systemd-timesyncd)';

/** This machine's clock against those of Slack and the platform, by what their answers say. */
export async function checkClocks(options: ClockOptions): Promise<Diagnosis[]> {
  const { slackUrl, platformUrl, proxies, now, attempt } = options;
  const clocks = [
    { name: 'against Slack’s', url: slackUrl, needs: ['SLACK_API_URL'] },
    { name: 'against the platform’s', url: platformUrl, needs: ['SMS_BASE_URL'] },
  ];
  // That it cannot be reached is told where it is asked for something.
  const explain = () => notTried('it cannot be reached');
  const how = {
    group: 'Clock',
    limitMs: CLOCK_LIMIT_MS,
    lateAdvice: SET_IT,
    isUntimed: true,
    explain,
  } as const;
  return Promise.all(
    clocks.map(({ name, url, needs }) =>
      attempt({ ...how, name, needs }, async (signal) => {
        const askedAtMs = now().getTime();
        const answer = await createFetch(proxies)(url, { signal, redirect: 'manual' });
        const middleMs = (askedAtMs + now().getTime()) / 2;
        await answer.text();
        const date = Date.parse(answer.headers.get('date') ?? '');
        if (Number.isNaN(date)) return notTried('it does not tell the time');
        return clockResult(middleMs - date - HALF_A_SECOND_MS);
      }),
    ),
  );
}

function clockResult(aheadMs: number): Result {
  const offMs = Math.abs(aheadMs);
  if (offMs <= DOUBTFUL_MS) return ok('right, to some seconds');
  const found = `this machine is ${Math.round(offMs / 1_000)} s ${aheadMs > 0 ? 'ahead' : 'behind'}`;
  return offMs > WRONG_MS ? wrong(found, SET_IT) : warning(found, SET_IT);
}
