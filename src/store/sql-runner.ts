import type { PoolClient } from 'pg';
import { DatabaseError } from './connection.ts';
import type { Embedded, EmbeddedSession } from './embedded/thread.ts';

/** Runs SQL as it is written. Without values it may be several statements, whose rows come one after another. */
export type RunSql = (text: string, values?: readonly unknown[]) => Promise<{ readonly rows: unknown[] }>;

export interface SqlRunner {
  readonly run: RunSql;
  /** Statements that are all kept or none. */
  together<T>(work: (run: RunSql) => Promise<T>): Promise<T>;
}

/** On the one session of the embedded database, which everybody shares. */
export function embeddedRunner(pglite: Embedded): SqlRunner {
  return {
    async run(text, values) {
      try {
        return await runOn(pglite, text, values);
      } catch (error) {
        // A text that opens a transaction and fails would leave everybody in it, unless the session is gone.
        if (!(error instanceof DatabaseError)) await pglite.query('rollback').catch(() => undefined);
        throw error;
      }
    },
    together: (work) =>
      pglite.transaction((transaction) => work((text, values) => runOn(transaction, text, values))),
  };
}

async function runOn(session: EmbeddedSession, text: string, values: readonly unknown[] = []) {
  if (values.length > 0) return await session.query(text, [...values]);
  return { rows: (await session.exec(text)).flatMap(({ rows }) => rows) };
}

/** On a connection of the pool. */
export function serverRunner(pool: { connect(): Promise<PoolClient> }): SqlRunner {
  async function withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      const outcome = await work(client);
      client.release();
      return outcome;
    } catch (error) {
      // It may be in the middle of a transaction, or gone; one that cannot be brought back is thrown away.
      await client.query('rollback').then(
        () => client.release(),
        (lost: Error) => client.release(lost),
      );
      throw error;
    }
  }

  const runWith = (client: PoolClient): RunSql => {
    return async (text, values = []) => {
      const result: Result | Result[] = await client.query(text, [...values]);
      return { rows: [result].flat().flatMap(({ rows }) => rows) };
    };
  };

  return {
    run: (text, values) => withClient((client) => runWith(client)(text, values)),
    together: (work) =>
      withClient(async (client) => {
        await client.query('begin');
        const outcome = await work(runWith(client));
        await client.query('commit');
        return outcome;
      }),
  };
}

/** Of several statements there are several. */
interface Result {
  readonly rows: unknown[];
}
