import type { Deps, FeatureStores } from '../../src/features/dependencies.ts';
import type { Language } from '../../src/i18n/index.ts';
import { NO_METRICS } from '../../src/ops/metrics.ts';
import { createSealer } from '../../src/runtime/crypto.ts';
import { TIMINGS } from '../../src/runtime/timings.ts';
import { createCachedTraffic } from '../../src/traffic/cached-traffic.ts';
import { recordLog } from './log.ts';

type PartialGroup<T> = T extends (...given: never) => unknown ? T : Partial<T>;
type PartialGroups<T> = { readonly [Name in keyof T]?: PartialGroup<T[Name]> };

/** The dependencies that a test provides per group. A call of any other fails the test. */
export type SomeDeps = PartialGroups<Omit<Deps, 'stores' | 'slack' | 'posting'>> & {
  readonly stores?: PartialGroups<FeatureStores>;
  readonly slack?: PartialGroups<Deps['slack']>;
  readonly posting?: PartialGroups<Deps['posting']>;
};

/** Everyone is a member of the workspace with access. */
export const accessForEveryone = {
  users: {
    find: async (
      id: string,
      { defaultLanguage: language = 'en' }: { defaultLanguage?: Language | undefined } = {},
    ) => ({ id, name: 'Somebody', language, timeZone: 'UTC', membership: 'member' }) as const,
  },
  access: { refusalFor: async () => undefined },
} satisfies SomeDeps['slack'];

const unexpected = (): never => {
  throw new Error('a test was to do without this');
};

/** A group that throws for members that are not given. */
function only<T extends object>(given: Partial<T> = {}): T {
  const get = (own: object, name: PropertyKey) => (name in own ? Reflect.get(own, name) : unexpected);
  return new Proxy({ ...given }, { get }) as T;
}

/** The eight groups; only the given members can be called. */
export function featureDeps({ stores = {}, slack = {}, posting = {}, ...given }: SomeDeps = {}): Deps {
  const recentLookups = { note: async () => {}, ...stores.recentLookups };
  const cachedTraffic = createCachedTraffic(only(given.traffic), {
    ...{ now: given.runtime?.now ?? unexpected, receiptHours: 72, platformZone: 'UTC' },
  });
  const knownTrouble = { refresh: () => undefined, troubles: () => [], ...stores.knownTrouble };
  const byName = { ...stores, recentLookups, cachedTraffic, knownTrouble };
  const store = (_: object, name: string) => only<object>(byName[name as keyof FeatureStores]);
  return {
    platform: only({
      account: 'account',
      circuits: () => ({ platform: undefined, oauth: undefined }),
      lastFailures: () => ({ platform: undefined, oauth: undefined }),
      areDaysMissing: () => false,
      sms: undefined,
      ...given.platform,
    }),
    traffic: only(given.traffic),
    stores: new Proxy({}, { get: store }) as FeatureStores,
    slack: {
      users: only(slack.users),
      access: only({ channels: [], ...slack.access }),
      channelInfo: only(slack.channelInfo),
    },
    posting: {
      post: only(posting.post),
      rateLimitedPost: only(posting.rateLimitedPost),
      postOnce: posting.postOnce ?? unexpected,
      setMissing: posting.setMissing ?? unexpected,
    },
    jobs: only(given.jobs),
    settings: {
      defaults: { zone: 'UTC', language: 'en' },
      defaultRegion: 'CL',
      senders: new Map(),
      receiptHours: 72,
      incidentDays: 90,
      runsWorkflowStep: true,
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
