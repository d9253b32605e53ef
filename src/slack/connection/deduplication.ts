import type { AnyMiddlewareArgs, Middleware } from '@slack/bolt';
import type { Log } from '../../ops/log.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { TIMINGS } from '../../runtime/timings.ts';
import { createSharedQuery } from './shared-query.ts';

/** Records a request for all replicas. @returns false if a replica has recorded the request before */
export type RecordShared = (requestId: string, retentionMs: number) => Promise<boolean>;

interface DeduplicationOptions {
  readonly log: Log;
  readonly recordShared?: RecordShared | undefined;
  readonly replicasTimeoutMs?: number | undefined;
  readonly limits?: Partial<typeof LIMITS>;
}

const LIMITS = {
  /** Long enough for Slack's repetitions of an event (6 minutes) and a signature's validity (10 minutes). */
  retentionMs: 10 * MINUTE_MS,
  maxEntries: 10_000,
};

/** Ignores requests that Slack or an attacker repeats. Uses the system's time, not an injected clock. */
export function createDeduplication(options: DeduplicationOptions) {
  const { log, recordShared, replicasTimeoutMs = TIMINGS.replicasTimeoutMs } = options;
  const { retentionMs, maxEntries } = { ...LIMITS, ...options.limits };
  const notedAt = new Map<string, number>();
  const queryShared = createSharedQuery(replicasTimeoutMs);

  function note(requestId: string): boolean {
    const nowMs = performance.now();
    for (const [id, atMs] of notedAt) {
      if (notedAt.size <= maxEntries && nowMs - atMs < retentionMs) break;
      notedAt.delete(id);
    }
    if (notedAt.has(requestId)) return false;
    notedAt.set(requestId, nowMs);
    return true;
  }

  return {
    ignoreRepeated: (async ({ body, context, next, ...rest }) => {
      // A repeated event has a new signature, so the event's id identifies the request.
      if ('event_id' in body) context.requestId = body.event_id;
      // Slack may send the same run of a workflow step again, so the run's id identifies the request.
      if (context.functionExecutionId !== undefined && 'event_id' in body)
        context.requestId = context.functionExecutionId;
      if (note(context.requestId)) return next();
      log.debug('a request that came before is not handled again');
      if ('ack' in rest && typeof rest.ack === 'function') await rest.ack();
    }) satisfies Middleware<AnyMiddlewareArgs>,

    /** True if no replica has handled the request yet, or if the database does not answer in time. */
    async isFirst(requestId: string): Promise<boolean> {
      if (!note(`first ${requestId}`)) return false;
      if (!recordShared) return true;
      return (await queryShared(() => recordShared(requestId, retentionMs))) ?? true;
    },
  };
}
