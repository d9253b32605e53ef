import { valueWithin } from '../../runtime/timeouts.ts';

/** Asks what replicas share. @returns `undefined` where it fails, is not there in time, or an earlier answer is late */
export type AskReplicas = <T>(ask: () => Promise<T>) => Promise<T | undefined>;

/** While one question is late, no other waits for as long. */
export function createAskReplicas(withinMs: number): AskReplicas {
  let late = 0;
  return async (ask) => {
    if (late > 0) return undefined;
    // That a database is away, the work of the bot says once a minute.
    const answer = ask().catch(() => undefined);
    return valueWithin(withinMs, answer, () => {
      late += 1;
      void answer.finally(() => {
        late -= 1;
      });
    });
  };
}
