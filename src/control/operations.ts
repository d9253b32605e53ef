import { sql } from 'kysely';
import { z } from 'zod';
import { accountsWithoutKey, sealedAuditKeys } from '../store/audit/keys.ts';
import type { Database } from '../store/database.ts';
import { createOperation, type ServedOperation } from './operation.ts';

export const databaseStatus = createOperation({
  name: 'database_status',
  input: z.object({}),
  row: z.object({
    migrations: z.array(z.string()),
    rows: z.record(z.string(), z.number()),
  }),
  async *run(_, { db, schema }) {
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
      migrations: migrations.map(({ name }) => name),
      rows: Object.fromEntries(counts),
    };
  },
});

const time = z.coerce.date();
const text = z.string();

const auditQuery = z.object({
  digests: z.array(text).optional(),
  person: text.optional(),
  workspace: text.optional(),
  since: time.optional(),
  until: time.optional(),
  /** Number of newest entries to read; all by default. */
  limit: z.int().positive().optional(),
  isNewestFirst: z.boolean().optional(),
});

export type AuditQuery = z.output<typeof auditQuery>;

/** Returns audit entries. To find a telephone number, the command sends digests made with `auditKeys`. */
export const auditEntries = createOperation({
  name: 'audit',
  input: auditQuery,
  row: z.object({
    id: text,
    at: time,
    act: text,
    surface: text,
    person: text,
    team: text.nullable(),
    channel: text.nullable(),
    reference: text,
    outcome: text,
    why: text.nullable(),
    reason: text.nullable(),
  }),
  run: readAudit,
});

const PAGE_ROWS = 500;

/** Reads audit entries of all deployments that share the database, in pages; a limit needs the newest first. */
async function* readAudit(query: AuditQuery, { db }: Pick<Database, 'db'>) {
  const { digests, person, workspace, since, until, isNewestFirst = false } = query;
  let left = query.limit ?? Number.POSITIVE_INFINITY;
  const direction = isNewestFirst ? 'desc' : 'asc';
  // An empty list means that no key of the audit could be opened, so no entry can be found by number.
  if (digests?.length === 0) return;
  let last: { readonly id: string; readonly exactAt: string } | undefined;
  for (;;) {
    let page = db
      .selectFrom('audit')
      .select(['id', 'at', 'act', 'surface', 'person', 'team', 'channel', 'reference'])
      .select(['outcome', 'why', 'reason'])
      // Read as text: a `Date` has only milliseconds, and paging needs the microseconds of Postgres.
      .select(sql<string>`at::text`.as('exactAt'))
      .orderBy('at', direction)
      .orderBy('id', direction)
      .limit(Math.min(PAGE_ROWS, left));
    if (digests) page = page.where('number_digest', 'in', digests);
    if (person !== undefined) page = page.where('person', '=', person);
    if (workspace !== undefined) page = page.where('account', 'like', `${workspace}.%`);
    if (since) page = page.where('at', '>=', since);
    if (until) page = page.where('at', '<', until);
    if (last) {
      // The next page starts after these values, because the last row itself may have expired meanwhile.
      const { id, exactAt } = last;
      const after = sql.raw(isNewestFirst ? '<' : '>');
      page = page.where(sql<boolean>`(at, id) ${after} (${exactAt}::timestamptz, ${id})`);
    }
    const rows = await page.execute();
    for (const { exactAt: _, ...row } of rows) yield row;
    last = rows.at(-1);
    left -= rows.length;
    if (rows.length < PAGE_ROWS || left <= 0) return;
  }
}

export const auditKeys = createOperation({
  name: 'audit_keys',
  input: z.object({}),
  /** `sealed` is absent if the account has digests, and its key is gone. */
  row: z.object({ account: z.string(), sealed: z.string().optional() }),
  async *run(_, { db }) {
    yield* await sealedAuditKeys(db);
    for (const account of await accountsWithoutKey(db)) yield { account, sealed: undefined };
  },
});

/** Tables with encrypted values that may contain a telephone number, and the columns of those values and of their person. */
const sealedColumns = {
  settlings: ['sealed_message', 'person'],
  long_runs: ['sealed_request', 'user_id'],
  recent_lookups: ['sealed_lookup', 'person'],
} as const;

export type SealedTable = keyof typeof sealedColumns;

const table = z.enum(Object.keys(sealedColumns) as SealedTable[]);

/** Returns encrypted values. The command decrypts them, so that no key is sent over the socket. */
export const sealedRows = createOperation({
  name: 'sealed_rows',
  input: z.object({ table }),
  row: z.object({ id: z.string(), account: z.string(), sealed: z.string(), person: z.string() }),
  async *run({ table: from }, { db, schema }) {
    // All rows are read at once: there are few, because they are stored for days at most.
    const [sealed, person] = sealedColumns[from];
    const { rows } = await sql<{ id: string; account: string; sealed: string; person: string }>`
      select id, account, ${sql.id(sealed)} as sealed, ${sql.id(person)} as person
      from ${sql.id(schema, from)}`.execute(db);
    yield* rows;
  },
});

/** Deletes rows of any deployment that shares the database. Returns one row: the number of deleted rows. */
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

/** Returns an app’s installations. The command decrypts their tokens, so that no key is sent. */
export const storedInstallations = createOperation({
  name: 'installations',
  input: z.object({ account: z.string() }),
  row: z.object({ id: z.string(), sealed: z.string() }),
  async *run({ account }, { db }) {
    const rows = await db
      .selectFrom('installations')
      .select(['id', 'sealed_tokens as sealed'])
      .where('account', '=', account)
      .where('removed_at', 'is', null)
      .where('sealed_tokens', 'is not', null)
      .$narrowType<{ sealed: string }>()
      .execute();
    yield* rows;
  },
});

export const operations: readonly ServedOperation[] = [
  databaseStatus,
  auditEntries,
  auditKeys,
  sealedRows,
  erasedRows,
  storedInstallations,
];
