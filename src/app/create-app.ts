import { type Config, secretsOf } from '../config.ts';
import type { FeatureDeps, FeatureSettings } from '../features/dependencies.ts';
import { readAhead, recoverFeatures, registerFeatures } from '../features/index.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createLog } from '../ops/log.ts';
import { createPostOnce } from '../posting/post-once.ts';
import { createRateLimitedPost } from '../posting/rate-limit.ts';
import { createSealer, loadOrCreateKey } from '../runtime/crypto.ts';
import { MINUTE_MS } from '../runtime/durations.ts';
import { createRedisTokens, createUpstream } from '../upstream/index.ts';
import { type Bot, createLifecycle } from './lifecycle.ts';
import type { Overrides } from './overrides.ts';
import { createSlack } from './slack.ts';
import { createStores, type Stores } from './stores.ts';

/** Puts the bot together from its settings. Nothing is opened before `start`, except the key under `dataDir`. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<Bot> {
  const now = overrides.now ?? (() => new Date());
  const log = overrides.log ?? createLog({ level: config.logLevel, secrets: secretsOf(config) });
  const sealer = createSealer(config.secretKey ?? (await loadOrCreateKey(config.dataDir)));
  const stopping = new AbortController();
  const runtime = { now, log, sealer, stopping: stopping.signal };

  const { upstream, redisTokens } = createPlatform(config, runtime);
  const stores = createStores({
    config,
    upstream,
    now,
    log,
    given: overrides.database,
    onSubscribed: () => lifecycle.scheduleDueWork(),
  });
  const jobs = createJobs({ database: stores.database, account: upstream.account, log, now: overrides.now });
  const slack = createSlack(config, runtime, overrides);
  const { users, access, channelInfo } = slack;
  const deps: FeatureDeps = {
    platform: upstream,
    traffic: { ...stores.traffic, ...overrides.report?.traffic },
    stores: { ...stores, runs: overrides.report?.runs ?? stores.runs },
    slack: { users, access, channelInfo },
    posting: createPosting(slack, stores, runtime, overrides.pace),
    jobs,
    settings: settingsOf(config, overrides),
    runtime,
  };
  registerFeatures(slack.router, deps);

  const lifecycle = createLifecycle({
    config,
    upstream,
    redisTokens,
    stores,
    jobs,
    slack,
    log,
    stopping,
    hasDatabase: overrides.database !== undefined,
    recover: () => recoverFeatures(deps),
    readAhead: (moment) => readAhead(deps, moment),
    now,
  });
  return lifecycle;
}

type Runtime = FeatureDeps['runtime'];

/** The messaging platform, its tokens shared where replicas have a Redis. */
function createPlatform({ redisUrl, platform }: Config, { sealer, now, log }: Runtime) {
  const redisTokens = redisUrl === undefined ? undefined : createRedisTokens({ url: redisUrl, sealer, log });
  const { store: tokenStore, lock: tokenLock } = redisTokens ?? {};
  return { redisTokens, upstream: createUpstream({ ...platform, tokenStore, tokenLock, now, log }) };
}

function createPosting(
  { post, postingClient: client, blockFallback }: ReturnType<typeof createSlack>,
  { posts: ledger }: Stores,
  { now, log }: Runtime,
  pace: Overrides['pace'],
): FeatureDeps['posting'] {
  return {
    post,
    rateLimitedPost: createRateLimitedPost({ post, ledger, ...pace }),
    postOnce: createPostOnce({ client, blockFallback, ledger, now, log, ...pace }),
    setMissing: ledger.setMissing,
  };
}

function settingsOf(config: Config, { peersWithinMs, report = {} }: Overrides): FeatureSettings {
  const { defaultRegion, senders, failureWords, settleHours, platform, supportContact, timeZone, language } =
    config;
  const { longAfterMs, progressEveryMs } = report;
  return {
    defaults: { zone: timeZone, language },
    defaultRegion,
    senders,
    failureWords,
    settleHours,
    // A question that gets no answer is asked three times, with pauses between.
    silenceMs: 3 * platform.timeoutMs + MINUTE_MS,
    platformZone: platform.reportTimeZone,
    ...(supportContact === undefined ? {} : { supportContact }),
    ...(peersWithinMs === undefined ? {} : { peersWithinMs }),
    ...(longAfterMs === undefined ? {} : { longAfterMs }),
    ...(progressEveryMs === undefined ? {} : { progressEveryMs }),
  };
}
