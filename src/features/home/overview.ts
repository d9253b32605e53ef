import { pauseMsAfter } from '../../domain/incidents/check-pace.ts';
import { incidentStatusOf } from '../../domain/incidents/events.ts';
import { sealedLookup } from '../../slack/listeners/typed-command.ts';
import type { Watch } from '../../store/channels/watches.ts';
import type { Incident } from '../../store/incidents/incident.ts';
import type { createStoredTraffic } from '../../traffic/stored-traffic.ts';
import type { FeatureDeps } from '../dependencies.ts';
import type { HomeContext } from './locales/index.ts';
import type { HomeIncident, HomeModel, LastCheck } from './model.ts';

export const MOST_SHOWN = 5;

type ReadStoredTraffic = ReturnType<typeof createStoredTraffic>;

type OverviewContext = Pick<HomeContext, 'user' | 'now'>;

type OverviewDeps = Pick<FeatureDeps, 'stores' | 'slack' | 'runtime' | 'settings'> & {
  readonly storedTraffic: ReadStoredTraffic;
};

/** Asks the platform nothing. Rejects where the database is away. */
export async function readOverview(
  lookups: Promise<readonly string[]>,
  context: OverviewContext,
  deps: OverviewDeps,
): Promise<HomeModel> {
  const { user, now } = context;
  const { runtime } = deps;
  const [traffic, incidents, channels, recent] = await Promise.all([
    deps.storedTraffic(now, user.timeZone),
    readIncidents(deps),
    readChannels(user.id, deps),
    lookups,
  ]);
  return {
    now,
    traffic,
    incidents,
    ...channels,
    recent: recent.flatMap((sealed) => {
      const request = sealedLookup.open(runtime.sealer, sealed);
      return request ? [{ sealed, request }] : [];
    }),
    preference: user.chosen ?? {},
  };
}

async function readChannels(person: string, deps: OverviewDeps) {
  const { stores, slack } = deps;
  const query = { person, channels: slack.access.channels, limit: MOST_SHOWN };
  const [subscriptions, watches] = await Promise.all([
    stores.subscriptions.overview(query),
    stores.watches.overview(query),
  ]);
  return { subscriptions, watches, checks: await lastChecks(watches.shown, deps) };
}

async function readIncidents(deps: OverviewDeps): Promise<HomeModel['incidents']> {
  const open = await deps.stores.incidents.open();
  const found = await Promise.all(open.map((incident) => shownOf(incident, deps)));
  const visible = found.filter((one) => one !== undefined);
  return { shown: visible.slice(0, MOST_SHOWN), more: Math.max(0, visible.length - MOST_SHOWN) };
}

async function shownOf(
  { id, subject, beganAt, events }: Incident,
  { stores, slack: { access } }: OverviewDeps,
): Promise<HomeIncident | undefined> {
  const posts = await stores.incidentPosts.of(id);
  const post = posts.find(
    ({ channel, ts, over }) => ts !== undefined && over === undefined && access.allowsChannel(channel),
  );
  const { acknowledged, resolved, snoozed } = incidentStatusOf(events);
  return post && { subject, beganAt, acknowledged, resolved, snoozed, channel: post.channel };
}

async function lastChecks(
  watches: readonly Watch[],
  { stores }: OverviewDeps,
): Promise<ReadonlyMap<Watch['sensitivity'], LastCheck>> {
  const watched = [...new Set(watches.map(({ sensitivity }) => sensitivity))];
  const found = await Promise.all(
    watched.map(async (sensitivity) => {
      const last = await stores.incidents.watching(sensitivity);
      return last && ([sensitivity, { at: last.checkedAt, nextAt: nextAfter(last) }] as const);
    }),
  );
  return new Map(found.filter((one) => one !== undefined));
}

function nextAfter(last: { readonly checkedAt: Date; readonly tookMs: number }): Date {
  return new Date(last.checkedAt.getTime() + pauseMsAfter(last));
}
