import { PostgresDialect, type PostgresPool } from 'kysely';
import type { PoolClient } from 'pg';
import type { Log } from '../ops/log.ts';
import {
  type DatabaseConnection,
  DatabaseError,
  type RunSql,
  type SqlRunner,
  STATEMENT_TIMEOUT_MS,
} from './connection.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const MAX_CONNECTIONS = 10;

export function postgresServer(databaseUrl: string, log: Log): DatabaseConnection {
  let runner: SqlRunner | undefined;
  return {
    dialect: (prepare) =>
      new PostgresDialect({
        pool: async () => {
          const pool = await connect(databaseUrl, log);
          try {
            await prepare(new PostgresDialect({ pool }));
          } catch (error) {
            await pool.end();
            throw error;
          }
          runner = serverRunner(pool);
          return pool;
        },
      }),
    runner: () => runner,
  };
}

type ServerPool = PostgresPool & { connect(): Promise<PoolClient> };

/** A pool whose failures to connect are sentences. */
async function connect(databaseUrl: string, log: Log): Promise<ServerPool> {
  // Loaded here because many a process never needs it.
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    // The server's own limit does not help where the server has gone silent.
    query_timeout: STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'sms-desk',
  });
  // An idle connection that is lost is replaced at the next use; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'lost a connection to the database'));
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      try {
        return await pool.connect();
      } catch (error) {
        throw explainConnection(error, databaseUrl);
      }
    },
  };
}

function explainConnection(error: unknown, databaseUrl: string): DatabaseError {
  const place = URL.parse(databaseUrl)?.host || 'DATABASE_URL';
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  // Five characters are the server's own: it answered and would not have us.
  const refused = code !== undefined && /^(?:28|3D|53|57)\w{3}$/.test(code);
  if (refused) {
    const message = `The database at ${place} refuses the connection (${code}): look at DATABASE_URL`;
    return new DatabaseError(message, { code: 'refused', cause: error });
  }
  const message = `The database at ${place} cannot be reached (${code ?? 'no answer in time'})`;
  return new DatabaseError(message, { code: 'unreachable', cause: error });
}

function serverRunner(pool: { connect(): Promise<PoolClient> }): SqlRunner {
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
      // Of several statements there are several.
      const result: { rows: unknown[] } | { rows: unknown[] }[] = await client.query(text, [...values]);
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
