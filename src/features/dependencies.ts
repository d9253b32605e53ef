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
import type { Incidents } from '../store/incidents/incidents.ts';
import type { IncidentPosts } from '../store/incidents/messages.ts';
import type { Leases } from '../store/leases.ts';
import type { Preferences } from '../store/people/preferences.ts';
import type { RecentLookups } from '../store/people/recent-lookups.ts';
import type { MessageTracking } from '../store/posting/message-tracking.ts';
import type { Posts } from '../store/posting/posts.ts';
import type { Runs } from '../store/posting/runs.ts';
import type { Summaries } from '../store/posting/summaries.ts';
import type { Traffic } from '../traffic/types.ts';
import type { Upstream } from '../upstream/index.ts';

/** What features need, in eight groups. A function that a test calls alone names those it takes: `Pick<FeatureDeps, 'traffic'>`. */
export interface FeatureDeps {
  readonly platform: Upstream;
  readonly traffic: Traffic;
  readonly stores: FeatureStores;
  readonly slack: { readonly users: Users; readonly access: Access; readonly channelInfo: ChannelInfo };
  readonly posting: {
    readonly post: Post;
    /** The same, no faster than Slack takes messages: for what is sent without being asked for. */
    readonly rateLimitedPost: RateLimitedPost;
    readonly postOnce: PostOnce;
    /** Lets a message be posted that is perhaps missing, once somebody has seen that it is. */
    readonly setMissing: Posts['setMissing'];
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

export interface FeatureStores {
  readonly conspicuousActs: ConspicuousActs;
  readonly incidents: Incidents;
  readonly incidentPosts: IncidentPosts;
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
  /** What a channel reads in where nobody says: IANA zone, and language. */
  readonly defaults: { readonly zone: string; readonly language: Language };
  /** Whom people ask about the bot itself; left out where nobody is named. */
  readonly supportContact?: string;
  /** Where what stands out in the audit is told; left out where nobody is. */
  readonly auditChannel?: string;
  /** How a number without country code is read. */
  readonly defaultRegion: string;
  /** Short number → the name people know it by. */
  readonly senders: ReadonlyMap<string, string>;
  /** The platform's own words for failures → what they mean. */
  readonly failureWords?: ReadonlyMap<string, string>;
  /** A receipt that is missing after this will not come any more. */
  readonly settleHours: number;
  /** So long an incident is kept after its end. */
  readonly incidentDays: number;
  /** A platform that was not read for so long is called unreachable. */
  readonly silenceMs: number;
  /** IANA zone of the platform's days. */
  readonly platformZone: string;
}
