import type { Migration as KyselyMigration } from 'kysely/migration';

type AnyDb = Parameters<KyselyMigration['up']>[0];

/** Runs in a transaction. Kysely adds the schema; raw SQL, as in a function, gets it as an argument. */
export interface Migration {
  up(db: AnyDb, schema: string): Promise<void>;
}
