import { sql } from 'kysely';
import type { AccountDatabase } from './schema.ts';
import { countDeleted, databaseNow, jsonRows } from './statements.ts';

interface SeenRequest {
  readonly id: string;
  readonly ttl_ms: number;
  readonly answer: PromiseWithResolvers<boolean>;
}

/** Recognizes requests that Slack sends again, over all replicas, by the database’s clock. */
export function createSeenRequests({ db, account }: AccountDatabase) {
  let waiting: SeenRequest[] = [];
  let isAsking = false;

  async function ask(requests: readonly SeenRequest[]): Promise<void> {
    const asked = requests.map(({ id, ttl_ms }) => ({ id, ttl_ms }));
    const { rows } = await sql<{ id: string }>`
      insert into ${sql.table('seen_requests')} as seen (account, id, expires_at)
      select distinct on (id) ${account}, id, clock_timestamp() + ttl_ms * interval '1 millisecond'
        from json_to_recordset(${jsonRows(asked)}) as request (id text, ttl_ms double precision)
       -- Replicas must lock the same rows in the same order.
       order by id
      on conflict (account, id) do update set expires_at = excluded.expires_at
        where seen.expires_at < clock_timestamp()
      returning id`.execute(db);
    const first = new Set(rows.map(({ id }) => id));
    for (const { id, answer } of requests) answer.resolve(first.delete(id));
  }

  async function askAll(): Promise<void> {
    isAsking = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await ask(batch).catch((error: unknown) => {
        for (const { answer } of batch) answer.reject(error);
      });
    }
    isAsking = false;
  }

  return {
    /**
     * Stores the request’s id for `ttlMs`. Requests that arrive during a statement share the next one.
     * @returns true only to the first caller with this id
     */
    isFirst(id: string, ttlMs: number): Promise<boolean> {
      const answer = Promise.withResolvers<boolean>();
      waiting.push({ id, ttl_ms: ttlMs, answer });
      if (!isAsking) void askAll();
      return answer.promise;
    },
    /** Deletes expired rows of all accounts, because some accounts no longer have a bot that would. */
    forget: () => countDeleted(db.deleteFrom('seen_requests').where('expires_at', '<', databaseNow)),
  };
}
