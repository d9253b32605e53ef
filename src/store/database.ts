import { Kysely, sql, WithSchemaPlugin } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Log } from '../ops/log.ts';
import { type DatabaseConnection, type RunSql, type SqlRunner, STATEMENT_TIMEOUT_MS } from './connection.ts';
import { openEmbedded } from './embedded/database.ts';
import { EmbeddedDialect, embeddedRunner } from './embedded/dialect.ts';
import { migrations } from './migrations/index.ts';
import type { Schema } from './schema.ts';
import { postgresServer } from './server.ts';

interface DatabaseOptions {
  /** `postgres://…`; left out, an embedded Postgres is used. */
  readonly databaseUrl?: string | undefined;
  /** Where the embedded one is kept; `IN_MEMORY` keeps it nowhere. */
  readonly dataDir: string;
  readonly log: Log;
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
  open(): Promise<void>;
  /** Lets go of connections and directory. Queries under way are finished before. */
  close(): Promise<void>;
}

export const IN_MEMORY = ':memory:';

/** The database, which nothing is done with before its first use: an embedded one takes 0.3 s and 100 MB to open. */
export function openDatabase({ databaseUrl, dataDir, log, schema = 'sms_desk' }: DatabaseOptions): Database {
  const connection = databaseUrl ? postgresServer(databaseUrl, log) : embedded(dataDir, log);
  const plugins = [new WithSchemaPlugin(schema)];
  const db = new Kysely<Schema>({
    dialect: connection.dialect((dialect) => migrate(new Kysely({ dialect, plugins }), schema, log)),
    plugins,
  });
  const open = async () => {
    await sql`select 1`.execute(db);
  };
  const opened = async (): Promise<SqlRunner> => {
    if (!connection.runner()) await open();
    const runner = connection.runner();
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

function embedded(dataDir: string, log: Log): DatabaseConnection {
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

async function migrate(db: Kysely<unknown>, schema: string, log: Log): Promise<void> {
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
