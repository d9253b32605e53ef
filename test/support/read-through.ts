import { resolvePeriod } from '../../src/domain/time/period.ts';
import type { Database } from '../../src/store/database.ts';
import { createDayFigures } from '../../src/store/figures/day-figures.ts';
import { createLeases } from '../../src/store/leases.ts';
import { createTraffic } from '../../src/traffic/traffic.ts';
import type { Upstream, UpstreamOptions } from '../../src/upstream/index.ts';
import { recordLog } from './log.ts';
import { anUpstreamOf, type aSandbox } from './sandbox.ts';

const settleHours = 72;

interface Replica {
  readonly database: Pick<Database, 'db'>;
  /** Keeps what one test holds apart from what others do. */
  readonly account: string;
  readonly upstream: Upstream;
  readonly now: () => Date;
  readonly zone?: string;
  readonly parallelDays?: number;
}

/** Figures read through, as one process of the bot has them. */
export function aTraffic({ database, account, upstream, now, zone = 'UTC', parallelDays = 1 }: Replica) {
  const { log, lines } = recordLog();
  const { db } = database;
  const traffic = createTraffic({
    upstream,
    dayFigures: createDayFigures({ db, account, zone, settleHours }),
    leases: createLeases({ db, account, pollMs: 10 }),
    now,
    log,
    zone,
    settleHours,
    parallelDays,
  });
  return { ...traffic, lines };
}

/** No answer is late, which would be asked for once more: requests are counted, however busy the machine is. */
const timeoutMs = 60_000;

/** A client that asks a sandbox for days alone, without finding out first whether they are whole. */
export function aPlainUpstream(
  platform: Awaited<ReturnType<typeof aSandbox>>,
  changes: Partial<UpstreamOptions> = {},
): Upstream {
  return anUpstreamOf(platform, { reportBounds: 'exclusive_end', timeoutMs, ...changes });
}

export function days(from: string, to = from, zone = 'UTC') {
  const period = resolvePeriod({ kind: 'range', from, to }, zone, new Date('2027-06-01T00:00:00Z'), {
    maxDays: 400,
  });
  if ('problem' in period) throw new Error(period.problem);
  return period;
}
