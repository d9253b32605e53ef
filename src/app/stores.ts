import type { Config } from '../config.ts';
import type { Deps } from '../features/dependencies.ts';
import { createCachedTraffic } from '../traffic/cached-traffic.ts';
import { createKnownTrouble } from '../traffic/known-trouble.ts';
import { createTraffic } from '../traffic/traffic.ts';
import type { Upstream } from '../upstream/index.ts';
import type { Overrides } from './overrides.ts';
import type { Storage } from './storage.ts';

interface StoresOptions extends Pick<Deps['runtime'], 'now' | 'log' | 'sealer' | 'timings'> {
  readonly storage: Storage;
  readonly config: Pick<Config, 'receiptHours' | 'auditDays' | 'platform'>;
  readonly account: string;
  readonly upstream: Upstream;
  readonly overrides: Overrides;
  /** Called after each new subscription or watch, because the first of them must start recurring jobs. */
  readonly onSubscribed: () => void;
}

type Loaded = Awaited<ReturnType<typeof open>>;

export type Stores = ReturnType<typeof createStores>;

/** All stores of a workspace. Their first use loads the database's code, which look-ups do not need. */
export function createStores(options: StoresOptions) {
  const { runs, traffic } = options.overrides.report ?? {};
  let loading: Promise<Loaded> | undefined;
  let isClosed = false;
  const loaded = () => {
    if (isClosed) throw new Error('the database is closed: the bot has stopped');
    loading ??= open(options);
    return loading;
  };
  /** Loads a store when one of its methods is called. The methods in `own` replace those of the store. */
  const lazy = <Name extends keyof Loaded>(name: Name, own: Partial<Loaded[Name]> = {}) => {
    const get = (_: object, method: string | symbol) =>
      Reflect.get(own, method) ??
      (async (...args: unknown[]) => {
        const store: object = (await loaded())[name];
        return Reflect.get(store, method).apply(store, args);
      });
    return new Proxy({}, { get }) as Loaded[Name];
  };
  // The methods given to `lazy` here use the database only if it is loaded already; they never open it.
  const lazyTraffic = lazy('traffic', {
    storedIfAvailable: async (time) => (await loading)?.traffic.storedIfAvailable(time),
    storedIfOpen: async (time) => (await loading)?.traffic.storedIfOpen(time),
    ...traffic,
  });
  const [incidents, incidentPosts] = [lazy('incidents'), lazy('incidentPosts')];
  return {
    traffic: lazyTraffic,
    cachedTraffic: createCachedTraffic(lazyTraffic, {
      now: options.now,
      receiptHours: options.config.receiptHours,
      platformZone: options.config.platform.reportTimeZone,
    }),
    preferences: lazy('preferences', {
      find: async (person) => (await loading)?.preferences.find(person) ?? {},
    }),
    recentLookups: lazy('recentLookups', {
      note: async (...lookup) => (await loading)?.recentLookups.note(...lookup),
      flush: async () => (await loading)?.recentLookups.flush(),
    }),
    runs: runs ?? lazy('runs'),
    subscriptions: lazy('subscriptions'),
    summaries: lazy('summaries'),
    trackedMessages: lazy('trackedMessages'),
    watches: lazy('watches'),
    incidents,
    incidentFollowers: lazy('incidentFollowers'),
    incidentPosts,
    knownTrouble: createKnownTrouble({
      incidents,
      incidentPosts,
      isOpen: () => loading !== undefined,
      now: options.now,
      log: options.log,
    }),
    observations: lazy('observations'),
    leases: lazy('leases'),
    posts: lazy('posts'),
    audit: lazy('audit'),
    conspicuousActs: lazy('conspicuousActs'),
    seenRequests: lazy('seenRequests'),
    usage: lazy('usage'),
    async open(): Promise<void> {
      await (await loaded()).database.open();
    },
    /** Returns `undefined` before the first query, so that a request for metrics opens no database. */
    openWork: async () => (await loading)?.openWork(options.now()),
    /** Makes further calls fail. The database stays open. */
    close(): void {
      isClosed = true;
    },
  };
}

async function open(options: StoresOptions) {
  const { storage, config, account, upstream, onSubscribed } = options;
  const { now, log, sealer, timings } = options;
  const database = await storage.database();
  const store = await import('../store/index.ts');
  const { receiptHours } = config;
  const { reportTimeZone: zone, concurrency } = config.platform;
  const own = { db: database.db, account, log };
  // Stored figures belong to the platform's account: workspaces with the same account share them.
  const figures = { ...own, account: upstream.account };
  return {
    database,
    traffic: createTraffic({
      upstream,
      dayFigures: store.createDayFigures({ ...figures, zone, receiptHours }),
      leases: store.createLeases(figures),
      now,
      log,
      zone,
      receiptHours,
      // One of the allowed concurrent requests to the platform stays free for look-ups.
      parallelDays: concurrency - 1,
    }),
    preferences: store.createPreferences(own),
    recentLookups: store.createRecentLookups({ ...own, writeEveryMs: timings.recentLookupsEveryMs }),
    runs: store.createRuns(own),
    subscriptions: notifying(onSubscribed, store.createSubscriptions(own)),
    summaries: store.createSummaries(own),
    trackedMessages: store.createMessageTracking(own),
    watches: notifying(onSubscribed, store.createWatches(own)),
    incidents: store.createIncidents(own),
    incidentFollowers: store.createIncidentFollowers(own),
    incidentPosts: store.createIncidentPosts(own),
    observations: store.createObservations(own),
    leases: store.createLeases(own),
    posts: store.createPosts({ ...own, timings }),
    conspicuousActs: store.createConspicuousActs(own),
    audit: store.createAudit({ ...own, schema: database.schema, sealer, retentionDays: config.auditDays }),
    seenRequests: store.createSeenRequests(own),
    usage: store.createUsage(own),
    openWork: store.createOpenWork(own),
  };
}

function notifying<Args extends unknown[], Added, T extends { add(...args: Args): Promise<Added> }>(
  onAdded: () => void,
  store: T & { add(...args: Args): Promise<Added> },
): T {
  return {
    ...store,
    async add(...args: Args) {
      const added = await store.add(...args);
      onAdded();
      return added;
    },
  };
}
