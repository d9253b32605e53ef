import type { Migration } from 'kysely/migration';
import { rollups } from './0001-rollups.ts';

/** All migrations, in the order of their names. One that has been released never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-rollups': rollups,
};
