import { isDatabaseFailure } from '../domain/database-failure.ts';
import type { Log } from '../ops/log.ts';
import { DAY_MS } from '../runtime/durations.ts';
import type { Timings } from '../runtime/timings.ts';
import type { Stores } from './stores.ts';

interface RecoveryOptions {
  readonly stores: Pick<Stores, 'posts' | 'seenRequests' | 'usage' | 'recentLookups' | 'audit'>;
  readonly log: Log;
  readonly timings: Timings;
  /** What features have left behind. */
  readonly recover: () => Promise<void>;
}

/** Nothing is posted again that late. */
const POSTS_FORGOTTEN_AFTER_MS = 90 * DAY_MS;

/** Ends what a process that died has left behind, and forgets what is long over: from `begin` on, once a minute. */
export function createRecovery({ stores, log, timings, recover }: RecoveryOptions) {
  const recoverAll = async () => {
    const forgetPosts = () => stores.posts.forget(POSTS_FORGOTTEN_AFTER_MS);
    // Each by itself: one that fails keeps no other from being done.
    for (const step of [
      recover,
      forgetPosts,
      stores.seenRequests.forget,
      stores.usage.forget,
      stores.recentLookups.forget,
      stores.audit.forget,
    ]) {
      await step().catch((error: unknown) => {
        // That the database is away its work has told.
        if (!isDatabaseFailure(error)) log.warn({ err: error }, 'what was left behind stays so');
      });
    }
  };
  let stop: (() => void) | undefined;
  return {
    begin(): void {
      if (stop) return;
      const timer = setInterval(recoverAll, timings.recoveryEveryMs);
      timer.unref();
      // Not before whoever started the bot can hear a signal: the database's code is loaded in one go.
      const first = setImmediate(recoverAll);
      stop = () => {
        clearImmediate(first);
        clearInterval(timer);
      };
    },
    stop: () => stop?.(),
  };
}
