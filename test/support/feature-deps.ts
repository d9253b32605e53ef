import type { FeatureDeps, FeatureStores } from '../../src/features/dependencies.ts';
import type { Language } from '../../src/i18n/index.ts';
import { NO_METRICS } from '../../src/ops/metrics.ts';
import { createSealer } from '../../src/runtime/crypto.ts';
import { TIMINGS } from '../../src/runtime/timings.ts';
import { recordLog } from './log.ts';

/** What a test of one function hands in of each group; nobody calls the rest, or the test fails. */
export interface SomeDeps {
  readonly platform?: Partial<FeatureDeps['platform']>;
  readonly traffic?: Partial<FeatureDeps['traffic']>;
  readonly stores?: { readonly [Name in keyof FeatureStores]?: Partial<FeatureStores[Name]> };
  readonly slack?: {
    readonly users?: Partial<FeatureDeps['slack']['users']>;
    readonly access?: Partial<FeatureDeps['slack']['access']>;
    readonly channelInfo?: Partial<FeatureDeps['slack']['channelInfo']>;
  };
  readonly posting?: {
    readonly post?: Partial<FeatureDeps['posting']['post']>;
    readonly rateLimitedPost?: Partial<FeatureDeps['posting']['rateLimitedPost']>;
    readonly postOnce?: FeatureDeps['posting']['postOnce'];
    readonly setMissing?: FeatureDeps['posting']['setMissing'];
  };
  readonly jobs?: Partial<FeatureDeps['jobs']>;
  readonly settings?: Partial<FeatureDeps['settings']>;
  readonly runtime?: Partial<FeatureDeps['runtime']>;
}

/** Everybody is a member of the workspace, and may use the bot. */
export const everybodyMay = {
  users: {
    find: async (id: string, { otherwise: language = 'en' }: { otherwise?: Language | undefined } = {}) =>
      ({ id, name: 'Somebody', language, timeZone: 'UTC', membership: 'member' }) as const,
  },
  access: { refusalFor: async () => undefined },
} satisfies SomeDeps['slack'];

const unexpected = (): never => {
  throw new Error('a test was to do without this');
};

/** The eight groups, in which only that can be called which a test hands in. */
export function featureDeps(given: SomeDeps = {}): FeatureDeps {
  const post = {
    toChannel: unexpected,
    toPerson: unexpected,
    reply: unexpected,
    direct: unexpected,
    change: unexpected,
    settle: unexpected,
    fileTo: unexpected,
  };
  return {
    platform: {
      account: 'account',
      logIn: unexpected,
      whileIdle: unexpected,
      backlog: unexpected,
      circuits: () => ({ platform: undefined, oauth: undefined }),
      lastFailures: () => ({ platform: undefined, oauth: undefined }),
      areDaysMissing: () => false,
      messages: unexpected,
      figures: unexpected,
      message: unexpected,
      sms: undefined,
      close: unexpected,
      ...given.platform,
    },
    traffic: {
      figuresFor: unexpected,
      asOf: unexpected,
      held: unexpected,
      stored: unexpected,
      readTimes: unexpected,
      ...given.traffic,
    },
    stores: featureStores(given.stores),
    slack: {
      users: { find: unexpected, ...given.slack?.users },
      access: {
        refusalFor: unexpected,
        allowsChannel: unexpected,
        mayMention: unexpected,
        mayReveal: unexpected,
        mentionable: unexpected,
        channels: [],
        ...given.slack?.access,
      },
      channelInfo: { refusalFor: unexpected, isExternallyShared: unexpected, ...given.slack?.channelInfo },
    },
    posting: {
      post: { ...post, ...given.posting?.post },
      rateLimitedPost: {
        toPerson: post.toPerson,
        change: post.change,
        ...given.posting?.rateLimitedPost,
      },
      postOnce: given.posting?.postOnce ?? unexpected,
      setMissing: given.posting?.setMissing ?? unexpected,
    },
    jobs: {
      work: unexpected,
      send: unexpected,
      start: unexpected,
      stop: unexpected,
      ...given.jobs,
    },
    settings: {
      defaults: { zone: 'UTC', language: 'en' },
      defaultRegion: 'CL',
      senders: new Map(),
      settleHours: 72,
      incidentDays: 90,
      silenceMs: 120_000,
      platformZone: 'UTC',
      ...given.settings,
    },
    runtime: {
      now: unexpected,
      log: recordLog().log,
      metrics: NO_METRICS,
      sealer: createSealer(Buffer.alloc(32, 3)),
      stopping: new AbortController().signal,
      timings: TIMINGS,
      ...given.runtime,
    },
  };
}

function featureStores(given: SomeDeps['stores'] = {}): FeatureStores {
  return {
    conspicuousActs: { find: unexpected, ...given.conspicuousActs },
    incidents: {
      watching: unexpected,
      keep: unexpected,
      move: unexpected,
      open: unexpected,
      find: unexpected,
      act: unexpected,
      forget: unexpected,
      ...given.incidents,
    },
    incidentPosts: {
      plan: unexpected,
      of: unexpected,
      reopen: unexpected,
      perhapsMissing: unexpected,
      toPublish: unexpected,
      progress: unexpected,
      ...given.incidentPosts,
    },
    leases: { take: unexpected, once: unexpected, ...given.leases },
    observations: { keep: unexpected, near: unexpected, forget: unexpected, ...given.observations },
    preferences: { find: unexpected, choose: unexpected, ...given.preferences },
    recentLookups: {
      note: async () => {},
      newest: unexpected,
      remove: unexpected,
      forget: unexpected,
      ...given.recentLookups,
    },
    runs: {
      create: unexpected,
      place: unexpected,
      find: unexpected,
      progress: unexpected,
      finish: unexpected,
      takeOver: unexpected,
      forget: unexpected,
      ...given.runs,
    },
    subscriptions: {
      add: unexpected,
      overview: unexpected,
      list: unexpected,
      find: unexpected,
      findByNumber: unexpected,
      findFor: unexpected,
      change: unexpected,
      pause: unexpected,
      resume: unexpected,
      remove: unexpected,
      due: unexpected,
      moveOn: unexpected,
      untold: unexpected,
      takeUntold: unexpected,
      leaveUntold: unexpected,
      ...given.subscriptions,
    },
    summaries: {
      plan: unexpected,
      find: unexpected,
      findFor: unexpected,
      toDo: unexpected,
      areDue: unexpected,
      queued: unexpected,
      progress: unexpected,
      drop: unexpected,
      perhapsMissingBefore: unexpected,
      forget: unexpected,
      ...given.summaries,
    },
    trackedMessages: {
      add: unexpected,
      find: unexpected,
      findFor: unexpected,
      take: unexpected,
      place: unexpected,
      looked: unexpected,
      end: unexpected,
      ...given.trackedMessages,
    },
    watches: {
      add: unexpected,
      overview: unexpected,
      list: unexpected,
      findByNumber: unexpected,
      findFor: unexpected,
      change: unexpected,
      pause: unexpected,
      resume: unexpected,
      remove: unexpected,
      untold: unexpected,
      takeUntold: unexpected,
      leaveUntold: unexpected,
      ...given.watches,
    },
  };
}
