import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export interface AuditQuery {
  readonly digests?: readonly string[] | undefined;
  readonly person?: string | undefined;
  readonly workspace?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

export type AuditRow = Omit<Selectable<Schema['audit']>, 'account' | 'number_digest' | 'expires_at'>;

const PAGE_ROWS = 500;

/** Reads audit entries of all deployments that share the database, oldest first, in pages. */
export async function* readAudit(db: Kysely<Schema>, query: AuditQuery): AsyncGenerator<AuditRow> {
  const { digests, person, workspace, since, until } = query;
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
      .orderBy('at')
      .orderBy('id')
      .limit(PAGE_ROWS);
    if (digests) page = page.where('number_digest', 'in', digests);
    if (person !== undefined) page = page.where('person', '=', person);
    if (workspace !== undefined) page = page.where('account', 'like', `${workspace}.%`);
    if (since) page = page.where('at', '>=', since);
    if (until) page = page.where('at', '<', until);
    if (last) {
      // The next page starts after these values, because the last row itself may have expired meanwhile.
      const { id, exactAt } = last;
      page = page.where(sql<boolean>`(at, id) > (${exactAt}::timestamptz, ${id})`);
    }
    const rows = await page.execute();
    for (const { exactAt: _, ...row } of rows) yield row;
    last = rows.at(-1);
    if (rows.length < PAGE_ROWS) return;
  }
}

export async function sealedAuditKeys(db: Kysely<Schema>): Promise<{ account: string; sealed: string }[]> {
  return await db.selectFrom('audit_keys').select(['account', 'sealed_key as sealed']).execute();
}
