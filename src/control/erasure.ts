import { sql } from 'kysely';
import { z } from 'zod';
import { createOperation } from './operation.ts';

/** The tables with something sealed in them that may name a number, and where it stands. */
const sealedColumns = {
  settlings: 'sealed_message',
  long_runs: 'sealed_request',
  recent_lookups: 'sealed_lookup',
} as const;

const table = z.enum(['settlings', 'long_runs', 'recent_lookups']);

export type SealedTable = z.infer<typeof table>;

/** What is sealed, as it is stored: whoever asks opens it, and no key crosses a socket. */
export const sealedRows = createOperation({
  name: 'sealed_rows',
  input: z.object({ table }),
  row: z.object({ id: z.string(), account: z.string(), sealed: z.string() }),
  async *run({ table: from }, { db, schema }) {
    // Few, and for days at most.
    const { rows } = await sql<{ id: string; account: string; sealed: string }>`
      select id, account, ${sql.id(sealedColumns[from])} as sealed from ${sql.id(schema, from)}`.execute(db);
    yield* rows;
  },
});

/** Deletes rows of all deployments that share a database. One row: how many there were. */
export const erasedRows = createOperation({
  name: 'erased_rows',
  input: z.object({ table, ids: z.array(z.string()) }),
  row: z.object({ erased: z.number() }),
  async *run({ table: from, ids }, { db, schema }) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.id(schema, from)} where id = any(${ids}::text[])`.execute(db);
    yield { erased: Number(numAffectedRows) };
  },
});
