import { sql } from 'kysely';
import { z } from 'zod';
import { createOperation } from './operation.ts';

const row = z.object({
  /** Postgres' own words. */
  version: z.string(),
  /** Those that the database has had, in order. */
  migrations: z.array(z.string()),
  /** How many rows each of our tables has. */
  rows: z.record(z.string(), z.number()),
});

/** One row: which database it is, how far its tables are, and what is in them. */
export const databaseStatus = createOperation({
  name: 'database_status',
  input: z.object({}),
  row,
  async *run(_, { db, schema }) {
    const { rows: versions } = await sql<{ version: string }>`select version()`.execute(db);
    const { rows: migrations } = await sql<{ name: string }>`
      select name from ${sql.table(`${schema}.kysely_migration`)} order by name`.execute(db);
    const { rows: tables } = await sql<{ name: string }>`
      select tablename as name from pg_tables
      where schemaname = ${schema} and tablename not like 'kysely\_%' order by tablename`.execute(db);
    const counts: [table: string, rows: number][] = [];
    for (const { name } of tables) {
      const { rows: counted } = await sql<{ rows: string }>`
        select count(*)::text as rows from ${sql.id(schema, name)}`.execute(db);
      counts.push([name, Number(counted[0]?.rows)]);
    }
    yield {
      version: versions[0]?.version ?? '',
      migrations: migrations.map(({ name }) => name),
      rows: Object.fromEntries(counts),
    };
  },
});
