import type { Config } from './config.ts';
import type { FeatureDeps } from './features/index.ts';
import type { Log } from './ops/log.ts';
import { createTraffic } from './traffic/traffic.ts';
import type { Upstream } from './upstream/index.ts';

/** What reports rest on. */
export interface Keeping extends Pick<FeatureDeps, 'traffic' | 'runs'> {
  /** Opens the database now, so that its first use need not wait. */
  open(): Promise<void>;
  /** Lets go of the database, if it was ever opened. */
  close(): Promise<void>;
}

export interface KeepingOptions {
  readonly config: Config;
  readonly upstream: Upstream;
  readonly now: () => Date;
  readonly log: Log;
}

/** Figures that are kept and reports under way. The database's code, too, is loaded at its first use: look-ups alone need none. */
export function createKeeping(options: KeepingOptions): Keeping {
  let loading: ReturnType<typeof load> | undefined;
  let isClosed = false;
  const kept = () => {
    if (isClosed) throw new Error('nothing is kept any more: the bot has stopped');
    loading ??= load(options);
    return loading;
  };
  return {
    traffic: {
      figuresFor: async (query, reading) => (await kept()).traffic.figuresFor(query, reading),
    },
    runs: {
      create: async (run) => (await kept()).runs.create(run),
      place: async (id, message) => (await kept()).runs.place(id, message),
      progress: async (id, done) => (await kept()).runs.progress(id, done),
      finish: async (id, state) => (await kept()).runs.finish(id, state),
      takeOver: async (silentMs) => (await kept()).runs.takeOver(silentMs),
      forget: async (olderThanMs) => (await kept()).runs.forget(olderThanMs),
    },
    async open() {
      await (await kept()).database.open();
    },
    async close() {
      isClosed = true;
      await (await loading)?.database.close();
    },
  };
}

async function load({ config, upstream, now, log }: KeepingOptions) {
  const { openDatabase, createLeases, createReportRuns, createRollups } = await import('./store/index.ts');
  const { databaseUrl, dataDir, settleHours } = config;
  const { reportTimeZone: zone, concurrency } = config.platform;
  const { account } = upstream;
  const database = openDatabase({ databaseUrl, dataDir, log });
  const { db } = database;
  const traffic = createTraffic({
    upstream,
    rollups: createRollups({ db, account, zone, settleHours }),
    leases: createLeases({ db, account }),
    now,
    log,
    zone,
    settleHours,
    // One place is kept for look-ups.
    parallelDays: concurrency - 1,
  });
  return { database, traffic, runs: createReportRuns({ db, account }) };
}
