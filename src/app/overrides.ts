import type { FeatureSettings } from '../features/dependencies.ts';
import type { Log } from '../ops/log.ts';
import type { PostOnceOptions } from '../posting/post-once.ts';
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
  /** Where reports get their figures, where what takes long is written down, and what is long. */
  readonly report?: Partial<Pick<FeatureSettings, 'longAfterMs' | 'progressEveryMs'>> & {
    readonly runs?: Runs;
    readonly traffic?: Partial<Traffic>;
  };
  /** In place of the configured one. It stays open when the bot stops. */
  readonly database?: Database;
  /** How fast messages that exist once are posted, where Slack's own limits are not those that count. */
  readonly pace?: Pick<PostOnceOptions, 'perMinute' | 'channelGapMs'>;
  /** How long a look-up waits for figures to compare with. */
  readonly peersWithinMs?: number;
  /** For how long the bot remembers a person's language, zone and organisation: a day unless told; 0 is not at all. */
  readonly peopleRememberedMs?: number;
}
