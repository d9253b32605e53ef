import type { SeveralConfig } from '../config.ts';
import type { Log } from '../ops/log.ts';
import { finishesWithin, valueWithin } from '../runtime/timeouts.ts';
import { createPostJson } from '../slack/connection/clients.ts';
import { Dispatcher, type DispatchResult } from '../slack/connection/dispatch.ts';
import { entryFor, type RequestOrigin } from '../slack/connection/workspaces.ts';
import type { EndedInstallation } from '../slack/oauth/ended-installation.ts';
import type { AppInstallations } from './installations.ts';
import type { Bots, ServingState } from './lifecycle.ts';
import {
  applyInstallation,
  createSlot,
  ensureStarted,
  type WorkspaceSlot,
  type WorkspaceSlotOptions,
} from './workspace-slot.ts';

const START_WAITS_MS = 15_000;
const STOP_WAITS_MS = 1_000;

/** Runs a bot in each listed workspace where the app is installed. A failed start delays no other bot. */
export function createWorkspaceBots(
  config: SeveralConfig,
  options: Omit<WorkspaceSlotOptions, 'onStarted'>,
): Bots {
  const { parts, installations } = options;
  const { log, metrics, timings } = parts.runtime;
  let hasStarted = false;
  let isPreparing = false;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  const pollOnce = () => {
    polling ??= poll().finally(() => {
      polling = undefined;
    });
  };
  const { all, installedAs, ensure, apply, poll, find, onUninstalled, cleaned } = createSlots(
    config.workspaces,
    {
      ...options,
      onStarted(bot) {
        if (hasStarted) bot.scheduleDueWork();
        if (isPreparing) void bot.prepare();
      },
    },
  );
  const running = () => all().flatMap((slot) => slot.running?.bot ?? []);
  installations.addPages(parts.pages, ({ id }) => installedAs([id]).length > 0);
  installations.onSaved((id) => {
    for (const slot of installedAs([id])) void apply(slot);
  });
  const fetch = createPostJson(config.proxies, parts.runtime.timings);
  const { receiver } = parts.connection;
  const requests = new Dispatcher({ receiver, find, onUninstalled, fetch, log, metrics });

  return {
    running,
    states: () => Object.fromEntries(all().map((slot) => [slot.workspace.id, stateOf(slot, installations)])),
    async start() {
      await finishesWithin(START_WAITS_MS, Promise.all(all().map(ensure)));
      timer = setInterval(pollOnce, timings.workspacesEveryMs);
      timer.unref();
    },
    startDueWork() {
      hasStarted = true;
      for (const bot of running()) bot.scheduleDueWork();
    },
    async warmUp() {
      await parts.storage.database().then(
        (database) => database.open(),
        () => undefined,
      );
    },
    async prepare() {
      isPreparing = true;
      await Promise.all(running().map((bot) => bot.prepare()));
    },
    async requestsFinished() {
      await requests.inFlight.ended();
      await Promise.all(running().map(({ slack }) => slack.inFlight.ended()));
    },
    async stop() {
      clearInterval(timer);
      const underWay = all().flatMap(({ starting, ending }) => [starting, ending]);
      const ended = [installations.ended(), polling, cleaned(), ...underWay];
      await finishesWithin(STOP_WAITS_MS, Promise.allSettled(ended));
    },
  };
}

function stateOf(
  { running, unserved }: WorkspaceSlot,
  installations: Pick<AppInstallations, 'failing'>,
): ServingState {
  if (!running) return unserved;
  return installations.failing().includes(running.installationId) ? 'token_not_renewed' : 'running';
}

/** How long a request waits for the start of its workspace's bot; Slack waits 3 s for an answer. */
const START_TIMEOUT_MS = 2_000;

function createSlots(workspaces: SeveralConfig['workspaces'], options: WorkspaceSlotOptions) {
  const { installations } = options;
  const { log } = options.parts.runtime;
  const slots = new Map([...workspaces].map(([id, workspace]) => [id, createSlot(workspace)]));
  const all = () => [...slots.values()];
  const installedAs = (ids: readonly string[]) =>
    all().filter(({ workspace }) => workspace.installationIds.some((id) => ids.includes(id)));

  let cleaning = Promise.resolve();
  const clean = () => {
    cleaning = cleaning.then(() => cleanUpRemoved(all(), installations, log));
    return cleaning;
  };

  return {
    all,
    installedAs,
    ensure: (slot: WorkspaceSlot) => ensureStarted(slot, options),
    apply: (slot: WorkspaceSlot) => applySafely(slot, options),
    /** Starts and stops bots after the app was installed or uninstalled at any replica. Never rejects. */
    async poll(): Promise<void> {
      await Promise.all(all().map((slot) => applySafely(slot, options)));
      await clean();
    },
    async find(origin: RequestOrigin): Promise<DispatchResult> {
      const id = entryFor(origin, workspaces);
      const slot = id === undefined ? undefined : slots.get(id);
      return slot ? dispatchTo(slot, options) : { unserved: 'not_listed' };
    },
    async onUninstalled(event: EndedInstallation): Promise<void> {
      await Promise.all(
        installedAs(await installations.end(event)).map((slot) => applySafely(slot, options)),
      );
      void clean();
    },
    cleaned: () => cleaning,
  };
}

async function applySafely(slot: WorkspaceSlot, options: WorkspaceSlotOptions): Promise<void> {
  await applyInstallation(slot, options).catch((error: unknown) => {
    const { log } = options.parts.runtime;
    // The error is logged only at debug level, because the jobs log that the database is unavailable.
    log.debug(
      { err: error, workspace: slot.workspace.id },
      'the database did not say whether the app is installed',
    );
  });
}

async function dispatchTo(slot: WorkspaceSlot, options: WorkspaceSlotOptions): Promise<DispatchResult> {
  const { language } = slot.workspace;
  if (slot.running) return slot.running.processEvent;
  const { workspaceRetryMs } = options.parts.runtime.timings;
  const isTried = performance.now() - slot.triedAtMs < workspaceRetryMs && !slot.starting;
  if (isTried) return { unserved: slot.unserved, language };
  // A request from Slack shows that the app is installed, so a refused token may be valid again.
  if (!slot.starting) slot.refusedTokens.clear();
  const started = ensureStarted(slot, options);
  const result = (await valueWithin(START_TIMEOUT_MS, started)) ?? 'not_started';
  return typeof result === 'string' ? { unserved: result, language } : result.processEvent;
}

async function cleanUpRemoved(
  slots: readonly WorkspaceSlot[],
  installations: AppInstallations,
  log: Log,
): Promise<void> {
  await Promise.all(slots.map(({ ending }) => ending));
  await installations.cleanUp().catch((error: unknown) => {
    log.debug({ err: error }, 'what is left of workspaces that are no longer installed stays so');
  });
}
