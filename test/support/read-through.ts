import { resolvePeriod } from '../../src/domain/time/period.ts';
import type { Database } from '../../src/store/database.ts';
import { createDayFigures } from '../../src/store/figures/day-figures.ts';
import { createLeases } from '../../src/store/leases.ts';
import { createTraffic } from '../../src/traffic/traffic.ts';
import type { Upstream, UpstreamOptions } from '../../src/upstream/index.ts';
import { recordLog } from './log.ts';
import { openUpstreamOf, type runningSandbox } from './sandbox.ts';

const receiptHours = 72;

interface TrafficReplica {
  readonly database: Pick<Database, 'db'>;
  /** Separates the rows of one test from those of others. */
  readonly account: string;
  readonly upstream: Upstream;
  readonly now: () => Date;
  readonly zone?: string;
  readonly parallelDays?: number;
}

/** Read-through figures, as in one process of the bot. */
export function createReadThrough({
  database,
  account,
  upstream,
  now,
  zone = 'UTC',
  parallelDays = 1,
}: TrafficReplica) {
  const { log, lines } = recordLog();
  const { db } = database;
  const traffic = createTraffic({
    upstream,
    dayFigures: createDayFigures({ db, account, zone, receiptHours }),
    leases: createLeases({ db, account, pollMs: 10 }),
    now,
    log,
    zone,
    receiptHours,
    parallelDays,
  });
  return { ...traffic, lines };
}

/** Long, because a timeout is retried and tests count requests. */
const timeoutMs = 60_000;

/** A client that only reads days from a sandbox, without a probe of the report's bounds. */
export function createPlainUpstream(
  platform: Awaited<ReturnType<typeof runningSandbox>>,
  changes: Partial<UpstreamOptions> = {},
): Upstream {
  return openUpstreamOf(platform, { reportBounds: 'exclusive_end', timeoutMs, ...changes });
}

export function days(from: string, to = from, zone = 'UTC') {
  const period = resolvePeriod({ kind: 'range', from, to }, zone, new Date('2027-06-01T00:00:00Z'), {
    maxDays: 400,
  });
  if ('problem' in period) throw new Error(period.problem);
  return period;
}
