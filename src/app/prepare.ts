import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { type FailureCode, isFailure } from '../domain/failure.ts';
import type { Log } from '../ops/log.ts';
import { HOUR_MS } from '../runtime/durations.ts';
import type { NetworkFault } from '../runtime/network-fault.ts';
import type { Upstream } from '../upstream/index.ts';
import { networkAdvice, networkCause } from './start-failure.ts';

interface Preparation {
  readonly config: Pick<Config, 'access' | 'platform' | 'proxies' | 'readsAhead'>;
  readonly upstream: Pick<Upstream, 'logIn'>;
  readonly openDatabase: () => Promise<boolean>;
  readonly scheduleDueWork: () => void;
  readonly readAhead: (moment: Date) => Promise<void>;
  readonly readStoredAhead: () => Promise<void>;
  readonly now: () => Date;
  readonly log: Log;
  readonly stopping: AbortSignal;
}

const INTERVAL_MS = HOUR_MS;

/** Logs in to the platform, opens the database, starts due work, reads past figures hourly. Never rejects. */
export async function prepare(preparation: Preparation): Promise<void> {
  const { config, openDatabase, scheduleDueWork, readStoredAhead, log, stopping } = preparation;
  try {
    const { channels, userGroups } = config.access;
    const isAccessible = channels.length > 0 && userGroups.length > 0;
    const [isPlatformThere, isDatabaseOpen] = await Promise.all([
      tryPlatform(preparation),
      isAccessible && openDatabase(),
    ]);
    if (stopping.aborted || !isDatabaseOpen) return;
    scheduleDueWork();
    await readStoredAhead().catch((error: unknown) => {
      if (!stopping.aborted) log.warn({ err: error }, 'what Home shows first could not be read ahead');
    });
    if (!config.readsAhead) return;
    if (isPlatformThere) await readNow(preparation, 0);
    void readEveryHour(preparation);
  } catch (error) {
    if (!stopping.aborted) log.error({ err: error }, 'the first questions will take longer');
  }
}

async function readEveryHour(preparation: Preparation): Promise<void> {
  const { stopping } = preparation;
  while (!stopping.aborted) {
    await pause(INTERVAL_MS, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    await readNow(preparation, INTERVAL_MS);
  }
}

/** Reads the figures of past weeks that checks `aheadMs` from now will compare with. Never rejects. */
async function readNow({ readAhead, now, log, stopping }: Preparation, aheadMs: number): Promise<void> {
  const startedMs = performance.now();
  try {
    await readAhead(new Date(now().getTime() + aheadMs));
    log.info(
      { tookMs: Math.round(performance.now() - startedMs) },
      'the baselines of checks were read in advance',
    );
  } catch (error) {
    if (!stopping.aborted) log.warn({ err: error }, 'the baselines of checks could not be read in advance');
  }
}

const RETRY_NOTE = 'the next question tries again';

const WHAT_TO_DO: Partial<Record<FailureCode, string>> = {
  wrong_credentials: 'it does not accept SMS_EMAIL and SMS_PASSWORD; correct them and start the bot again',
  not_found: 'SMS_BASE_URL has no log-in; it is the address above /login_ws',
  invalid_answer: 'what answers at SMS_BASE_URL is not its log-in; check the address',
  refused: 'what answers at SMS_BASE_URL refuses the log-in; check the address',
  timed_out: `it does not answer in time; check SMS_BASE_URL and the network; ${RETRY_NOTE}`,
  unavailable: `it cannot be reached; check SMS_BASE_URL and the network; ${RETRY_NOTE}`,
  rate_limited: `it takes no more log-ins for a while; ${RETRY_NOTE}`,
};

const ofStatus = (status: number | undefined) =>
  status !== undefined && status >= 500
    ? `it answers with status ${status}, an error of its own; ${RETRY_NOTE}`
    : undefined;

function ofCause(fault: NetworkFault | undefined): string | undefined {
  const cause = fault && networkCause(fault);
  return cause && `${cause}; check SMS_BASE_URL and the network; ${RETRY_NOTE}`;
}

async function tryPlatform({ config, upstream, log, stopping }: Preparation): Promise<boolean> {
  const { baseUrl } = config.platform;
  const { origin, pathname } = new URL(baseUrl);
  const platform = `${origin}${pathname}`;
  try {
    await upstream.logIn();
    log.info({ platform }, 'the platform takes the log-in');
    return true;
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (stopping.aborted) return false;
    const { code, redirectedTo, networkFault, status } = error;
    const isUnanswered = networkFault !== undefined || code === 'timed_out';
    const advice = isUnanswered ? networkAdvice(networkFault ?? {}, baseUrl, config.proxies) : undefined;
    const whatToDo =
      redirectedTo === undefined
        ? (advice ?? ofStatus(status) ?? ofCause(networkFault) ?? WHAT_TO_DO[code] ?? RETRY_NOTE)
        : 'it points elsewhere; SMS_BASE_URL is to be what redirectedTo tells, without /login_ws';
    log.error({ platform, code, status, redirectedTo }, `the platform cannot be asked: ${whatToDo}`);
    return false;
  }
}
