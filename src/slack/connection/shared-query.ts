import { valueWithin } from '../../runtime/timeouts.ts';

export type QueryShared = <T>(query: () => Promise<T>) => Promise<T | undefined>;

/** Queries the database of all replicas with a time limit. While a query is late, others are skipped. */
export function createSharedQuery(withinMs: number): QueryShared {
  let late = 0;
  return async (query) => {
    if (late > 0) return undefined;
    // The failure is not logged here: background jobs log that the database is unavailable.
    const answer = query().catch(() => undefined);
    return valueWithin(withinMs, answer, () => {
      late += 1;
      void answer.finally(() => {
        late -= 1;
      });
    });
  };
}
