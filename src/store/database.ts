import { type Dialect, Kysely, sql, WithSchemaPlugin } from 'kysely';
import type { Log } from '../ops/log.ts';
import { type Metrics, NO_METRICS } from '../ops/metrics.ts';
import { unlessAborted } from '../runtime/timeouts.ts';
import {
  type DatabaseConnection,
  DatabaseError,
  IN_MEMORY,
  type RunSql,
  type SqlRunner,
  STATEMENT_TIMEOUT_MS,
} from './connection.ts';
import { type EmbeddedOptions, openEmbedded } from './embedded/database.ts';
import { EmbeddedDialect, embeddedRunner } from './embedded/dialect.ts';
import { snapshotPath } from './embedded/snapshot.ts';
import { migrate, migrationState } from './migrate.ts';
import type { Schema } from './schema.ts';
import { postgresServer } from './server.ts';
import { TemplateSchemaPlugin } from './statements.ts';

export interface DatabaseOptions extends Pick<EmbeddedOptions, 'acquire'> {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly log: Log;
  readonly metrics?: Metrics;
  readonly schema?: string;
  /** Whether opening the database runs pending migrations; true by default. */
  readonly migrates?: boolean;
  /** Rejects a database that the caller may not use, after its migrations and before any other query. */
  readonly verify?: ((db: Kysely<Schema>) => Promise<void>) | undefined;
  /** When this signal aborts, callers that wait for the database to open get an error. */
  readonly openingSignal?: AbortSignal;
}

export type Database = ReturnType<typeof openDatabase>;

const SCHEMA = 'sms_desk';

/** The database opens at its first query, because opening the embedded Postgres takes 0.3 s and 100 MB. */
export function openDatabase({
  databaseUrl,
  schema = SCHEMA,
  migrates = true,
  verify,
  openingSignal = new AbortController().signal,
  ...options
}: DatabaseOptions) {
  const { log, metrics = NO_METRICS } = options;
  const connection = databaseUrl
    ? postgresServer(databaseUrl, log, metrics)
    : embedded({ ...options, metrics, hasSnapshot: migrates && schema === SCHEMA });
  const plugins = [new WithSchemaPlugin(schema), new TemplateSchemaPlugin(schema)];
  const runMigrations = createMigrator(schema, log);
  const opening = connection.dialect(async (dialect) => {
    const prepared = new Kysely<Schema>({ dialect, plugins });
    if (migrates) await runMigrations(prepared);
    await verify?.(prepared);
  });
  const { dialect, closed } = withAbort(opening, openingSignal);
  const db = new Kysely<Schema>({ dialect, plugins });
  const open = async () => {
    await sql`select 1`.execute(db);
  };
  const opened = async (): Promise<SqlRunner> => {
    if (!connection.runner()) await open();
    const runner = connection.runner();
    if (!runner) throw new Error('the database is closed');
    return runner;
  };
  const run: RunSql = async (text, values) => (await opened()).run(text, values);
  return {
    /** In a transaction, use its handle: `db` would wait forever for the embedded database’s only session. */
    db,
    schema,
    isEmbedded: databaseUrl === undefined || databaseUrl === '',
    /** Runs SQL text for other libraries; a text of several statements is allowed only without values. */
    run,
    /** Runs `work` in one transaction; only statements by the `run` that `work` receives belong to it. */
    together: async <T>(work: (run: RunSql) => Promise<T>): Promise<T> => (await opened()).together(work),
    open,
    isOpen: () => connection.runner() !== undefined,
    connections: () => connection.connections?.(),
    async close(): Promise<void> {
      // If the database fails to open at this moment, `destroy` rejects, and there is nothing to close.
      await db.destroy().catch((error: unknown) => {
        if (connection.runner()) throw error;
      });
      await closed();
    },
  };
}

function embedded(
  options: DatabaseOptions & { readonly metrics: Metrics; readonly hasSnapshot: boolean },
): DatabaseConnection {
  const { dataDir, log, metrics, acquire, hasSnapshot } = options;
  let runner: SqlRunner | undefined;
  return {
    dialect: (prepare) =>
      new EmbeddedDialect(async () => {
        const isInMemory = dataDir === IN_MEMORY;
        const database = await openEmbedded({
          directory: isInMemory ? undefined : dataDir,
          snapshot: isInMemory && hasSnapshot ? await snapshotPath() : undefined,
          acquire,
          prepare: (opened) => prepare(new EmbeddedDialect(async () => opened)),
          limitMs: STATEMENT_TIMEOUT_MS,
          log,
          metrics,
        });
        runner = embeddedRunner(database);
        return database;
      }),
    runner: () => runner,
  };
}

function createMigrator(schema: string, log: Log) {
  let hasWarned = false;
  return async (db: Kysely<Schema>): Promise<void> => {
    const { pending, unknown } = await migrationState(db, schema);
    if (pending.length > 0) {
      for (const migration of await migrate(db, schema))
        log.info({ migration }, 'brought the database up to date');
    }
    if (unknown.length === 0 || hasWarned) return;
    hasWarned = true;
    log.warn({ migrations: unknown }, 'the database has tables of a newer version; this one works with them');
  };
}

/** Lets the signal end the wait for an opening database; a database that is already open stays open. */
function withAbort(dialect: Dialect, signal: AbortSignal) {
  let closing = Promise.resolve();
  return {
    /** Resolves when a database whose opening was aborted is closed again. */
    closed: () => closing,
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db: Kysely<unknown>) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createDriver() {
        const driver = dialect.createDriver();
        const open = driver.init.bind(driver);
        driver.init = async () => {
          if (signal.aborted) throw stillOpening();
          const opening = open();
          try {
            await unlessAborted(opening, signal, stillOpening);
          } catch (error) {
            closing = opening.then(() => driver.destroy()).catch(() => undefined);
            throw error;
          }
        };
        return driver;
      },
    },
  };
}

function stillOpening(): DatabaseError {
  return new DatabaseError('The database was not open yet when the bot was stopped', { code: 'not_opened' });
}
