import type { Config, SeveralConfig } from '../config.ts';
import { createAppInstallations } from './installations.ts';
import { type Bot, createLifecycle } from './lifecycle.ts';
import { createOnlyBot } from './only-bot.ts';
import { createOps } from './ops.ts';
import type { Overrides } from './overrides.ts';
import { createPlatforms } from './platforms.ts';
import { createProcessParts } from './process-parts.ts';
import { createWorkspaceBots } from './workspace-bots.ts';

/**
 * Puts the bot together from its settings: for one workspace, or for those that are listed. Nothing is opened before
 * `start`, except the key under `dataDir`.
 */
export async function createApp(config: Config | SeveralConfig, overrides: Overrides = {}): Promise<Bot> {
  const parts = await createProcessParts(config, overrides);
  const platforms = createPlatforms(parts);
  const bots =
    'workspaces' in config
      ? createWorkspaceBots(config, {
          parts,
          platforms,
          installations: createAppInstallations(config, parts, overrides),
          overrides,
        })
      : createOnlyBot(config, { parts, platforms, overrides });
  return createLifecycle({
    parts,
    bots,
    ops: createOps(parts, bots),
    hasDatabase: overrides.database !== undefined,
  });
}
