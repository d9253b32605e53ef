import type { Config } from '../config.ts';
import type { FeatureDeps, FeatureStores } from '../features/dependencies.ts';
import type { Log } from '../ops/log.ts';
import type { Database } from '../store/database.ts';
import type { Posts } from '../store/posting/posts.ts';
import { createTraffic } from '../traffic/traffic.ts';
import type { Upstream } from '../upstream/index.ts';

/** What outlives the process, and what rests on it. */
export interface Stores extends FeatureStores {
  readonly traffic: FeatureDeps['traffic'];
  readonly posts: Posts;
  /** Not opened yet, unless something was asked of it. */
  database(): Promise<Database>;
  /** Opens the database now, so that its first use need not wait. */
  open(): Promise<void>;
  /** Lets go of the database, if it was ever opened. */
  close(): Promise<void>;
}

export interface StoresOptions {
  readonly config: Config;
  readonly upstream: Upstream;
  readonly now: () => Date;
  readonly log: Log;
  /** In place of the one that is configured; its owner closes it. */
  readonly given?: Database | undefined;
  /** The first subscription or watch there is makes work that comes around. */
  readonly onSubscribed: () => void;
}

/** All that is kept. The database's code, too, is loaded at its first use: look-ups alone need none. */
export function createStores(options: StoresOptions): Stores {
  let loading: ReturnType<typeof load> | undefined;
  let isClosed = false;
  const kept = () => {
    if (isClosed) throw new Error('nothing is kept any more: the bot has stopped');
    loading ??= load(options);
    return loading;
  };
  const traffic = atFirstUse(async () => (await kept()).traffic);
  return {
    traffic: {
      figuresFor: traffic.figuresFor,
      asOf: traffic.asOf,
      // A look-up opens no database only to find that it holds nothing.
      held: async (time) => (await loading)?.traffic.held(time),
    },
    runs: atFirstUse(async () => (await kept()).runs),
    subscriptions: atFirstUse(async () => (await kept()).subscriptions),
    summaries: atFirstUse(async () => (await kept()).summaries),
    trackedMessages: atFirstUse(async () => (await kept()).trackedMessages),
    watches: atFirstUse(async () => (await kept()).watches),
    incidents: atFirstUse(async () => (await kept()).incidents),
    incidentPosts: atFirstUse(async () => (await kept()).incidentPosts),
    observations: atFirstUse(async () => (await kept()).observations),
    leases: atFirstUse(async () => (await kept()).leases),
    posts: atFirstUse(async () => (await kept()).posts),
    database: async () => (await kept()).database,
    async open() {
      await (await kept()).database.open();
    },
    async close() {
      isClosed = true;
      if (options.given === undefined) await (await loading)?.database.close();
    },
  };
}

/** Stands in for something all of whose methods are asynchronous until one of them is called. */
function atFirstUse<T extends { [Method in keyof T]: (...args: never[]) => Promise<unknown> }>(
  loadIt: () => Promise<T>,
): T {
  const get =
    (_: object, name: string | symbol) =>
    async (...args: unknown[]) => {
      const loaded: object = await loadIt();
      return Reflect.get(loaded, name).apply(loaded, args);
    };
  return new Proxy({}, { get }) as T;
}

async function load({ config, upstream, now, log, given, onSubscribed }: StoresOptions) {
  const store = await import('../store/index.ts');
  const { databaseUrl, dataDir, settleHours } = config;
  const { reportTimeZone: zone, concurrency } = config.platform;
  const { account } = upstream;
  const database = given ?? store.openDatabase({ databaseUrl, dataDir, log });
  const { db } = database;
  const leases = store.createLeases({ db, account });
  const traffic = createTraffic({
    upstream,
    dayFigures: store.createDayFigures({ db, account, zone, settleHours }),
    leases,
    now,
    log,
    zone,
    settleHours,
    // One place is kept for look-ups.
    parallelDays: concurrency - 1,
  });
  const subscriptions = store.createSubscriptions({ db, account });
  const watches = store.createWatches({ db, account });
  return {
    database,
    traffic,
    runs: store.createRuns({ db, account }),
    subscriptions: {
      ...subscriptions,
      async add(...subscription: Parameters<typeof subscriptions.add>) {
        const added = await subscriptions.add(...subscription);
        onSubscribed();
        return added;
      },
    },
    summaries: store.createSummaries({ db, account }),
    trackedMessages: store.createMessageTracking({ db, account }),
    watches: {
      ...watches,
      async add(...watch: Parameters<typeof watches.add>) {
        const added = await watches.add(...watch);
        onSubscribed();
        return added;
      },
    },
    incidents: store.createIncidents({ db, account }),
    incidentPosts: store.createIncidentPosts({ db, account }),
    observations: store.createObservations({ db, account }),
    leases,
    posts: store.createPosts({ db, account }),
  };
}
