import { sql } from 'kysely';
import { rollups } from './0001-rollups.ts';
import { posts } from './0004-posts.ts';
import { subscriptions } from './0005-subscriptions.ts';
import { incidents } from './0006-incidents.ts';
import { settlings } from './0007-settlings.ts';
import { seenRequests } from './0012-seen-requests.ts';
import { audit } from './0013-audit.ts';
import { usage } from './0014-usage.ts';
import { preferences } from './0015-preferences.ts';
import { recentLookups } from './0016-recent-lookups.ts';
import { installations } from './0017-installations.ts';
import { noCountedChanges } from './0020-no-counted-changes.ts';
import type { Migration } from './migration.ts';

/** Migrations in the order of their names. The effect of a released migration must never be changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-rollups': rollups,
  '0004-posts': posts,
  '0005-subscriptions': subscriptions,
  '0006-incidents': incidents,
  '0007-settlings': settlings,
  '0008-incident-posts': (db) =>
    sql`alter table ${sql.table('incident_posts')} add is_closed boolean not null default false`.execute(db),
  '0009-long-runs': (db) => sql`alter table ${sql.table('report_runs')} rename to long_runs`.execute(db),
  async '0010-paused-by'(db) {
    for (const table of ['subscriptions', 'watches'])
      await sql`alter table ${sql.table(table)} add paused_by text, add paused_at timestamptz`.execute(db);
  },
  async '0011-mentions'(db) {
    for (const table of ['watches', 'incident_posts'])
      await sql`alter table ${sql.table(table)} add mention text,
        add tells_end boolean not null default false`.execute(db);
  },
  '0012-seen-requests': seenRequests,
  '0013-audit': audit,
  '0014-usage': usage,
  '0015-preferences': preferences,
  '0016-recent-lookups': recentLookups,
  '0017-installations': installations,
  '0018-persons-subscriptions': (db) =>
    sql`create index subscriptions_of_person on ${sql.table('subscriptions')}
      (account, subscriber, state, next_due_at)`.execute(db),
  /** Does nothing, since `0020` removed the counters of changed rows. Existing databases list its name. */
  '0019-changes': async () => undefined,
  '0020-no-counted-changes': noCountedChanges,
};
