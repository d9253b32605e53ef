import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export interface AuditQuery {
  readonly digests?: readonly string[] | undefined;
  readonly person?: string | undefined;
  readonly workspace?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Number of newest entries to read; all by default. */
  readonly limit?: number | undefined;
  readonly isNewestFirst?: boolean | undefined;
}

export type AuditRow = Omit<Selectable<Schema['audit']>, 'account' | 'number_digest' | 'expires_at'>;

const PAGE_ROWS = 500;

/** Reads audit entries of all deployments that share the database, in pages; a limit needs the newest first. */
export async function* readAudit(db: Kysely<Schema>, query: AuditQuery): AsyncGenerator<AuditRow> {
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
