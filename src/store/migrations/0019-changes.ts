import type { Migration } from './migration.ts';

/** Does nothing, since `0020` removed the counters. It stays, because existing databases list its name. */
export const changes: Migration = { up: async () => undefined };
