import type { ListedWorkspace, SeveralConfig } from '../config.ts';
import { workspaceAccount } from '../domain/workspace-account.ts';
import { sealerFor } from '../runtime/crypto.ts';
import { MINUTE_MS } from '../runtime/durations.ts';
import { settlesWithin, valueWithin } from '../runtime/timeouts.ts';
import { createPostJson } from '../slack/connection/clients.ts';
import {
  createWorkspaceReceiver,
  dispatchRequests,
  type TakeRequest,
  type Unserved,
} from '../slack/connection/dispatch.ts';
import { entryFor, type RequestOrigin } from '../slack/connection/workspaces.ts';
import type { EndedInstallation } from '../slack/oauth/ended.ts';
import type { Bots } from './bots.ts';
import { endWorkspaceBot } from './end-workspace-bot.ts';
import type { AppInstallations } from './installations.ts';
import type { Overrides } from './overrides.ts';
import type { Platforms } from './platforms.ts';
import type { ProcessParts } from './process-parts.ts';
import { warnWhereNobodyMayAsk } from './start-warnings.ts';
import { createWorkspaceBot, type WorkspaceBot } from './workspace-bot.ts';

interface WorkspaceBotsOptions {
  readonly parts: ProcessParts;
  readonly platforms: Platforms;
  readonly installations: AppInstallations;
  readonly overrides: Overrides;
}

/** Installations are looked for so often; what was read of one is remembered for as long at most. */
const LOOK_EVERY_MS = MINUTE_MS / 2;
/** A workspace that did not start is not tried again by each of its requests. */
const AGAIN_AFTER_MS = 10_000;
/** Slack waits for three seconds. */
const REQUEST_WAITS_MS = 2_000;
const START_WAITS_MS = 15_000;
const STOP_WAITS_MS = 1_000;

interface Running {
  readonly bot: WorkspaceBot;
  readonly take: TakeRequest;
  readonly stopping: AbortController;
}

/** A listed workspace, whether its bot runs or not. */
interface Place {
  readonly workspace: ListedWorkspace;
  running?: Running | undefined;
  starting?: Promise<Running | Unserved> | undefined;
  ending?: Promise<void> | undefined;
  /** Why it does not run. */
  unserved: Unserved;
  triedAtMs: number;
}

/**
 * A bot for each listed workspace that has installed the app: it starts with its installation, also while the process runs,
 * and ends with it. One that cannot start keeps no other from it.
 */
export function createWorkspaceBots(config: SeveralConfig, options: WorkspaceBotsOptions): Bots {
  const { parts, installations, overrides } = options;
  const { log, metrics } = parts.runtime;
  const { lookEveryMs = LOOK_EVERY_MS } = overrides;
  const places = new Map(
    [...config.workspaces].map(([id, workspace]): [string, Place] => [
      id,
      { workspace, unserved: 'not_installed', triedAtMs: Number.NEGATIVE_INFINITY },
    ]),
  );
  const all = () => [...places.values()];
  const { stopping } = parts.runtime;
  const running = () => all().flatMap((place) => place.running?.bot ?? []);
  let hasBegun = false;
  let isPreparing = false;
  let timer: NodeJS.Timeout | undefined;

  const settleIn = ({ bot }: Running): void => {
    if (hasBegun) bot.scheduleDueWork();
    if (isPreparing) void bot.prepare();
  };

  async function start(place: Place): Promise<Running | Unserved> {
    const { workspace } = place;
    if (!(await installations.find(workspace.installationId))) return 'not_installed';
    await place.ending;
    const made = await startBot(workspace, options);
    // It may have been stopped meanwhile.
    if (stopping.aborted) {
      await end(made);
      return 'not_started';
    }
    warnWhereNobodyMayAsk(workspace.access, made.bot.log);
    made.bot.log.info('the workspace is served');
    settleIn(made);
    return made;
  }

  function ensure(place: Place): Promise<Running | Unserved> {
    if (place.running) return Promise.resolve(place.running);
    if (place.starting) return place.starting;
    place.triedAtMs = performance.now();
    place.starting = start(place)
      .catch((error: unknown): Unserved => {
        log.error(
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

  function stop(place: Place): void {
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

  /** Starts what has been installed meanwhile, and ends what has been uninstalled; on this replica or another. */
  async function look(): Promise<void> {
    await Promise.all(
      all().map(async (place) => {
        try {
          const found = await installations.find(place.workspace.installationId);
          if (!found) stop(place);
          else await ensure(place);
        } catch (error) {
          // That the database is away its work has told.
          log.debug({ err: error, workspace: place.workspace.id }, 'whether it is installed was not told');
        }
      }),
    );
    await cleanUp();
  }

  async function find(origin: RequestOrigin) {
    const id = entryFor(origin, places);
    const place = id === undefined ? undefined : places.get(id);
    if (!place) return { unserved: 'not_listed' } as const;
    const { language } = place.workspace;
    if (place.running) return place.running.take;
    const isTried = performance.now() - place.triedAtMs < AGAIN_AFTER_MS && !place.starting;
    if (isTried) return { unserved: place.unserved, language };
    const outcome = (await valueWithin(REQUEST_WAITS_MS, ensure(place), () => undefined)) ?? 'not_started';
    return typeof outcome === 'string' ? { unserved: outcome, language } : outcome.take;
  }

  const installedAs = (ids: readonly string[]) =>
    all().filter(({ workspace }) => ids.includes(workspace.installationId));

  async function onUninstalled(event: EndedInstallation): Promise<void> {
    for (const place of installedAs(await installations.end(event))) stop(place);
    void cleanUp();
  }

  /** Once nothing writes any more. Never rejects. */
  async function cleanUp(): Promise<void> {
    await Promise.all(all().map(({ ending }) => ending));
    await installations.cleanUp().catch((error: unknown) => {
      log.debug({ err: error }, 'what is left of workspaces that are no longer installed stays so');
    });
  }

  const stateOf = ({ installationId }: ListedWorkspace) =>
    installations.failing().includes(installationId) ? 'token_not_renewed' : 'running';

  installations.addPages(parts.pages, ({ id }) => installedAs([id]).length > 0);
  installations.onSaved((id) => {
    for (const place of installedAs([id])) void ensure(place);
  });
  const requests = dispatchRequests({
    receiver: parts.connection.receiver,
    find,
    onUninstalled,
    fetch: createPostJson(config.proxies),
    log,
    metrics,
  });

  return {
    running,
    states: () =>
      Object.fromEntries(
        all().map(({ workspace, running, unserved }) => [
          workspace.id,
          running ? stateOf(workspace) : unserved === 'not_installed' ? unserved : 'not_started',
        ]),
      ),
    async start() {
      await settlesWithin(START_WAITS_MS, Promise.all(all().map(ensure)));
      timer = setInterval(() => void look(), lookEveryMs);
      timer.unref();
    },
    begin() {
      hasBegun = true;
      for (const { running } of places.values()) running?.bot.scheduleDueWork();
    },
    async warmUp() {
      await parts.storage.database().then(
        (database) => database.open(),
        () => undefined,
      );
    },
    async prepare() {
      isPreparing = true;
      await Promise.all(all().map(({ running }) => running?.bot.prepare()));
    },
    async answered() {
      await requests.ended();
      await Promise.all(running().map(({ slack }) => slack.inFlight.ended()));
    },
    async stop() {
      clearInterval(timer);
      const underWay = [
        installations.ended(),
        ...all().flatMap(({ starting, ending }) => [starting, ending]),
      ];
      await settlesWithin(STOP_WAITS_MS, Promise.allSettled(underWay));
    },
  };
}

async function end({ bot, stopping }: Running): Promise<void> {
  stopping.abort();
  await endWorkspaceBot(bot);
}

/** Puts the bot of a workspace together and has it sign in to Slack. Rejects where Slack does not take its token. */
async function startBot(
  workspace: ListedWorkspace,
  { parts, platforms, installations, overrides }: WorkspaceBotsOptions,
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
