import type { WorkspaceConfig } from '../config.ts';
import { createUpstream, type Upstream } from '../upstream/index.ts';
import type { ProcessParts } from './process-parts.ts';

/** The platform of a workspace, until it is given back. */
export interface Platform {
  readonly upstream: Upstream;
  /** Cuts off what is under way, once nobody has it any more. */
  release(): void;
}

export type Platforms = ReturnType<typeof createPlatforms>;

/**
 * One client for each account at the messaging platform, however many workspaces have it: it never gets more questions at
 * once than `SMS_CONCURRENCY` allows. Its tokens are shared where replicas have a Redis.
 */
export function createPlatforms({
  config,
  runtime,
  redisTokens,
}: Pick<ProcessParts, 'config' | 'runtime' | 'redisTokens'>) {
  const { now, log, metrics, timings } = runtime;
  const { proxies } = config;
  const shared = new Map<string, { readonly upstream: Upstream; users: number }>();
  const create = (platform: WorkspaceConfig['platform']) => {
    const { store: tokenStore, lock: tokenLock } = redisTokens ?? {};
    const settings = { ...platform, proxies, probeEveryMs: timings.probeEveryMs };
    return createUpstream({ ...settings, tokenStore, tokenLock, now, log, metrics });
  };
  return {
    take(platform: WorkspaceConfig['platform']): Platform {
      // Those with the same account have the same settings of it: the file of workspaces is held to that.
      const key = JSON.stringify([platform.baseUrl, platform.email]);
      const held = shared.get(key) ?? { upstream: create(platform), users: 0 };
      shared.set(key, held);
      held.users += 1;
      let isHeld = true;
      return {
        upstream: held.upstream,
        release() {
          if (!isHeld) return;
          isHeld = false;
          held.users -= 1;
          if (held.users > 0) return;
          shared.delete(key);
          held.upstream.close();
        },
      };
    },
  };
}
