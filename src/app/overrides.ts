import type { Log } from '../ops/log.ts';
import type { Timings } from '../runtime/timings.ts';
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
  /** Waits that differ from the product's. */
  readonly timings?: Partial<Timings>;
  /** Where reports get their figures, and where what takes long is written down. */
  readonly report?: { readonly runs?: Runs; readonly traffic?: Partial<Traffic> };
  /** `false`: jobs wait until one is sent, and nothing is recovered, which takes an embedded database a while. */
  readonly doesDueWork?: boolean;
  /** In place of the configured one. It stays open when the bot stops. */
  readonly database?: Database;
  /** Where entries of the audit go, in place of the database. */
  readonly audit?: Pick<Audit, 'add'>;
  /** How much each person, and all together, may ask. */
  readonly usageLimits?: UsageLimits;
}
