import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

export const longRuns: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('report_runs').renameTo('long_runs').execute();
  },
};
