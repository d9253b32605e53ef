import type { FeatureSettings } from '../features/dependencies.ts';
import type { Log } from '../ops/log.ts';
import type { PostOnceOptions } from '../posting/post-once.ts';
import type { Installations } from '../slack/connection/installations.ts';
import type { UsageLimits } from '../slack/listeners/usage-limits.ts';
import type { Audit } from '../store/audit/audit.ts';
import type { Database } from '../store/database.ts';
import type { Runs } from '../store/posting/runs.ts';
import type { Traffic } from '../traffic/types.ts';

/** What tests and the local workspace put in place of the real thing. */
export interface Overrides {
  /** The bot's one clock. Signatures keep real time. */
  readonly now?: () => Date;
  readonly log?: Log;
  /** Address to listen on; all of them when left out. */
  readonly host?: string;
  readonly workingAfterMs?: number;
  /** After how long who asked is told that others wait, too. */
  readonly waitingAfterMs?: number;
  /** How often a platform that does not answer is tried. */
  readonly probeEveryMs?: number;
  /** Where reports get their figures, where what takes long is written down, and what is long. */
  readonly report?: Partial<Pick<FeatureSettings, 'longAfterMs' | 'progressEveryMs'>> & {
    readonly runs?: Runs;
    readonly traffic?: Partial<Traffic>;
  };
  /** In place of the configured one. It stays open when the bot stops. */
  readonly database?: Database;
  /** Where entries of the audit go, in place of the database. */
  readonly audit?: Pick<Audit, 'add'>;
  /** How fast messages that exist once are posted, where Slack's own limits are not those that count. */
  readonly pace?: Pick<PostOnceOptions, 'perMinute' | 'channelGapMs'>;
  /** How long a look-up waits for figures to compare with. */
  readonly peersWithinMs?: number;
  /** How long somebody's Home waits for the database. */
  readonly homeWithinMs?: number;
  /** How long a request waits to hear whether another replica has it, and how much replicas have answered. */
  readonly replicasWithinMs?: number;
  /** Who has installed the app, in place of what the database says; of a bot for several workspaces. */
  readonly installations?: Installations;
  /** How often it looks which of its workspaces have installed the app. */
  readonly lookEveryMs?: number;
  /** How much each person, and all together, may ask. */
  readonly usageLimits?: UsageLimits;
  /** For how long the bot does not ask anew who a person is: five minutes unless told; 0 asks every time. */
  readonly peopleRememberedMs?: number;
}
