import type { Migration as KyselyMigration } from 'kysely/migration';

type AnyDb = Parameters<KyselyMigration['up']>[0];

/** Makes tables, in a transaction. Kysely names their schema; where a name is written out, as in a function, it is given. */
export interface Migration {
  up(db: AnyDb, schema: string): Promise<void>;
}
