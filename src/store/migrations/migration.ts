import type { QueryExecutorProvider } from 'kysely';

/** Runs in a transaction. `sql.table(…)` adds the schema to its name; other names need `schema`. */
export type Migration = (db: QueryExecutorProvider, schema: string) => Promise<unknown>;
