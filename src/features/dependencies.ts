import type { Language } from '../i18n/index.ts';
import type { Jobs } from '../jobs/queue.ts';
import type { Log } from '../ops/log.ts';
import type { Metrics } from '../ops/metrics.ts';
import type { Post } from '../posting/post.ts';
import type { PostOnce } from '../posting/post-once.ts';
import type { RateLimitedPost } from '../posting/rate-limit.ts';
import type { Sealer } from '../runtime/crypto.ts';
import type { Timings } from '../runtime/timings.ts';
import type { ChannelInfo } from '../slack/connection/channel-info.ts';
import type { Access } from '../slack/listeners/access.ts';
import type { Users } from '../slack/listeners/users.ts';
import type { ConspicuousActs } from '../store/audit/conspicuous.ts';
import type { Subscriptions } from '../store/channels/subscriptions.ts';
import type { Watches } from '../store/channels/watches.ts';
import type { Observations } from '../store/figures/observations.ts';
import type { IncidentFollowers } from '../store/incidents/followers.ts';
import type { Incidents } from '../store/incidents/incidents.ts';
import type { IncidentPosts } from '../store/incidents/messages.ts';
import type { Leases } from '../store/leases.ts';
import type { Preferences } from '../store/people/preferences.ts';
import type { RecentLookups } from '../store/people/recent-lookups.ts';
import type { MessageTracking } from '../store/posting/message-tracking.ts';
import type { Posts } from '../store/posting/posts.ts';
import type { Runs } from '../store/posting/runs.ts';
import type { Summaries } from '../store/posting/summaries.ts';
import type { BaselineReader } from '../traffic/baseline.ts';
import type { CachedTraffic } from '../traffic/cached-traffic.ts';
import type { KnownTrouble } from '../traffic/known-trouble.ts';
import type { Traffic } from '../traffic/types.ts';
import type { Upstream } from '../upstream/index.ts';

export interface Deps {
  readonly platform: Upstream;
  readonly traffic: Traffic;
  readonly stores: FeatureStores;
  readonly slack: { readonly users: Users; readonly access: Access; readonly channelInfo: ChannelInfo };
  readonly posting: {
    readonly post: Post;
    /** Respects Slack's rate limits; for background messages that no person waits for. */
    readonly rateLimitedPost: RateLimitedPost;
    readonly postOnce: PostOnce;
    readonly setMissing: Posts['markMissing'];
  };
  readonly jobs: Jobs;
  readonly settings: FeatureSettings;
  readonly runtime: {
    readonly now: () => Date;
    readonly log: Log;
    readonly metrics: Metrics;
    readonly sealer: Sealer;
    readonly stopping: AbortSignal;
    readonly timings: Timings;
  };
}

/** Dependencies of checks and watches. */
export interface CheckDeps extends Deps {
  /** Shared by all checks of the process, so that simultaneous checks read past weeks only once. */
  readonly baseline: BaselineReader;
}

/** For work in the background: other replicas compare its times, so its clock is the database’s. */
export function inBackground<D extends Deps>(deps: D): D {
  return { ...deps, runtime: { ...deps.runtime, now: deps.jobs.now } };
}

export interface FeatureStores {
  readonly cachedTraffic: CachedTraffic;
  readonly conspicuousActs: ConspicuousActs;
  readonly incidents: Incidents;
  readonly incidentFollowers: IncidentFollowers;
  readonly incidentPosts: IncidentPosts;
  readonly knownTrouble: KnownTrouble;
  readonly leases: Leases;
  readonly observations: Observations;
  readonly preferences: Preferences;
  readonly recentLookups: RecentLookups;
  readonly runs: Runs;
  readonly subscriptions: Subscriptions;
  readonly summaries: Summaries;
  readonly trackedMessages: MessageTracking;
  readonly watches: Watches;
}

export interface FeatureSettings {
  readonly defaults: { readonly zone: string; readonly language: Language };
  readonly supportContact?: string;
  readonly ticketUrlTemplate?: string | undefined;
  readonly auditChannel?: string;
  readonly defaultRegion: string;
  readonly senders: ReadonlyMap<string, string>;
  readonly failureWords?: ReadonlyMap<string, string>;
  /** Age of a message in hours after which no receipt is expected. */
  readonly receiptHours: number;
  readonly incidentDays: number;
  readonly runsWorkflowStep: boolean;
  readonly silenceMs: number;
  /** IANA time zone in which the platform counts days. */
  readonly platformZone: string;
}
