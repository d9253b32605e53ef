import type { ListedWorkspace } from '../config.ts';
import type { Installation } from '../domain/installation.ts';
import { workspaceAccount } from '../domain/workspace-account.ts';
import { type Log, reasonOf } from '../ops/log.ts';
import { sealerFor } from '../runtime/crypto.ts';
import {
  createWorkspaceReceiver,
  type ProcessEvent,
  type UnservedReason,
} from '../slack/connection/dispatch.ts';
import { isSignedOut, isTokenExpired, slackErrorCode } from '../slack/errors.ts';
import type { AppInstallations } from './installations.ts';
import type { Overrides } from './overrides.ts';
import type { Platforms, ProcessParts } from './process-parts.ts';
import { warnIfNoOneMayAsk } from './start-warnings.ts';
import { createWorkspaceBot, endWorkspaceBot, type WorkspaceBot } from './workspace-bot.ts';

export interface WorkspaceSlotOptions {
  readonly parts: ProcessParts;
  readonly platforms: Platforms;
  readonly installations: AppInstallations;
  readonly overrides: Overrides;
  readonly onStarted: (bot: WorkspaceBot) => void;
}

interface RunningWorkspace {
  readonly bot: WorkspaceBot;
  readonly processEvent: ProcessEvent;
  readonly stopping: AbortController;
  readonly installationId: string;
}

type UnservedState = Exclude<UnservedReason, 'not_listed'>;

export interface WorkspaceSlot {
  readonly workspace: ListedWorkspace;
  running?: RunningWorkspace | undefined;
  starting?: Promise<RunningWorkspace | UnservedState> | undefined;
  ending?: Promise<void> | undefined;
  unserved: UnservedState;
  triedAtMs: number;
  /** Installation id → the refused bot token, unused until Slack sends a request of the workspace. */
  readonly refusedTokens: Map<string, string>;
  /** Installation id → the refused bot token that was logged last, so that each is logged only once. */
  readonly loggedTokens: Map<string, string>;
  /** Reason → number of failed starts since the workspace was last served; only the first is logged. */
  readonly failedStarts: Map<string, number>;
}

export function createSlot(workspace: ListedWorkspace): WorkspaceSlot {
  return {
    workspace,
    unserved: 'not_installed',
    triedAtMs: Number.NEGATIVE_INFINITY,
    refusedTokens: new Map(),
    loggedTokens: new Map(),
    failedStarts: new Map(),
  };
}

/** Starts the workspace's bot unless it is running. Logs a failed start; never rejects. */
export function ensureStarted(
  slot: WorkspaceSlot,
  options: WorkspaceSlotOptions,
): Promise<RunningWorkspace | UnservedState> {
  if (slot.running) return Promise.resolve(slot.running);
  if (slot.starting) return slot.starting;
  slot.triedAtMs = performance.now();
  slot.starting = startServing(slot, options)
    .catch((error: unknown): UnservedState => {
      const reason = slackErrorCode(error) ?? reasonOf(error);
      const facts = { err: error, workspace: slot.workspace.id };
      if (!slot.failedStarts.has(reason))
        options.parts.runtime.log.error(facts, 'the workspace did not start; it is tried again');
      slot.failedStarts.set(reason, (slot.failedStarts.get(reason) ?? 0) + 1);
      return 'not_started';
    })
    .then((result) => {
      slot.starting = undefined;
      if (typeof result === 'string') slot.unserved = result;
      else slot.running = result;
      return result;
    });
  return slot.starting;
}

/** Runs the bot with the current installation; without one, stops the bot. Rejects if the database fails. */
export async function applyInstallation(slot: WorkspaceSlot, options: WorkspaceSlotOptions): Promise<void> {
  const found = await usableInstallation(slot, options);
  const { running } = slot;
  if (typeof found === 'string') {
    slot.unserved = found;
    if (running) stopServing(slot, 'the app is no longer installed; the workspace is not served any more');
    return;
  }
  if (running && running.installationId !== found.id)
    stopServing(slot, 'the workspace is served by another installation of the app from now on');
  await ensureStarted(slot, options);
}

function stopServing(slot: WorkspaceSlot, why: string): void {
  const { running } = slot;
  if (!running) return;
  slot.running = undefined;
  slot.triedAtMs = Number.NEGATIVE_INFINITY;
  running.bot.log.info(why);
  slot.ending = endRunning(running).finally(() => {
    slot.ending = undefined;
  });
}

async function usableInstallation(
  { workspace, refusedTokens }: WorkspaceSlot,
  { installations }: WorkspaceSlotOptions,
): Promise<Installation | UnservedState> {
  let why: UnservedState = 'not_installed';
  for (const id of workspace.installationIds) {
    const found = await installations.read(id);
    if (found && refusedTokens.get(id) !== found.botToken) return found;
    if (found) why = 'token_refused';
  }
  return why;
}

async function startServing(
  slot: WorkspaceSlot,
  options: WorkspaceSlotOptions,
): Promise<RunningWorkspace | UnservedState> {
  const { runtime } = options.parts;
  const found = await usableInstallation(slot, options);
  if (typeof found === 'string') return found;
  await slot.ending;
  let running: RunningWorkspace;
  try {
    running = await startBot(slot, found.id, options);
  } catch (error) {
    const reason = slackErrorCode(error);
    if (reason === undefined || !isSignedOut(reason) || isTokenExpired(reason)) throw error;
    logRefusedToken(slot, found, { reason, log: runtime.log });
    return startServing(slot, options);
  }
  if (runtime.stopping.aborted) {
    await endRunning(running);
    return 'not_started';
  }
  warnIfNoOneMayAsk(slot.workspace.access, running.bot.log);
  const failedStarts = [...slot.failedStarts.values()].reduce((sum, count) => sum + count, 0);
  slot.failedStarts.clear();
  running.bot.log.info(failedStarts > 0 ? { failedStarts } : {}, 'the workspace is served');
  options.onStarted(running.bot);
  return running;
}

/** Slack refuses the token, maybe after an uninstallation without an event; then only reinstalling helps. */
function logRefusedToken(
  slot: WorkspaceSlot,
  { id, botToken }: Installation,
  { reason, log }: { readonly reason: string; readonly log: Log },
): void {
  slot.refusedTokens.set(id, botToken);
  if (slot.loggedTokens.get(id) === botToken) return;
  slot.loggedTokens.set(id, botToken);
  log.error(
    { workspace: slot.workspace.id, installation: id, reason },
    'Slack no longer takes the token of this installation, so it is asked nothing more by it: open /slack/install in a browser and install the app there again',
  );
}

async function endRunning({ bot, stopping }: Omit<RunningWorkspace, 'installationId'>): Promise<void> {
  stopping.abort();
  await endWorkspaceBot(bot);
}

async function startBot(
  slot: WorkspaceSlot,
  installationId: string,
  options: WorkspaceSlotOptions,
): Promise<RunningWorkspace> {
  const { parts, platforms, installations, overrides } = options;
  const { workspace } = slot;
  const { id } = workspace;
  const { runtime, config, storage, dueClock } = parts;
  const platform = platforms.acquire(workspace.platform);
  const { receiver, processEvent } = createWorkspaceReceiver();
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
    dueClock,
    platform,
    account: workspaceAccount(id, platform.upstream.account),
    receiver,
    botToken: installations.source(installationId),
    onTokenRefused() {
      if (slot.running?.bot !== bot) return;
      stopServing(slot, 'Slack no longer takes the token; the workspace is started again');
      void ensureStarted(slot, options);
    },
    ...(id.startsWith('T') ? { teamId: id } : {}),
  });
  try {
    await bot.slack.signIn();
  } catch (error) {
    await endRunning({ bot, processEvent, stopping });
    throw error;
  }
  return { bot, processEvent, stopping, installationId };
}
