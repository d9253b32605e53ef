import type { AnyMiddlewareArgs, Middleware } from '@slack/bolt';
import type { Log } from '../../ops/log.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { TIMINGS } from '../../runtime/timings.ts';
import { createSharedQuery } from './shared-query.ts';

/** @returns whether the request is new for all replicas */
export type RecordShared = (requestId: string, retentionMs: number) => Promise<boolean>;

interface DeduplicationOptions {
  readonly log: Log;
  readonly recordShared?: RecordShared | undefined;
  readonly replicasTimeoutMs?: number | undefined;
  readonly limits?: Partial<typeof LIMITS>;
}

const LIMITS = {
  /** Signatures are valid for five minutes in both directions. Slack repeats an event after 0, 1 and 5 minutes. */
  retentionMs: 10 * MINUTE_MS,
  maxEntries: 10_000,
};

/** Gives each request one effect, even if Slack or an attacker repeats it. Uses real time. */
export function createDeduplication({
  log,
  recordShared,
  replicasTimeoutMs = TIMINGS.replicasTimeoutMs,
  limits,
}: DeduplicationOptions) {
  const { retentionMs, maxEntries } = { ...LIMITS, ...limits };
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
      // Slack signs a repeated event again.
      if ('event_id' in body) context.requestId = body.event_id;
      // Slack also repeats runs of workflow steps.
      if (context.functionExecutionId !== undefined && 'event_id' in body)
        context.requestId = context.functionExecutionId;
      if (note(context.requestId)) return next();
      log.debug('a request that came before is not handled again');
      if ('ack' in rest && typeof rest.ack === 'function') await rest.ack();
    }) satisfies Middleware<AnyMiddlewareArgs>,

    /** Checks the shared records with a time limit. Call it once per request. Never rejects. */
    async isFirst(requestId: string): Promise<boolean> {
      if (!note(`first ${requestId}`)) return false;
      if (!recordShared) return true;
      return (await queryShared(() => recordShared(requestId, retentionMs))) ?? true;
    },
  };
}
