import type { Migration as KyselyMigration } from 'kysely/migration';

type AnyDb = Parameters<KyselyMigration['up']>[0];

/** A migration runs in a transaction. Kysely’s builder adds the schema to names; raw SQL needs `schema`. */
export interface Migration {
  up(db: AnyDb, schema: string): Promise<void>;
}
