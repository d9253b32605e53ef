import type { JobsOptions } from '../jobs/jobs.ts';
import type { Log } from '../ops/log.ts';
import type { Timings } from '../runtime/timings.ts';
import type { UsageLimits } from '../slack/listeners/usage-limits.ts';
import type { Audit } from '../store/audit/audit.ts';
import type { Database } from '../store/database.ts';
import type { Runs } from '../store/posting/runs.ts';
import type { Traffic } from '../traffic/types.ts';

/** Parts of the bot that tests and the playground replace. */
export interface Overrides {
  /** The clock of the whole bot, except that Slack's signatures are checked by the system's clock. */
  readonly now?: () => Date;
  /** The clock of jobs and of their SQL. */
  readonly clock?: JobsOptions['clock'];
  readonly log?: Log;
  readonly timings?: Partial<Timings>;
  readonly report?: { readonly runs?: Runs; readonly traffic?: Partial<Traffic> };
  /** `false`: jobs start only when a job is sent, and no work of earlier processes is continued. */
  readonly doesDueWork?: boolean;
  /** A database that the caller has opened, and that stays open when the bot stops. */
  readonly database?: Database;
  readonly audit?: Pick<Audit, 'add'>;
  readonly usageLimits?: UsageLimits;
}
