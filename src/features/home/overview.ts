import type { BlindSpot } from '../../domain/detection/baseline.ts';
import { pauseMsAfter } from '../../domain/detection/check-pace.ts';
import { incidentStatusOf } from '../../domain/detection/events.ts';
import { extentOf, type Incident, isRecovering } from '../../domain/detection/incident.ts';
import type { FailureCode } from '../../domain/failure.ts';
import type { IncidentLine } from '../../slack/blocks/headline.ts';
import {
  type LookupRequest,
  type LookupResult,
  sealedLookup,
  sealedRecent,
} from '../../slack/listeners/typed-command.ts';
import type { Overview } from '../../store/channels/overview.ts';
import type { Subscription } from '../../store/channels/subscriptions.ts';
import type { Watch } from '../../store/channels/watches.ts';
import type { Preference } from '../../store/people/preferences.ts';
import { readBlindSpots, type StoredTraffic } from '../../traffic/stored-traffic.ts';
import type { Deps } from '../dependencies.ts';
import type { HomeContext } from './locales/index.ts';

const MOST_SHOWN = 5;

export interface HomeModel {
  readonly now: Date;
  readonly traffic: StoredTraffic | 'reading' | undefined;
  readonly incidents: { readonly shown: readonly HomeIncident[]; readonly more: number };
  readonly subscriptions: Overview<Subscription>;
  readonly watches: Overview<Watch>;
  readonly checks: ReadonlyMap<Watch['sensitivity'], { readonly at: Date; readonly nextAt: Date }>;
  readonly blindSpots: readonly BlindSpot[];
  readonly recent: readonly HomeLookup[];
  readonly preference: Preference;
}

export interface HomeIncident extends IncidentLine {
  /** Why the platform gives no figures. */
  readonly failure?: FailureCode | undefined;
}

export interface HomeLookup {
  readonly sealed: string;
  readonly request: LookupRequest;
  readonly at: Date;
  /** What the person saw then; absent if the platform did not answer. */
  readonly result?: LookupResult | undefined;
}

/** Reads only the database, never the platform. @throws if the database does not answer */
export async function readOverview(
  { user, now }: Pick<HomeContext, 'user' | 'now'>,
  deps: Deps,
): Promise<Omit<HomeModel, 'traffic'>> {
  const [incidents, channels, recent] = await Promise.all([
    readIncidents(deps),
    readChannels(user.id, now, deps),
    deps.stores.recentLookups.newest(user.id, MOST_SHOWN),
  ]);
  return {
    now,
    incidents,
    ...channels,
    recent: recent.flatMap(({ sealed, at }) => {
      const { sealer } = deps.runtime;
      const opened = sealedRecent.open(sealer, sealed, user.id);
      if (!opened) return [];
      const { result, ...request } = opened;
      // The row's value names its person, which no button does.
      return [{ sealed: sealedLookup.seal(sealer, request), request, at, result }];
    }),
    preference: user.chosen ?? {},
  };
}

async function readChannels(person: string, now: Date, deps: Deps) {
  const { stores, slack } = deps;
  const query = { person, channels: slack.access.channels, limit: MOST_SHOWN };
  const [subscriptions, watches] = await Promise.all([
    stores.subscriptions.overview(query),
    stores.watches.overview(query),
  ]);
  const isWatching = watches.shown.some(({ state }) => state === 'active');
  const blindSpots = isWatching ? await readBlindSpots({ ...deps, ...stores, ...deps.settings }, now) : [];
  return { subscriptions, watches, blindSpots, checks: await lastChecks(watches.shown, deps) };
}

async function readIncidents(deps: Deps): Promise<HomeModel['incidents']> {
  const open = await deps.stores.incidents.open();
  const found = await Promise.all(open.map((incident) => toHomeIncident(incident, deps)));
  const visible = found.filter((one) => one !== undefined);
  return { shown: visible.slice(0, MOST_SHOWN), more: Math.max(0, visible.length - MOST_SHOWN) };
}

async function toHomeIncident(
  incident: Incident,
  { stores, slack: { access } }: Deps,
): Promise<HomeIncident | undefined> {
  const { id, beganAt, events, evidence } = incident;
  const posts = await stores.incidentPosts.of(id);
  const post = posts.find(
    ({ channel, ts, over }) => ts !== undefined && over === undefined && access.allowsChannel(channel),
  );
  const handling = incidentStatusOf(events);
  const shown = { extent: extentOf(incident), isRecovering: isRecovering(incident), ...handling };
  return post && { ...shown, beganAt, failure: evidence.failure, channel: post.channel };
}

async function lastChecks(watches: readonly Watch[], { stores }: Deps): Promise<HomeModel['checks']> {
  const watched = [...new Set(watches.map(({ sensitivity }) => sensitivity))];
  const found = await Promise.all(
    watched.map(async (sensitivity) => {
      const last = await stores.incidents.watching(sensitivity);
      if (!last) return undefined;
      const nextAt = new Date(last.checkedAt.getTime() + pauseMsAfter(last));
      return [sensitivity, { at: last.checkedAt, nextAt }] as const;
    }),
  );
  return new Map(found.filter((one) => one !== undefined));
}
