import { valueWithin } from '../../runtime/timeouts.ts';

/** @returns `undefined` where it fails or is late, or an earlier answer still is */
export type AskReplicas = <T>(ask: () => Promise<T>) => Promise<T | undefined>;

/** While one question is late, others wait only briefly. */
export function createAskReplicas(withinMs: number): AskReplicas {
  let late = 0;
  return async (ask) => {
    if (late > 0) return undefined;
    // The background work logs once a minute that the database is unavailable.
    const answer = ask().catch(() => undefined);
    return valueWithin(withinMs, answer, () => {
      late += 1;
      void answer.finally(() => {
        late -= 1;
      });
    });
  };
}
