import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Log } from '../ops/log.ts';
import { HOUR_MS } from '../runtime/durations.ts';
import { type Upstream, UpstreamError } from '../upstream/index.ts';
import { explainPlatformFailure } from './platform-failure.ts';

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

async function tryPlatform({ config, upstream, log, stopping }: Preparation): Promise<boolean> {
  const { origin, pathname } = new URL(config.platform.baseUrl);
  const platform = `${origin}${pathname}`;
  try {
    await upstream.logIn();
    log.info({ platform }, 'the platform takes the log-in');
    return true;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (stopping.aborted) return false;
    const { code, redirectedTo, status } = error;
    const { found, advice } = explainPlatformFailure(error, config);
    log.error({ platform, code, status, redirectedTo }, `the platform cannot be asked: ${found}: ${advice}`);
    return false;
  }
}
