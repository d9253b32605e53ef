import type { AnyMiddlewareArgs, Middleware } from '@slack/bolt';
import type { Log } from '../../ops/log.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { TIMINGS } from '../../runtime/timings.ts';
import { createAskReplicas } from './replicas.ts';

/** Notes a request in a memory that replicas share. @returns whether none of them had noted it */
export type NoteShared = (requestId: string, keptMs: number) => Promise<boolean>;

interface DeduplicationOptions {
  readonly log: Log;
  /** Left out where there are no replicas. */
  readonly noteShared?: NoteShared | undefined;
  readonly replicasWithinMs?: number | undefined;
  readonly limits?: Partial<typeof LIMITS>;
}

const LIMITS = {
  /**
   * A signature holds for five minutes before and after its time. An event that was not acknowledged comes again after 0,
   * 1 and 5 minutes, with another.
   */
  keptMs: 10 * MINUTE_MS,
  most: 10_000,
};

/**
 * The requests that came lately, by which each has one effect: not those that are sent again, by Slack or by somebody who
 * has listened in, nor what comes over two sockets. Goes by real time.
 */
export function createDeduplication({
  log,
  noteShared,
  replicasWithinMs = TIMINGS.replicasWithinMs,
  limits,
}: DeduplicationOptions) {
  const { keptMs, most } = { ...LIMITS, ...limits };
  const notedAt = new Map<string, number>();
  const askReplicas = createAskReplicas(replicasWithinMs);

  /** Notes a request in the process's own memory. @returns whether it was not there */
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
    /** A request that is here already is acknowledged, and reaches no listener. */
    ignoreRepeated: (async ({ body, context, next, ...rest }) => {
      // An event that is sent again has another signature.
      if ('event_id' in body) context.requestId = body.event_id;
      // So has the run of a step that Slack tells of anew.
      if (context.functionExecutionId !== undefined && 'event_id' in body)
        context.requestId = context.functionExecutionId;
      if (note(context.requestId)) return next();
      log.debug('a request that came before is not handled again');
      if ('ack' in rest && typeof rest.ack === 'function') await rest.ack();
    }) satisfies Middleware<AnyMiddlewareArgs>,

    /**
     * Whether nobody has it yet, here or in another replica as far as that is known in time: to be asked once of a request,
     * before any effect. Never rejects.
     */
    async isFirst(requestId: string): Promise<boolean> {
      if (!note(`first ${requestId}`)) return false;
      if (!noteShared) return true;
      return (await askReplicas(() => noteShared(requestId, keptMs))) ?? true;
    },
  };
}
