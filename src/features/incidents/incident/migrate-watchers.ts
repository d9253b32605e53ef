import type { Sensitivity } from '../../../domain/incidents/findings.ts';
import { NOTHING_WATCHED } from '../../../domain/incidents/lifecycle.ts';
import type { Watch } from '../../../store/channels/watches.ts';
import type { Incident, Incidents } from '../../../store/incidents/incidents.ts';
import type { IncidentPosts } from '../../../store/incidents/messages.ts';

export interface MigrateWatchersDeps {
  readonly incidents: Pick<Incidents, 'watching' | 'keep' | 'open' | 'move'>;
  readonly incidentPosts: Pick<IncidentPosts, 'of'>;
  readonly now: () => Date;
}

/**
 * Nobody watches with this sensitivity any more. Where the channels that show what is open do with another,
 * which has found nothing yet, it goes on there as it is; otherwise it is over as far as anybody will tell.
 */
export async function migrateWatchers(
  of: Sensitivity,
  active: readonly Watch[],
  deps: MigrateWatchersDeps,
): Promise<void> {
  const { incidents, now } = deps;
  const before = await incidents.watching(of);
  if (!before || before.state.subjects.length === 0) return;
  const open = await incidents.open(of);
  for (const sensitivity of await othersOf(open, active, deps)) {
    const there = await incidents.watching(sensitivity);
    if (there && there.state.subjects.length > 0) continue;
    const to = { sensitivity, version: there?.version };
    if (await incidents.move({ sensitivity: of, watching: before }, to)) return;
  }
  await incidents.keep(
    of,
    before.version,
    { state: NOTHING_WATCHED, checkedAt: now(), tookMs: before.tookMs },
    open.map(({ id, evidence }) => ({ kind: 'unwatched', id, evidence })),
  );
}

/** With which only channels watch that show what is open: to others it would be news. */
async function othersOf(
  open: readonly Incident[],
  active: readonly Watch[],
  { incidentPosts }: MigrateWatchersDeps,
): Promise<Sensitivity[]> {
  const posts = (await Promise.all(open.map(({ id }) => incidentPosts.of(id)))).flat();
  const channels = new Set(posts.map(({ channel }) => channel));
  const bySensitivity = Map.groupBy(active, ({ sensitivity }) => sensitivity);
  return [...bySensitivity].flatMap(([sensitivity, watches]) =>
    watches.every(({ channel }) => channels.has(channel)) ? [sensitivity] : [],
  );
}
