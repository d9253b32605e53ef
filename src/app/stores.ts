import type { Config } from '../config.ts';
import type { FeatureDeps } from '../features/dependencies.ts';
import { createTraffic } from '../traffic/traffic.ts';
import type { Upstream } from '../upstream/index.ts';
import type { Overrides } from './overrides.ts';
import type { Storage } from './storage.ts';

interface StoresOptions extends Pick<FeatureDeps['runtime'], 'now' | 'log' | 'sealer' | 'timings'> {
  readonly storage: Storage;
  readonly config: Pick<Config, 'settleHours' | 'auditDays' | 'platform'>;
  readonly account: string;
  readonly upstream: Upstream;
  readonly overrides: Overrides;
  /** The first subscription or watch needs recurring work. */
  readonly onSubscribed: () => void;
}

type Loaded = Awaited<ReturnType<typeof open>>;

export type Stores = ReturnType<typeof createStores>;

/** All stores of a workspace. The database’s code is loaded at their first use: look-ups alone need none. */
export function createStores(options: StoresOptions) {
  const { runs, traffic } = options.overrides.report ?? {};
  let loading: Promise<Loaded> | undefined;
  let isClosed = false;
  const loaded = () => {
    if (isClosed) throw new Error('nothing is kept any more: the bot has stopped');
    loading ??= open(options);
    return loading;
  };
  /** Loads a store when one of its methods is called; all of them are asynchronous. `own` ones load nothing. */
  const lazy = <Name extends keyof Loaded>(name: Name, own: Partial<Loaded[Name]> = {}) => {
    const get = (_: object, method: string | symbol) =>
      Reflect.get(own, method) ??
      (async (...args: unknown[]) => {
        const store: object = (await loaded())[name];
        return Reflect.get(store, method).apply(store, args);
      });
    return new Proxy({}, { get }) as Loaded[Name];
  };
  return {
    // Reading these opens no database only to find nothing in it.
    traffic: lazy('traffic', {
      held: async (time) => (await loading)?.traffic.held(time),
      ...traffic,
    }),
    preferences: lazy('preferences', {
      find: async (person) => (await loading)?.preferences.find(person) ?? {},
    }),
    recentLookups: lazy('recentLookups', {
      note: async (...lookup) => (await loading)?.recentLookups.note(...lookup),
    }),
    runs: runs ?? lazy('runs'),
    subscriptions: lazy('subscriptions'),
    summaries: lazy('summaries'),
    trackedMessages: lazy('trackedMessages'),
    watches: lazy('watches'),
    incidents: lazy('incidents'),
    incidentPosts: lazy('incidentPosts'),
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
    /** `undefined` before the first query: nothing is opened for this. */
    openWork: async () => (await loading)?.openWork(options.now()),
    /** The database stays open. */
    close(): void {
      isClosed = true;
    },
  };
}

async function open({
  storage,
  config,
  account,
  upstream,
  now,
  log,
  sealer,
  timings,
  onSubscribed,
}: StoresOptions) {
  const database = await storage.database();
  const store = await import('../store/index.ts');
  const { settleHours } = config;
  const { reportTimeZone: zone, concurrency } = config.platform;
  const own = { db: database.db, account, log };
  // The platform’s figures are the same for all workspaces with its account.
  const figures = { ...own, account: upstream.account };
  return {
    database,
    traffic: createTraffic({
      upstream,
      dayFigures: store.createDayFigures({ ...figures, zone, settleHours }),
      leases: store.createLeases(figures),
      now,
      log,
      zone,
      settleHours,
      // One connection is free for look-ups.
      parallelDays: concurrency - 1,
    }),
    preferences: store.createPreferences(own),
    recentLookups: store.createRecentLookups(own),
    runs: store.createRuns(own),
    subscriptions: telling(onSubscribed, store.createSubscriptions(own)),
    summaries: store.createSummaries(own),
    trackedMessages: store.createMessageTracking(own),
    watches: telling(onSubscribed, store.createWatches(own)),
    incidents: store.createIncidents(own),
    incidentPosts: store.createIncidentPosts(own),
    observations: store.createObservations(own),
    leases: store.createLeases(own),
    posts: store.createPosts({ ...own, timings }),
    conspicuousActs: store.createConspicuousActs(own),
    audit: store.createAudit({ ...own, schema: database.schema, sealer, keptDays: config.auditDays }),
    seenRequests: store.createSeenRequests(own),
    usage: store.createUsage(own),
    openWork: store.createOpenWork(own),
  };
}

function telling<Args extends unknown[], Added, T extends { add(...args: Args): Promise<Added> }>(
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
