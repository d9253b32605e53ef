import type { Log } from '../../ops/log.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';

/** `late`: it was not begun in time. */
export type LookupOutcome<Model> =
  | { readonly model: Model }
  | { readonly failed: unknown }
  | { readonly late: true };

interface Runtime {
  readonly log: Log;
  readonly stopping: AbortSignal;
}

/** After this nothing else is begun: somebody waits for the answer. */
const BEGUN_WITHIN_MS = MINUTE_MS;

/**
 * Looks several things up one after the other, so that together they take no more of the platform than one; each fails by
 * itself. @throws UpstreamError where none of them could be looked up
 */
export async function lookUpEach<Asked, Model>(
  asked: readonly Asked[],
  look: (one: Asked) => Promise<Model>,
  { log, stopping }: Runtime,
): Promise<LookupOutcome<Model>[]> {
  const startedMs = performance.now();
  const outcomes: LookupOutcome<Model>[] = [];
  for (const one of asked) {
    if (performance.now() - startedMs > BEGUN_WITHIN_MS) {
      outcomes.push({ late: true });
      continue;
    }
    try {
      outcomes.push({ model: await look(one) });
    } catch (error) {
      if (stopping.aborted) throw error;
      log.warn({ err: error }, 'one of several could not be looked up');
      outcomes.push({ failed: error });
    }
  }
  const [first] = outcomes;
  if (first && 'failed' in first && !outcomes.some((outcome) => 'model' in outcome)) throw first.failed;
  return outcomes;
}
