import type { Migration } from './migration.ts';

/** Counted changes of rows, until `0020` removed the counts. Databases that have it made keep its name. */
export const changes: Migration = { up: async () => undefined };
