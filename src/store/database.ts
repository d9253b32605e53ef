import { type Dialect, Kysely, PostgresDialect, type PostgresPool, sql, WithSchemaPlugin } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { PoolClient } from 'pg';
import type { Log } from '../ops/log.ts';
import { DatabaseError } from './connection.ts';
import { openEmbedded } from './embedded/database.ts';
import { EmbeddedDialect } from './embedded/dialect.ts';
import { migrations } from './migrations/index.ts';
import type { Schema } from './schema.ts';
import { embeddedRunner, type RunSql, type SqlRunner, serverRunner } from './sql-runner.ts';

export { DatabaseError, type DatabaseErrorCode } from './connection.ts';
export type { Schema } from './schema.ts';

export interface DatabaseOptions {
  /** `postgres://…`; left out, an embedded Postgres is used. */
  readonly databaseUrl?: string | undefined;
  /** Where the embedded one is kept; `IN_MEMORY` keeps it nowhere. */
  readonly dataDir: string;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Of the database; all tables are in it. */
  readonly schema?: string;
}

export interface Database {
  /**
   * Its first use opens the database and brings its tables up to date; all who come meanwhile wait for the same
   * opening, and after one that failed the next use tries anew. In a transaction use its handle only: the
   * embedded database has one session, and another handle would wait for ever.
   * Its queries reject with `DatabaseError` where no connection can be had, or the embedded database breaks down:
   * the next use opens that anew.
   */
  readonly db: Kysely<Schema>;
  /** All tables are in it. A library with tables of its own keeps them in another, named after this one. */
  readonly schema: string;
  readonly isEmbedded: boolean;
  /** SQL as a library has written it, on the same connections; without values also several statements at once. */
  readonly run: RunSql;
  /** Statements that are all kept or none; `work` uses the handle it is given and no other. */
  together<T>(work: (run: RunSql) => Promise<T>): Promise<T>;
  /** Opens it now, so that its first use need not wait. */
  open(): Promise<void>;
  /** Lets go of connections and directory. Queries under way are finished before. */
  close(): Promise<void>;
}

export const IN_MEMORY = ':memory:';

/** The database, which nothing is done with before its first use: an embedded one takes 0.3 s and 100 MB to open. */
export function openDatabase({ databaseUrl, dataDir, log, schema = 'sms_desk' }: DatabaseOptions): Database {
  const share = databaseUrl ? postgresServer(databaseUrl, log) : embedded(dataDir, log);
  const plugins = [new WithSchemaPlugin(schema)];
  const db = new Kysely<Schema>({
    dialect: share.dialect((dialect) => migrate(new Kysely({ dialect, plugins }), schema, log)),
    plugins,
  });
  const open = async () => {
    await sql`select 1`.execute(db);
  };
  const opened = async (): Promise<SqlRunner> => {
    if (!share.runner()) await open();
    const runner = share.runner();
    if (!runner) throw new Error('the database is closed');
    return runner;
  };
  return {
    db,
    schema,
    isEmbedded: databaseUrl === undefined || databaseUrl === '',
    run: async (text, values) => (await opened()).run(text, values),
    together: async (work) => (await opened()).together(work),
    open,
    close: () => db.destroy(),
  };
}

interface Share {
  /** `prepare` is run at the first use, on the same connections. */
  dialect(prepare: (dialect: Dialect) => Promise<void>): Dialect;
  /** `undefined` until it has been opened. */
  runner(): SqlRunner | undefined;
}

function embedded(dataDir: string, log: Pick<Log, 'error'>): Share {
  let runner: SqlRunner | undefined;
  return {
    dialect: (prepare) =>
      new EmbeddedDialect(async () => {
        const database = await openEmbedded({
          directory: dataDir === IN_MEMORY ? undefined : dataDir,
          prepare: (opened) => prepare(new EmbeddedDialect(async () => opened)),
          limitMs: STATEMENT_TIMEOUT_MS,
          log,
        });
        runner = embeddedRunner(database);
        return database;
      }),
    runner: () => runner,
  };
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 10;

function postgresServer(databaseUrl: string, log: Pick<Log, 'warn'>): Share {
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
async function connect(databaseUrl: string, log: Pick<Log, 'warn'>): Promise<ServerPool> {
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
    return new DatabaseError(
      `The database at ${place} refuses the connection (${code}): look at DATABASE_URL`,
      {
        code: 'refused',
        cause: error,
      },
    );
  }
  return new DatabaseError(`The database at ${place} cannot be reached (${code ?? 'no answer in time'})`, {
    code: 'unreachable',
    cause: error,
  });
}

async function migrate(db: Kysely<unknown>, schema: string, log: Pick<Log, 'info' | 'warn'>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableSchema: schema,
  });
  // On a server, replicas that start at once wait for each other here: Kysely takes an advisory lock.
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  for (const { migrationName } of results)
    log.info({ migration: migrationName }, 'brought the database up to date');
}
