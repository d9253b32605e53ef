import { rollups } from './0001-rollups.ts';
import { posts } from './0004-posts.ts';
import { subscriptions } from './0005-subscriptions.ts';
import { incidents } from './0006-incidents.ts';
import { settlings } from './0007-settlings.ts';
import { incidentPosts } from './0008-incident-posts.ts';
import { longRuns } from './0009-long-runs.ts';
import { pausedBy } from './0010-paused-by.ts';
import { mentions } from './0011-mentions.ts';
import { seenRequests } from './0012-seen-requests.ts';
import { audit } from './0013-audit.ts';
import { usage } from './0014-usage.ts';
import { preferences } from './0015-preferences.ts';
import { recentLookups } from './0016-recent-lookups.ts';
import { installations } from './0017-installations.ts';
import { personsSubscriptions } from './0018-persons-subscriptions.ts';
import { changes } from './0019-changes.ts';
import { noCountedChanges } from './0020-no-counted-changes.ts';
import type { Migration } from './migration.ts';

/** Migrations in the order of their names. A released migration must never be changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-rollups': rollups,
  '0004-posts': posts,
  '0005-subscriptions': subscriptions,
  '0006-incidents': incidents,
  '0007-settlings': settlings,
  '0008-incident-posts': incidentPosts,
  '0009-long-runs': longRuns,
  '0010-paused-by': pausedBy,
  '0011-mentions': mentions,
  '0012-seen-requests': seenRequests,
  '0013-audit': audit,
  '0014-usage': usage,
  '0015-preferences': preferences,
  '0016-recent-lookups': recentLookups,
  '0017-installations': installations,
  '0018-persons-subscriptions': personsSubscriptions,
  '0019-changes': changes,
  '0020-no-counted-changes': noCountedChanges,
};
