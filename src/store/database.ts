import { type Dialect, Kysely, sql, WithSchemaPlugin } from 'kysely';
import type { Log } from '../ops/log.ts';
import { type Metrics, NO_METRICS } from '../ops/metrics.ts';
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

interface DatabaseOptions extends Pick<EmbeddedOptions, 'hold'> {
  /** `postgres://…`; left out, an embedded Postgres is used. */
  readonly databaseUrl?: string | undefined;
  /** Where the embedded one is kept; `IN_MEMORY` keeps it nowhere. */
  readonly dataDir: string;
  readonly log: Log;
  readonly metrics?: Metrics;
  readonly schema?: string;
  /** Whether its tables are brought up to date as it opens; they are unless told. */
  readonly migrates?: boolean;
  /** When it comes, nobody waits any longer for the opening. */
  readonly givenUp?: AbortSignal;
}

export type Database = ReturnType<typeof openDatabase>;

const SCHEMA = 'sms_desk';

/** The database, which nothing is done with before its first use: an embedded one takes 0.3 s and 100 MB to open. */
export function openDatabase({
  databaseUrl,
  schema = SCHEMA,
  migrates = true,
  givenUp = new AbortController().signal,
  ...options
}: DatabaseOptions) {
  const { log, metrics = NO_METRICS } = options;
  const connection = databaseUrl
    ? postgresServer(databaseUrl, log, metrics)
    : embedded({ ...options, metrics, hasSnapshot: migrates && schema === SCHEMA });
  const plugins = [new WithSchemaPlugin(schema), new TemplateSchemaPlugin(schema)];
  const bringUpToDate = bringingUpToDate(schema, log);
  const opening = connection.dialect(async (dialect) => {
    if (migrates) await bringUpToDate(new Kysely({ dialect, plugins }));
  });
  const { dialect, closed } = givingUp(opening, givenUp);
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
    /**
     * Its first use opens the database and brings its tables up to date; all who come meanwhile wait for the same
     * opening, and after one that failed the next use tries anew. In a transaction use its handle only: the embedded
     * database has one session, and another handle would wait for ever. Its queries reject with `DatabaseError` where no
     * connection can be had, or the embedded database breaks down: the next use opens that anew.
     */
    db,
    schema,
    isEmbedded: databaseUrl === undefined || databaseUrl === '',
    /** SQL as a library has written it, on the same connections; without values also several statements at once. */
    run,
    /** Statements that are all kept or none; `work` uses the handle it is given and no other. */
    together: async <T>(work: (run: RunSql) => Promise<T>): Promise<T> => (await opened()).together(work),
    open,
    /** To a server; `undefined` of an embedded one, and before the first use. */
    connections: () => connection.connections?.(),
    /** Lets go of connections and directory. Queries under way are finished before. */
    async close(): Promise<void> {
      await db.destroy();
      await closed();
    },
  };
}

function embedded({
  dataDir,
  log,
  metrics,
  hold,
  hasSnapshot,
}: DatabaseOptions & { readonly metrics: Metrics; readonly hasSnapshot: boolean }): DatabaseConnection {
  let runner: SqlRunner | undefined;
  return {
    dialect: (prepare) =>
      new EmbeddedDialect(async () => {
        const isInMemory = dataDir === IN_MEMORY;
        const database = await openEmbedded({
          directory: isInMemory ? undefined : dataDir,
          snapshot: isInMemory && hasSnapshot ? await snapshotPath() : undefined,
          hold,
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

function bringingUpToDate(schema: string, log: Log) {
  let hasWarned = false;
  return async (db: Kysely<Schema>): Promise<void> => {
    const { pending, unknown } = await migrationState(db, schema);
    if (pending.length > 0) {
      for (const migration of await migrate(db, schema))
        log.info({ migration }, 'brought the database up to date');
    }
    if (unknown.length === 0 || hasWarned) return;
    hasWarned = true;
    log.warn(
      { migrations: unknown },
      'the database has tables of a newer version; this one works beside them',
    );
  };
}

/** Whoever waits for a database that is only being opened is told so at once when the signal comes; open, it stays so. */
function givingUp(dialect: Dialect, signal: AbortSignal) {
  let closing = Promise.resolve();
  return {
    /** Resolves when what had been given up has come to its end and is closed again. */
    closed: () => closing,
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db: Kysely<unknown>) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createDriver() {
        const driver = dialect.createDriver();
        const open = driver.init.bind(driver);
        driver.init = async () => {
          const { promise: given, reject } = Promise.withResolvers<never>();
          const giveUp = () => reject(stillOpening());
          if (signal.aborted) throw stillOpening();
          const opening = open();
          signal.addEventListener('abort', giveUp, { once: true });
          try {
            await Promise.race([opening, given]);
          } catch (error) {
            closing = opening.then(() => driver.destroy()).catch(() => undefined);
            throw error;
          } finally {
            signal.removeEventListener('abort', giveUp);
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
