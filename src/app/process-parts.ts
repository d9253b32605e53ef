import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { type Config, type ProcessConfig, type SeveralConfig, secretsOf } from '../config.ts';
import type { FeatureDeps } from '../features/dependencies.ts';
import { createLog, type Log } from '../ops/log.ts';
import { NO_METRICS } from '../ops/metrics.ts';
import { createPrometheus } from '../ops/prometheus.ts';
import { createSealer, loadOrCreateKey, readKey, type Sealer } from '../runtime/crypto.ts';
import { TIMINGS } from '../runtime/timings.ts';
import { version } from '../runtime/version.ts';
import { type Connection, createHttpConnection, type Pages } from '../slack/connection/http.ts';
import { createSocketConnection } from '../slack/connection/socket.ts';
import { isMade } from '../store/embedded/directory.ts';
import { createRedisTokens } from '../upstream/index.ts';
import type { Overrides } from './overrides.ts';
import { createStorage } from './storage.ts';

/** What a process has once, however many workspaces it serves: key, log, metrics, database, and the way to Slack. */
export type ProcessParts = Awaited<ReturnType<typeof createProcessParts>>;

/** Nothing is opened yet, except the key under `dataDir`. What is measured goes to `prometheus`, where somebody can ask for it. */
export async function createProcessParts(config: Config | SeveralConfig, overrides: Overrides) {
  const { now = () => new Date(), log: given, host } = overrides;
  const { redisUrl } = config;
  const log = given ?? createLog({ level: config.logLevel, secrets: secretsOf(config) });
  const sealer = await loadSealer(config, log);
  const stopping = new AbortController();
  /** Those that browsers get, by path; whoever has some adds them before the start. */
  const pages: Map<string, RequestListener> = new Map();
  const prometheus = config.ops && (await createPrometheus(version()));
  const { metrics } = prometheus ?? { metrics: NO_METRICS };
  const timings = { ...TIMINGS, ...overrides.timings };
  const runtime: FeatureDeps['runtime'] = { now, log, metrics, sealer, stopping: stopping.signal, timings };
  return {
    config,
    runtime,
    stopping,
    prometheus,
    storage: createStorage({ config, log, metrics, given: overrides.database }),
    redisTokens: redisUrl === undefined ? undefined : createRedisTokens({ url: redisUrl, sealer, log }),
    connection: createConnection(config, { host, pages }, runtime),
    pages,
  };
}

async function loadSealer(
  { secretKey, secretKeyPrevious, dataDir }: ProcessConfig,
  log: Log,
): Promise<Sealer> {
  const known = secretKey ?? (await readKey(dataDir));
  if (known) return createSealer(known, secretKeyPrevious);
  if (await isMade(join(dataDir, 'postgres'))) log.warn({ variable: 'DATA_DIR' }, NEW_KEY);
  return createSealer(await loadOrCreateKey(dataDir), secretKeyPrevious);
}

/** As after a restore that forgot it. */
const NEW_KEY =
  'it holds a database and no secret.key, so a new one is made, which opens nothing of before: stop the bot and restore secret.key from the backup';

/** By web socket where there is an app-level token, else over HTTP. */
function createConnection(
  { slack, proxies }: ProcessConfig,
  { host, pages }: { readonly host: string | undefined; readonly pages: Pages },
  runtime: Pick<FeatureDeps['runtime'], 'log' | 'metrics' | 'timings'>,
): Connection {
  const { appToken, signingSecret, apiUrl, port } = slack;
  if (appToken !== undefined) return createSocketConnection({ appToken, apiUrl, proxies, ...runtime });
  return createHttpConnection({ signingSecret, port, host, pages, ...runtime });
}
