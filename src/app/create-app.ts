import { join } from 'node:path';
import { type Config, secretsOf } from '../config.ts';
import type { FeatureDeps, FeatureSettings } from '../features/dependencies.ts';
import { readAhead, recoverFeatures, registerFeatures } from '../features/index.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createLog, type Log } from '../ops/log.ts';
import { NO_METRICS } from '../ops/metrics.ts';
import { createPrometheus } from '../ops/prometheus.ts';
import { createPostOnce } from '../posting/post-once.ts';
import { createRateLimitedPost } from '../posting/rate-limit.ts';
import { createSealer, loadOrCreateKey, readKey, type Sealer } from '../runtime/crypto.ts';
import { MINUTE_MS } from '../runtime/durations.ts';
import { version } from '../runtime/version.ts';
import { createAuditQueue } from '../store/audit/queue.ts';
import { isMade } from '../store/embedded/directory.ts';
import { createRedisTokens, createUpstream } from '../upstream/index.ts';
import { type Bot, createLifecycle } from './lifecycle.ts';
import { createOps } from './ops.ts';
import type { Overrides } from './overrides.ts';
import { createSlack } from './slack.ts';
import { createStores, type Stores } from './stores.ts';

/** Puts the bot together from its settings. Nothing is opened before `start`, except the key under `dataDir`. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<Bot> {
  const { runtime, prometheus, stopping } = await createRuntime(config, overrides);
  const { now, log, metrics } = runtime;

  const { upstream, redisTokens } = createPlatform(config, runtime, overrides);
  const stores = createStores({
    config,
    upstream,
    ...runtime,
    given: overrides.database,
    onSubscribed: () => lifecycle.scheduleDueWork(),
  });
  const audit = createAuditQueue({ ...auditOf(stores, overrides), log, metrics });
  const jobs = createJobs({
    database: stores.database,
    account: upstream.account,
    log,
    metrics,
    now: overrides.now,
  });
  // An embedded database has one process.
  const hasReplicas = config.databaseUrl !== undefined || overrides.database !== undefined;
  const slack = createSlack(config, runtime, overrides, {
    backlog: upstream.backlog,
    audit: audit.write,
    noteShared: hasReplicas ? stores.seenRequests.isFirst : undefined,
    preferences: stores.preferences.find,
    takeShared: hasReplicas ? stores.usage.take : undefined,
  });
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
    audit,
    jobs,
    slack,
    ops: createOps(config, { slack, stores, jobs, redisTokens, upstream, prometheus, ...runtime }),
    log,
    stopping,
    hasDatabase: overrides.database !== undefined,
    recover: () => recoverFeatures(deps),
    readAhead: (moment) => readAhead(deps, moment),
    now,
  });
  return lifecycle;
}

/** What no database has to be opened for is written at once. */
function auditOf(stores: Stores, { audit }: Overrides) {
  return { audit: audit ?? stores.audit, hasBegun: audit !== undefined };
}

async function loadSealer({ secretKey, secretKeyPrevious, dataDir }: Config, log: Log): Promise<Sealer> {
  const known = secretKey ?? (await readKey(dataDir));
  if (known) return createSealer(known, secretKeyPrevious);
  if (await isMade(join(dataDir, 'postgres'))) log.warn({ variable: 'DATA_DIR' }, NEW_KEY);
  return createSealer(await loadOrCreateKey(dataDir), secretKeyPrevious);
}

/** As after a restore that forgot it. */
const NEW_KEY =
  'it holds a database and no secret.key, so a new one is made, which opens nothing of before: stop the bot and restore secret.key from the backup';

type Runtime = FeatureDeps['runtime'];

/** What all parts share. What is measured goes to `prometheus`, where somebody can ask for it. */
async function createRuntime(config: Config, { now = () => new Date(), log: given }: Overrides) {
  const log = given ?? createLog({ level: config.logLevel, secrets: secretsOf(config) });
  const sealer = await loadSealer(config, log);
  const stopping = new AbortController();
  const prometheus = config.ops && (await createPrometheus(version()));
  const { metrics } = prometheus ?? { metrics: NO_METRICS };
  const runtime: Runtime = { now, log, metrics, sealer, stopping: stopping.signal };
  return { runtime, prometheus, stopping };
}

/** The messaging platform, its tokens shared where replicas have a Redis. */
function createPlatform(
  { redisUrl, platform, proxies }: Config,
  { sealer, now, log, metrics }: Runtime,
  { probeEveryMs }: Overrides,
) {
  const redisTokens = redisUrl === undefined ? undefined : createRedisTokens({ url: redisUrl, sealer, log });
  const { store: tokenStore, lock: tokenLock } = redisTokens ?? {};
  const settings = { ...platform, proxies, ...(probeEveryMs === undefined ? {} : { probeEveryMs }) };
  return { redisTokens, upstream: createUpstream({ ...settings, tokenStore, tokenLock, now, log, metrics }) };
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
    incidentDays: config.incidentDays,
    // A question that gets no answer is asked three times, with pauses between.
    silenceMs: 3 * platform.timeoutMs + MINUTE_MS,
    platformZone: platform.reportTimeZone,
    ...(supportContact === undefined ? {} : { supportContact }),
    ...(config.auditChannel === undefined ? {} : { auditChannel: config.auditChannel }),
    ...(peersWithinMs === undefined ? {} : { peersWithinMs }),
    ...(longAfterMs === undefined ? {} : { longAfterMs }),
    ...(progressEveryMs === undefined ? {} : { progressEveryMs }),
  };
}
