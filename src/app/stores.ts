import type { Config } from '../config.ts';
import type { FeatureDeps, FeatureStores } from '../features/dependencies.ts';
import type { ConnectionCounts } from '../ops/gauges.ts';
import type { Log } from '../ops/log.ts';
import type { Metrics } from '../ops/metrics.ts';
import type { Sealer } from '../runtime/crypto.ts';
import type { Audit } from '../store/audit/audit.ts';
import { DatabaseError, IN_MEMORY } from '../store/connection.ts';
import type { Database } from '../store/database.ts';
import { holdDirectory, type OwnDirectory } from '../store/embedded/directory.ts';
import type { OpenWork } from '../store/open-work.ts';
import type { Posts } from '../store/posting/posts.ts';
import type { SeenRequests } from '../store/seen-requests.ts';
import type { Usage } from '../store/usage.ts';
import { createTraffic } from '../traffic/traffic.ts';
import type { Upstream } from '../upstream/index.ts';

/** What outlives the process, and what rests on it. */
export interface Stores extends FeatureStores {
  readonly traffic: FeatureDeps['traffic'];
  readonly posts: Posts;
  readonly audit: Audit;
  readonly seenRequests: SeenRequests;
  readonly usage: Usage;
  /** Not opened yet, unless something was asked of it. */
  database(): Promise<Database>;
  /** Makes the embedded database's folder this process's own. @throws DatabaseError where it is another's, or not whole */
  hold(): Promise<void>;
  open(): Promise<void>;
  /** Asks the database for nothing in particular; false where nothing has needed it so far. Rejects where it is away. */
  look(): Promise<boolean>;
  /** `undefined` before anything was asked of the database: nothing is opened for this. */
  openWork(): Promise<OpenWork | undefined>;
  connections(): Promise<ConnectionCounts | undefined>;
  /** Nobody waits any longer for a database that is only being opened. One that is open stays so until it is closed. */
  giveUpOpening(): void;
  close(): Promise<void>;
}

interface StoresOptions {
  readonly config: Config;
  readonly upstream: Upstream;
  readonly now: () => Date;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly metrics: Metrics;
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
  const givingUp = new AbortController();
  const { hold, release } = heldOnce();
  const loaded = () => {
    if (isClosed) throw new Error('nothing is kept any more: the bot has stopped');
    loading ??= load(options, hold, givingUp.signal);
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
    preferences: {
      choose: async (...chosen) => (await loaded()).preferences.choose(...chosen),
      // Nor one only to find that nobody has chosen anything.
      find: async (person) => (await loading)?.preferences.find(person) ?? {},
    },
    recentLookups: {
      // No database is opened for it.
      note: async (...lookup) => (await loading)?.recentLookups.note(...lookup),
      of: async (...asked) => (await loaded()).recentLookups.of(...asked),
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
    database: async () => (await loaded()).database,
    async hold() {
      const { given, config } = options;
      if (given !== undefined || !isKeptInFolder(config)) return;
      await hold(config.dataDir).catch((error: unknown) => {
        // Look-ups are answered where nothing can be written; opening it says so.
        if (error instanceof DatabaseError) throw error;
      });
    },
    async open() {
      await (await loaded()).database.open();
    },
    async look() {
      if (loading === undefined) return false;
      const { database } = await loading;
      await database.run('select 1');
      return true;
    },
    openWork: async () => (await loading)?.openWork(options.now()),
    connections: async () => (await loading)?.database.connections(),
    giveUpOpening: () => givingUp.abort(),
    async close() {
      isClosed = true;
      if (options.given === undefined) await (await loading)?.database.close();
      await release();
    },
  };
}

/** Whether the database is an embedded one that outlives the process. */
export function isKeptInFolder({ databaseUrl, dataDir }: Config): boolean {
  return databaseUrl === undefined && dataDir !== IN_MEMORY;
}

/** A directory that is held from the start of the process on, whoever asks for it. */
function heldOnce() {
  let holding: Promise<OwnDirectory> | undefined;
  return {
    async hold(directory: string): Promise<OwnDirectory> {
      holding ??= holdDirectory(directory);
      try {
        const { place } = await holding;
        return { place, release: () => undefined };
      } catch (error) {
        holding = undefined;
        throw error;
      }
    },
    async release() {
      (await holding?.catch(() => undefined))?.release();
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

async function load(
  { config, upstream, now, log, metrics, sealer, given, onSubscribed }: StoresOptions,
  hold: typeof holdDirectory,
  givenUp: AbortSignal,
) {
  const store = await import('../store/index.ts');
  const { databaseUrl, dataDir, settleHours } = config;
  const { reportTimeZone: zone, concurrency } = config.platform;
  const { account } = upstream;
  const database = given ?? store.openDatabase({ databaseUrl, dataDir, log, metrics, hold, givenUp });
  const own = { db: database.db, account, log };
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
    posts: store.createPosts(own),
    conspicuousActs: store.createConspicuousActs(own),
    audit: store.createAudit({ ...own, schema: database.schema, sealer, keptDays: config.auditDays }),
    seenRequests: store.createSeenRequests(own),
    usage: store.createUsage(own),
    openWork: store.createOpenWork(own),
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
