import type { ListedWorkspace } from '../config.ts';
import { workspaceAccount } from '../domain/workspace-account.ts';
import { sealerFor } from '../runtime/crypto.ts';
import { createWorkspaceReceiver, type TakeRequest, type Unserved } from '../slack/connection/dispatch.ts';
import { endWorkspaceBot } from './end-workspace-bot.ts';
import type { AppInstallations } from './installations.ts';
import type { Overrides } from './overrides.ts';
import type { Platforms } from './platforms.ts';
import type { ProcessParts } from './process-parts.ts';
import { warnWhereNobodyMayAsk } from './start-warnings.ts';
import { createWorkspaceBot, type WorkspaceBot } from './workspace-bot.ts';

export interface PlaceOptions {
  readonly parts: ProcessParts;
  readonly platforms: Platforms;
  readonly installations: AppInstallations;
  readonly overrides: Overrides;
  /** What the process is at already, a bot that starts later is at too. */
  readonly onStarted: (bot: WorkspaceBot) => void;
}

interface Running {
  readonly bot: WorkspaceBot;
  readonly take: TakeRequest;
  readonly stopping: AbortController;
}

/** A listed workspace, whether its bot runs or not. */
export interface WorkspacePlace {
  readonly workspace: ListedWorkspace;
  running?: Running | undefined;
  starting?: Promise<Running | Unserved> | undefined;
  ending?: Promise<void> | undefined;
  /** Why it does not run. */
  unserved: Unserved;
  triedAtMs: number;
}

export function createPlace(workspace: ListedWorkspace): WorkspacePlace {
  return { workspace, unserved: 'not_installed', triedAtMs: Number.NEGATIVE_INFINITY };
}

/** Starts the bot of a workspace unless it runs or starts already. Never rejects: a workspace that cannot start is logged. */
export function ensureStarted(place: WorkspacePlace, options: PlaceOptions): Promise<Running | Unserved> {
  if (place.running) return Promise.resolve(place.running);
  if (place.starting) return place.starting;
  place.triedAtMs = performance.now();
  place.starting = start(place, options)
    .catch((error: unknown): Unserved => {
      options.parts.runtime.log.error(
        { err: error, workspace: place.workspace.id },
        'the workspace did not start; it is tried again',
      );
      return 'not_started';
    })
    .then((outcome) => {
      place.starting = undefined;
      if (typeof outcome === 'string') place.unserved = outcome;
      else place.running = outcome;
      return outcome;
    });
  return place.starting;
}

/** Ends the bot of a workspace that has uninstalled the app; `ending` tells when it has ended. */
export function stopServing(place: WorkspacePlace): void {
  const { running } = place;
  if (!running) return;
  place.running = undefined;
  place.unserved = 'not_installed';
  place.triedAtMs = Number.NEGATIVE_INFINITY;
  running.bot.log.info('the app is no longer installed; the workspace is not served any more');
  place.ending = end(running).finally(() => {
    place.ending = undefined;
  });
}

async function start(place: WorkspacePlace, options: PlaceOptions): Promise<Running | Unserved> {
  const { workspace } = place;
  if (!(await options.installations.find(workspace.installationId))) return 'not_installed';
  await place.ending;
  const made = await startBot(workspace, options);
  // It may have been stopped meanwhile.
  if (options.parts.runtime.stopping.aborted) {
    await end(made);
    return 'not_started';
  }
  warnWhereNobodyMayAsk(workspace.access, made.bot.log);
  made.bot.log.info('the workspace is served');
  options.onStarted(made.bot);
  return made;
}

async function end({ bot, stopping }: Running): Promise<void> {
  stopping.abort();
  await endWorkspaceBot(bot);
}

/** Puts the bot of a workspace together and has it sign in to Slack. Rejects where Slack does not take its token. */
async function startBot(
  workspace: ListedWorkspace,
  { parts, platforms, installations, overrides }: PlaceOptions,
): Promise<Running> {
  const { id, installationId } = workspace;
  const { runtime, config, storage } = parts;
  const platform = platforms.take(workspace.platform);
  const { receiver, take } = createWorkspaceReceiver();
  const stopping = new AbortController();
  const bot = createWorkspaceBot({
    config: { ...config, ...workspace },
    runtime: {
      ...runtime,
      log: runtime.log.child({ workspace: id }),
      sealer: sealerFor(id, runtime.sealer),
      stopping: AbortSignal.any([runtime.stopping, stopping.signal]),
    },
    overrides,
    storage,
    platform,
    account: workspaceAccount(id, platform.upstream.account),
    receiver,
    botToken: installations.source(installationId),
    ...(id.startsWith('T') ? { teamId: id } : {}),
  });
  try {
    await bot.slack.signIn();
  } catch (error) {
    await end({ bot, take, stopping });
    throw error;
  }
  return { bot, take, stopping };
}
