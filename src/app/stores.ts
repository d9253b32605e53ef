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
  open(): Promise<void>;
  close(): Promise<void>;
}

interface StoresOptions {
  readonly config: Config;
  readonly upstream: Upstream;
  readonly now: () => Date;
  readonly log: Log;
  /** In place of the one that is configured; its owner closes it. */
  readonly given?: Database | undefined;
  /** The first subscription or watch there is makes work that comes around. */
  readonly onSubscribed: () => void;
}

type Loaded = Awaited<ReturnType<typeof load>>;

/** All stores. The database's code, too, is loaded at its first use: look-ups alone need none. */
export function createStores(options: StoresOptions): Stores {
  let loading: Promise<Loaded> | undefined;
  let isClosed = false;
  const loaded = () => {
    if (isClosed) throw new Error('nothing is kept any more: the bot has stopped');
    loading ??= load(options);
    return loading;
  };
  const traffic = atFirstUse(async () => (await loaded()).traffic);
  return {
    traffic: {
      figuresFor: traffic.figuresFor,
      asOf: traffic.asOf,
      // A look-up opens no database only to find that it holds nothing.
      held: async (time) => (await loading)?.traffic.held(time),
    },
    runs: atFirstUse(async () => (await loaded()).runs),
    subscriptions: atFirstUse(async () => (await loaded()).subscriptions),
    summaries: atFirstUse(async () => (await loaded()).summaries),
    trackedMessages: atFirstUse(async () => (await loaded()).trackedMessages),
    watches: atFirstUse(async () => (await loaded()).watches),
    incidents: atFirstUse(async () => (await loaded()).incidents),
    incidentPosts: atFirstUse(async () => (await loaded()).incidentPosts),
    observations: atFirstUse(async () => (await loaded()).observations),
    leases: atFirstUse(async () => (await loaded()).leases),
    posts: atFirstUse(async () => (await loaded()).posts),
    database: async () => (await loaded()).database,
    async open() {
      await (await loaded()).database.open();
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
  const own = { db: database.db, account };
  const leases = store.createLeases(own);
  return {
    database,
    traffic: createTraffic({
      upstream,
      dayFigures: store.createDayFigures({ ...own, zone, settleHours }),
      leases,
      now,
      log,
      zone,
      settleHours,
      // One place is kept for look-ups.
      parallelDays: concurrency - 1,
    }),
    runs: store.createRuns(own),
    subscriptions: telling(onSubscribed, store.createSubscriptions(own)),
    summaries: store.createSummaries(own),
    trackedMessages: store.createMessageTracking(own),
    watches: telling(onSubscribed, store.createWatches(own)),
    incidents: store.createIncidents(own),
    incidentPosts: store.createIncidentPosts(own),
    observations: store.createObservations(own),
    leases,
    posts: store.createPosts(own),
  };
}

/** The same, which also tells of everything that is added. */
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
