import type { Log } from '../ops/log.ts';
import type { Timings } from '../runtime/timings.ts';
import type { UsageLimits } from '../slack/listeners/usage-limits.ts';
import type { Audit } from '../store/audit/audit.ts';
import type { Database } from '../store/database.ts';
import type { Runs } from '../store/posting/runs.ts';
import type { Traffic } from '../traffic/types.ts';

/** Parts that tests and the playground replace. */
export interface Overrides {
  /** The clock of the whole bot. Signatures use real time. */
  readonly now?: () => Date;
  readonly log?: Log;
  /** Address to listen on; all addresses by default. */
  readonly host?: string;
  readonly timings?: Partial<Timings>;
  readonly report?: { readonly runs?: Runs; readonly traffic?: Partial<Traffic> };
  /** `false`: jobs start only when one is sent, and nothing is recovered: an embedded database is slow. */
  readonly doesDueWork?: boolean;
  /** It stays open when the bot stops. */
  readonly database?: Database;
  readonly audit?: Pick<Audit, 'add'>;
  readonly usageLimits?: UsageLimits;
}
