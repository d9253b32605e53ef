import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import {
  type Config,
  type ProcessConfig,
  type SeveralConfig,
  secretsOf,
  type WorkspaceConfig,
} from '../config.ts';
import { workspaceAccount } from '../domain/workspace-account.ts';
import type { Deps } from '../features/dependencies.ts';
import { createDueClock } from '../jobs/jobs.ts';
import { createLog, type Log } from '../ops/log.ts';
import { createPrometheus, NO_METRICS } from '../ops/metrics.ts';
import { createSealer, loadOrCreateKey, readKey, type Sealer } from '../runtime/crypto.ts';
import { TIMINGS } from '../runtime/timings.ts';
import { version } from '../runtime/version.ts';
import { type Connection, createHttpConnection, type Pages } from '../slack/connection/http.ts';
import { createSocketConnection } from '../slack/connection/socket.ts';
import { hasDatabase } from '../store/embedded/directory.ts';
import { accountOf, createRedisTokens, createUpstream, type Upstream } from '../upstream/index.ts';
import type { Overrides } from './overrides.ts';
import { createStorage } from './storage.ts';

export type ProcessParts = Awaited<ReturnType<typeof createProcessParts>>;

export async function createProcessParts(config: Config | SeveralConfig, overrides: Overrides) {
  const { now = () => new Date(), log: given } = overrides;
  const { redisUrl } = config;
  const log = given ?? createLog({ level: config.logLevel, secrets: secretsOf(config) });
  const sealer = await loadSealer(config, log);
  const stopping = new AbortController();
  /** Path → handler of a page for browsers; filled before the HTTP server starts. */
  const pages: Map<string, RequestListener> = new Map();
  const prometheus = config.ops && (await createPrometheus(version()));
  const { metrics } = prometheus ?? { metrics: NO_METRICS };
  const timings = { ...TIMINGS, ...overrides.timings };
  const runtime: Deps['runtime'] = { now, log, metrics, sealer, stopping: stopping.signal, timings };
  return {
    config,
    runtime,
    stopping,
    prometheus,
    dueClock: createDueClock({ log, now: overrides.now }),
    storage: createStorage({
      ...{ config, log, metrics, sealer, given: overrides.database },
      accounts: accountsOf(config),
    }),
    redisTokens: redisUrl === undefined ? undefined : createRedisTokens({ url: redisUrl, sealer, log }),
    connection: createConnection(config, pages, runtime),
    pages,
  };
}

function accountsOf(config: Config | SeveralConfig): string[] {
  if (!('workspaces' in config)) return [accountOf(config.platform)];
  const workspaces = [...config.workspaces.values()];
  return workspaces.map(({ id, platform }) => workspaceAccount(id, accountOf(platform)));
}

async function loadSealer(
  { secretKey, secretKeyPrevious, dataDir }: ProcessConfig,
  log: Log,
): Promise<Sealer> {
  const known = secretKey ?? (await readKey(dataDir));
  if (known) return createSealer(known, secretKeyPrevious);
  if (await hasDatabase(join(dataDir, 'postgres'))) log.warn({ variable: 'DATA_DIR' }, NEW_KEY);
  return createSealer(await loadOrCreateKey(dataDir), secretKeyPrevious);
}

const NEW_KEY =
  'it holds a database and no secret.key, so a new one is made, which opens nothing of before: stop the bot and restore secret.key from the backup, or set SECRET_KEY_PREVIOUS=lost';

function createConnection(
  { slack, proxies }: ProcessConfig,
  pages: Pages,
  runtime: Pick<Deps['runtime'], 'log' | 'metrics' | 'timings'>,
): Connection {
  const { appToken, signingSecret, apiUrl, port, host } = slack;
  if (appToken !== undefined) return createSocketConnection({ appToken, apiUrl, proxies, ...runtime });
  return createHttpConnection({ signingSecret, port, host, pages, ...runtime });
}

export type Platforms = ReturnType<typeof createPlatforms>;

export type Platform = ReturnType<Platforms['acquire']>;

/** Workspaces with the same platform account share a client: `SMS_CONCURRENCY` limits them together. */
export function createPlatforms({
  config,
  runtime,
  redisTokens,
}: Pick<ProcessParts, 'config' | 'runtime' | 'redisTokens'>) {
  const { now, log, metrics } = runtime;
  const { proxies } = config;
  const shared = new Map<string, { readonly upstream: Upstream; users: number }>();
  const create = (platform: WorkspaceConfig['platform']) =>
    createUpstream({ ...platform, proxies, tokenStore: redisTokens, now, log, metrics });
  return {
    acquire(platform: WorkspaceConfig['platform']) {
      // Address and email suffice as a key, because workspaces with one account must have equal settings.
      const key = JSON.stringify([platform.baseUrl, platform.email]);
      const entry = shared.get(key) ?? { upstream: create(platform), users: 0 };
      shared.set(key, entry);
      entry.users += 1;
      let isAcquired = true;
      return {
        upstream: entry.upstream,
        release(): void {
          if (!isAcquired) return;
          isAcquired = false;
          entry.users -= 1;
          if (entry.users > 0) return;
          shared.delete(key);
          entry.upstream.close();
        },
      };
    },
  };
}
