import type { Migration } from './migration.ts';

/** Empty since `0020` removed the counts. Existing databases list its name. */
export const changes: Migration = { up: async () => undefined };
