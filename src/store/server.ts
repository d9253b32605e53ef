import { PostgresDialect, type PostgresPool } from 'kysely';
import type { PoolClient } from 'pg';
import type { ConnectionCounts } from '../ops/gauges.ts';
import { createRareWarning, type Log } from '../ops/log.ts';
import type { Metrics } from '../ops/metrics.ts';
import { errorCode, hasCode } from '../runtime/error-code.ts';
import {
  type DatabaseConnection,
  DatabaseError,
  isAway,
  type RunSql,
  type SqlRunner,
  STATEMENT_TIMEOUT_MS,
} from './connection.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const MAX_CONNECTIONS = 10;

export function postgresServer(databaseUrl: string, log: Log, metrics: Metrics): DatabaseConnection {
  let runner: SqlRunner | undefined;
  let connections: (() => ConnectionCounts) | undefined;
  return {
    dialect: (prepare) =>
      new PostgresDialect({
        pool: async () => {
          const pool = await connect(databaseUrl, log, metrics);
          try {
            await prepare(new PostgresDialect({ pool }));
          } catch (error) {
            await pool.end();
            throw error;
          }
          runner = serverRunner(pool);
          connections = pool.counts;
          return pool;
        },
      }),
    runner: () => runner,
    connections: () => connections?.(),
  };
}

type ServerPool = PostgresPool & { connect(): Promise<PoolClient>; counts(): ConnectionCounts };

async function connect(databaseUrl: string, log: Log, metrics: Metrics): Promise<ServerPool> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // The client limits a query’s time, because the server’s limits do not help if the server is silent.
    query_timeout: STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // Sends `begin`, the statement and `commit` in one round trip instead of three.
    pipeline: true,
    application_name: 'sms-desk',
  });
  const counted = (error: DatabaseError) => {
    metrics.databaseError(error.code);
    return error;
  };
  // A broken connection gives a plain `Error` without a server’s code; a `TypeError`, for example, is a bug.
  const isConnectionError = (error: unknown) =>
    error instanceof Error && error.name === 'Error' && !(error instanceof pg.DatabaseError && error.code);
  // The pool replaces a lost idle connection; without a listener the error would end the process.
  const { warn } = createRareWarning({ log, problem: 'lost a connection to the database' });
  pool.on('error', warn);
  pool.on('connect', (client) => {
    // A lost connection also fails its query; without a listener, this event would end the process.
    client.on('error', () => undefined);
    const query = withinLimits(client, isConnectionError);
    Object.assign(client, {
      async query(...args: unknown[]) {
        try {
          return await query(...args);
        } catch (error) {
          if (isRightMissing(error)) throw counted(explainRights(error, databaseUrl));
          const code = error instanceof pg.DatabaseError ? error.code : undefined;
          throw isConnectionError(error) || isAway(code)
            ? counted(explainInterruption(error, databaseUrl))
            : error;
        }
      },
    });
  });
  return {
    options: pool.options,
    end: () => pool.end(),
    counts: () => {
      const { totalCount, idleCount, waitingCount } = pool;
      return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    },
    async connect() {
      try {
        return await pool.connect();
      } catch (error) {
        throw counted(explainConnection(error, databaseUrl));
      }
    },
  };
}

/** A transaction idle for this long is ended, before statements that wait for its locks time out. */
const IDLE_TIMEOUT_MS = 10_000;
const LIMITS = `set local statement_timeout = ${STATEMENT_TIMEOUT_MS};
  set local idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`;

/** Sets timeouts per transaction: a transaction pooler rejects session settings, or leaks them to others. */
function withinLimits(
  client: PoolClient,
  isConnectionError: (error: unknown) => boolean,
): (...args: unknown[]) => Promise<unknown> {
  const { query } = client;
  const ask = async (...args: unknown[]): Promise<unknown> => {
    try {
      return await Reflect.apply(query, client, args);
    } catch (error) {
      // After a timeout the connection is still busy with the query, and later statements would wait for it.
      if (isConnectionError(error)) void client.end();
      throw error;
    }
  };
  return async (...args) => {
    const [text] = args;
    if (text === 'begin') return await ask(`begin; ${LIMITS}`);
    if (isBare(text) || client.getTransactionStatus() !== 'I') return await ask(...args);
    // All three statements are sent at once. If one fails, Postgres turns `commit` into a rollback.
    const sent = [ask(`begin; ${LIMITS}`), ask(...args), ask('commit')] as const;
    await Promise.allSettled(sent);
    const [, result] = await Promise.all(sent);
    return result;
  };
}

/** Statements of pg-boss that must not run in another transaction: they begin one, or build indexes. */
const isBare = (text: unknown) =>
  typeof text === 'string' && /^\s*(?:begin|rollback)\b|^\s*(?:create|drop)\b.*\bconcurrently\b/i.test(text);

function serverRunner(pool: { connect(): Promise<PoolClient> }): SqlRunner {
  async function withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      // The connection may be inside a transaction; if a rollback fails, the connection is closed.
      await client.query('rollback').then(
        () => client.release(),
        (lost: Error) => client.release(lost),
      );
      throw error;
    }
  }

  const runWith = (client: PoolClient): RunSql => {
    return async <Row>(text: string, values: readonly unknown[] = []) => {
      const result: { rows: unknown[] } | { rows: unknown[] }[] = await client.query(text, [...values]);
      return { rows: [result].flat().flatMap(({ rows }) => rows as Row[]) };
    };
  };

  return {
    run: (text, values) => withClient((client) => runWith(client)(text, values)),
    together: (work) =>
      withClient(async (client) => {
        await client.query('begin');
        const result = await work(runWith(client));
        await client.query('commit');
        return result;
      }),
  };
}

const NOT_ALLOWED = '42501';
/** Postgres’s `routine` of errors that a trigger raises, which do not mean a missing right. */
const RAISED = 'exec_stmt_raise';

/** Whether the role lacks a right; false if a trigger rejects a change for every role. */
function isRightMissing(error: unknown): boolean {
  const isRule = error instanceof Error && 'routine' in error && error.routine === RAISED;
  return hasCode(error, NOT_ALLOWED) && !isRule;
}

function explainRights(error: unknown, databaseUrl: string): DatabaseError {
  const { host, words } = whereAndWhy(error, databaseUrl);
  const message = `The database at ${host} lacks tables or rights that this version needs (${words}): run npm run migrate with the role that owns its tables, with --grant for the role of DATABASE_URL`;
  return new DatabaseError(message, { code: 'not_granted', cause: error });
}

function explainConnection(error: unknown, databaseUrl: string): DatabaseError {
  const { host, code, words } = whereAndWhy(error, databaseUrl);
  const refusal = refusalIn(error, code, words);
  if (refusal !== undefined)
    return new DatabaseError(`The database at ${host} ${refusal}`, { code: 'refused', cause: error });
  const isLate = error instanceof Error && /timeout/.test(error.message);
  const why = code ?? (isLate ? 'no answer in time' : 'it closed the connection');
  return new DatabaseError(`The database at ${host} cannot be reached (${why})`, {
    code: 'unreachable',
    cause: error,
  });
}

function explainInterruption(error: unknown, databaseUrl: string): DatabaseError {
  const { host, words = 'the connection was lost' } = whereAndWhy(error, databaseUrl);
  const message = `The database at ${host} did not finish a query (${words})`;
  return new DatabaseError(message, { code: 'interrupted', cause: error });
}

/** Explains why a connection was refused, if a retry does not help; `undefined` for other errors. */
function refusalIn(error: unknown, code = '', words = ''): string | undefined {
  // These are SQLSTATE classes with which a server or its pooler refuses a connection.
  if (/^(?:08|28|3D|53|57)\w{3}$/.test(code))
    return `refuses the connection (${words}): look at DATABASE_URL`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'has a certificate for another host: set the host of DATABASE_URL to a name that stands in it';
  if (/CERT|SIGNATURE/.test(code))
    return `has a certificate that is not trusted (${code}): name the file with its CA in NODE_EXTRA_CA_CERTS, or as sslrootcert in DATABASE_URL`;
  if (!(error instanceof Error)) return undefined;
  if ('syscall' in error && error.syscall === 'open')
    return `cannot be asked: a file that DATABASE_URL names cannot be read (${code})`;
  // Errors of the `pg` library itself have no code, so their text is compared.
  if (error.message.includes('not support SSL'))
    return 'has no TLS, which DATABASE_URL asks for: turn it on there, or remove sslmode if the network is private';
  if (/password must be a (?:non-empty )?string/.test(error.message))
    return 'wants a password: put user:password@ before the host in DATABASE_URL';
  return undefined;
}

function whereAndWhy(error: unknown, databaseUrl: string) {
  const host = URL.parse(databaseUrl)?.host || 'DATABASE_URL';
  const code = errorCode(error);
  // Only a server’s message (with a SQLSTATE) is quoted: it names roles and tables, but no stored data.
  const words = code && error instanceof Error && /^\w{5}$/.test(code) ? `${error.message}; ${code}` : code;
  return { host, code, words };
}
