import type { Migration } from './migration.ts';

/** Does nothing, since `0020` removed the counters of changed rows. Existing databases list its name. */
export const changes: Migration = { up: async () => undefined };
