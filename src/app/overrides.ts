import type { Log } from '../ops/log.ts';
import type { Timings } from '../runtime/timings.ts';
import type { UsageLimits } from '../slack/listeners/usage-limits.ts';
import type { Audit } from '../store/audit/audit.ts';
import type { Database } from '../store/database.ts';
import type { Runs } from '../store/posting/runs.ts';
import type { Traffic } from '../traffic/types.ts';

/** What tests and the playground replace. */
export interface Overrides {
  /** The bot’s one clock. Signatures use real time. */
  readonly now?: () => Date;
  readonly log?: Log;
  /** Address to listen on; all of them when left out. */
  readonly host?: string;
  readonly timings?: Partial<Timings>;
  readonly report?: { readonly runs?: Runs; readonly traffic?: Partial<Traffic> };
  /** `false`: jobs wait until one is sent, and nothing is recovered, which takes an embedded database a while. */
  readonly doesDueWork?: boolean;
  /** It stays open when the bot stops. */
  readonly database?: Database;
  readonly audit?: Pick<Audit, 'add'>;
  readonly usageLimits?: UsageLimits;
}
