import type { Config } from '../config.ts';
import type { FeatureDeps, FeatureStores } from '../features/dependencies.ts';
import type { Log } from '../ops/log.ts';
import type { Sealer } from '../runtime/crypto.ts';
import type { Timings } from '../runtime/timings.ts';
import type { Audit } from '../store/audit/audit.ts';
import type { OpenWork } from '../store/open-work.ts';
import type { Posts } from '../store/posting/posts.ts';
import type { SeenRequests } from '../store/seen-requests.ts';
import type { Usage } from '../store/usage.ts';
import { createTraffic } from '../traffic/traffic.ts';
import type { Upstream } from '../upstream/index.ts';
import type { Storage } from './storage.ts';

export interface Stores extends FeatureStores {
  readonly traffic: FeatureDeps['traffic'];
  readonly posts: Posts;
  readonly audit: Audit;
  readonly seenRequests: SeenRequests;
  readonly usage: Usage;
  open(): Promise<void>;
  /** `undefined` before the first query: nothing is opened for this. */
  openWork(): Promise<OpenWork | undefined>;
  /** The database stays open. */
  close(): void;
}

interface StoresOptions {
  readonly storage: Storage;
  readonly config: Pick<Config, 'settleHours' | 'auditDays' | 'platform'>;
  readonly account: string;
  readonly upstream: Upstream;
  readonly now: () => Date;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly timings: Timings;
  /** The first subscription or watch needs recurring work. */
  readonly onSubscribed: () => void;
}

type Loaded = Awaited<ReturnType<typeof open>>;

/** All stores of a workspace. The database’s code is loaded at their first use: look-ups alone need none. */
export function createStores(options: StoresOptions): Stores {
  let loading: Promise<Loaded> | undefined;
  let isClosed = false;
  const loaded = () => {
    if (isClosed) throw new Error('nothing is kept any more: the bot has stopped');
    loading ??= open(options);
    return loading;
  };
  const traffic = atFirstUse(async () => (await loaded()).traffic);
  return {
    traffic: {
      figuresFor: traffic.figuresFor,
      asOf: traffic.asOf,
      // A look-up opens no database for this.
      held: async (time) => (await loading)?.traffic.held(time),
      stored: traffic.stored,
      readTimes: traffic.readTimes,
    },
    preferences: {
      choose: async (...chosen) => (await loaded()).preferences.choose(...chosen),
      // Nor for this.
      find: async (person) => (await loading)?.preferences.find(person) ?? {},
    },
    recentLookups: {
      // Nor for this.
      note: async (...lookup) => (await loading)?.recentLookups.note(...lookup),
      newest: async (...asked) => (await loaded()).recentLookups.newest(...asked),
      remove: async (person) => (await loaded()).recentLookups.remove(person),
      forget: async () => (await loaded()).recentLookups.forget(),
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
    audit: atFirstUse(async () => (await loaded()).audit),
    conspicuousActs: atFirstUse(async () => (await loaded()).conspicuousActs),
    seenRequests: atFirstUse(async () => (await loaded()).seenRequests),
    usage: atFirstUse(async () => (await loaded()).usage),
    async open() {
      await (await loaded()).database.open();
    },
    openWork: async () => (await loading)?.openWork(options.now()),
    close() {
      isClosed = true;
    },
  };
}

/** Loads a store when one of its methods is called; all of them are asynchronous. */
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
  const leases = store.createLeases(own);
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
    leases,
    posts: store.createPosts({ ...own, timings }),
    conspicuousActs: store.createConspicuousActs(own),
    audit: store.createAudit({ ...own, schema: database.schema, sealer, keptDays: config.auditDays }),
    seenRequests: store.createSeenRequests(own),
    usage: store.createUsage(own),
    openWork: store.createOpenWork(own),
  };
}

/** Reports each addition. */
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
