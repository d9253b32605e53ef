import type { PGlite } from '@electric-sql/pglite';
import {
  type Dialect,
  Kysely,
  PGliteDialect,
  PostgresDialect,
  type PostgresPool,
  sql,
  WithSchemaPlugin,
} from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Log } from '../ops/log.ts';
import { DatabaseError } from './database-error.ts';
import { openInDirectory, openInMemory } from './embedded.ts';
import { migrations } from './migrations/index.ts';
import type { Schema } from './schema.ts';

export { DatabaseError, type DatabaseErrorCode } from './database-error.ts';
export type { Schema } from './schema.ts';

export interface DatabaseOptions {
  /** `postgres://…`; left out, an embedded Postgres is used. */
  readonly databaseUrl?: string | undefined;
  /** Where the embedded one is kept; `IN_MEMORY` keeps it nowhere. */
  readonly dataDir: string;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Of the database; all tables are in it. */
  readonly schema?: string;
}

export interface Database {
  /**
   * Its first use opens the database and brings its tables up to date; all who come meanwhile wait for the same
   * opening, and after one that failed the next use tries anew. In a transaction use its handle only: the
   * embedded database has one session, and another handle would wait for ever.
   * Its queries reject with `DatabaseError` where no connection can be had.
   */
  readonly db: Kysely<Schema>;
  /** Opens it now, so that its first use need not wait. */
  open(): Promise<void>;
  /** Lets go of connections and directory. Queries under way are finished before. */
  close(): Promise<void>;
}

export const IN_MEMORY = ':memory:';

/** The database, which nothing is done with before its first use: an embedded one takes 0.3 s and 100 MB to open. */
export function openDatabase({ databaseUrl, dataDir, log, schema = 'sms_desk' }: DatabaseOptions): Database {
  const share = databaseUrl ? postgresServer(databaseUrl, log) : embedded(dataDir);
  const plugins = [new WithSchemaPlugin(schema)];
  const db = new Kysely<Schema>({
    dialect: share.dialect((dialect) => migrate(new Kysely({ dialect, plugins }), schema, log)),
    plugins,
  });
  return {
    db,
    async open() {
      await sql`select 1`.execute(db);
    },
    async close() {
      await db.destroy();
      share.release();
    },
  };
}

interface Share {
  /** `prepare` is run at the first use, on the same connections. */
  dialect(prepare: (dialect: Dialect) => Promise<void>): Dialect;
  /** Lets go of what the dialect does not. */
  release(): void;
}

function embedded(dataDir: string): Share {
  let release = () => {};
  const open = async (): Promise<PGlite> => {
    if (dataDir === IN_MEMORY) return await openInMemory();
    const opened = await openInDirectory(dataDir);
    release = opened.release;
    return opened.pglite;
  };
  return {
    dialect: (prepare) =>
      new PGliteDialect({
        pglite: async () => {
          const pglite = await open();
          try {
            await prepare(new PGliteDialect({ pglite }));
          } catch (error) {
            await pglite.close();
            release();
            throw error;
          }
          return pglite;
        },
      }),
    release: () => release(),
  };
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 10;

function postgresServer(databaseUrl: string, log: Pick<Log, 'warn'>): Share {
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
          return pool;
        },
      }),
    release() {},
  };
}

/** A pool whose failures to connect are sentences. */
async function connect(databaseUrl: string, log: Pick<Log, 'warn'>): Promise<PostgresPool> {
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
