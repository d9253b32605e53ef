import type { AnyMiddlewareArgs, Middleware } from '@slack/bolt';
import type { Log } from '../../ops/log.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { TIMINGS } from '../../runtime/timings.ts';
import { createAskReplicas } from './replicas.ts';

/** Shared by replicas. @returns whether the request is new */
export type NoteShared = (requestId: string, keptMs: number) => Promise<boolean>;

interface DeduplicationOptions {
  readonly log: Log;
  readonly noteShared?: NoteShared | undefined;
  readonly replicasWithinMs?: number | undefined;
  readonly limits?: Partial<typeof LIMITS>;
}

const LIMITS = {
  /** Signatures are valid for five minutes in both directions. Slack repeats an event after 0, 1 and 5 minutes. */
  keptMs: 10 * MINUTE_MS,
  most: 10_000,
};

/** Each request has one effect, even if Slack or an attacker repeats it. Uses real time. */
export function createDeduplication({
  log,
  noteShared,
  replicasWithinMs = TIMINGS.replicasWithinMs,
  limits,
}: DeduplicationOptions) {
  const { keptMs, most } = { ...LIMITS, ...limits };
  const notedAt = new Map<string, number>();
  const askReplicas = createAskReplicas(replicasWithinMs);

  function note(requestId: string): boolean {
    const nowMs = performance.now();
    for (const [id, atMs] of notedAt) {
      if (notedAt.size <= most && nowMs - atMs < keptMs) break;
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
      // Slack also repeats runs of steps.
      if (context.functionExecutionId !== undefined && 'event_id' in body)
        context.requestId = context.functionExecutionId;
      if (note(context.requestId)) return next();
      log.debug('a request that came before is not handled again');
      if ('ack' in rest && typeof rest.ack === 'function') await rest.ack();
    }) satisfies Middleware<AnyMiddlewareArgs>,

    /** Asks the replicas within a time limit: call it once. Never rejects. */
    async isFirst(requestId: string): Promise<boolean> {
      if (!note(`first ${requestId}`)) return false;
      if (!noteShared) return true;
      return (await askReplicas(() => noteShared(requestId, keptMs))) ?? true;
    },
  };
}
