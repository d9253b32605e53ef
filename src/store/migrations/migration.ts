import type { Migration as KyselyMigration } from 'kysely/migration';

type AnyDb = Parameters<KyselyMigration['up']>[0];

/** Runs in a transaction. Kysely’s query builder adds the schema to names; raw SQL must use `schema`. */
export interface Migration {
  up(db: AnyDb, schema: string): Promise<void>;
}
