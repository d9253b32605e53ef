import type { SeveralConfig } from '../config.ts';
import type { Log } from '../ops/log.ts';
import { settlesWithin, valueWithin } from '../runtime/timeouts.ts';
import { createPostJson } from '../slack/connection/clients.ts';
import { Dispatcher, type WhoTakes } from '../slack/connection/dispatch.ts';
import { entryFor, type RequestOrigin } from '../slack/connection/workspaces.ts';
import type { EndedInstallation } from '../slack/oauth/ended.ts';
import type { AppInstallations } from './installations.ts';
import type { Bots, ServingState } from './lifecycle.ts';
import {
  createPlace,
  ensureStarted,
  followInstallation,
  type PlaceOptions,
  type WorkspacePlace,
} from './workspace-place.ts';

const START_WAITS_MS = 15_000;
const STOP_WAITS_MS = 1_000;

/** A bot for each listed workspace while the app is installed there. One that cannot start delays no other. */
export function createWorkspaceBots(config: SeveralConfig, options: Omit<PlaceOptions, 'onStarted'>): Bots {
  const { parts, installations } = options;
  const { log, metrics, timings } = parts.runtime;
  let hasBegun = false;
  let isPreparing = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  };
  const { all, installedAs, ensure, follow, look, find, onUninstalled, cleaned } = createWorkspacePlaces(
    config.workspaces,
    {
      ...options,
      onStarted(bot) {
        if (hasBegun) bot.scheduleDueWork();
        if (isPreparing) void bot.prepare();
      },
    },
  );
  const running = () => all().flatMap((place) => place.running?.bot ?? []);
  installations.addPages(parts.pages, ({ id }) => installedAs([id]).length > 0);
  installations.onSaved((id) => {
    for (const place of installedAs([id])) void follow(place);
  });
  const fetch = createPostJson(config.proxies, parts.runtime.timings);
  const { receiver } = parts.connection;
  const requests = new Dispatcher({ receiver, find, onUninstalled, fetch, log, metrics });

  return {
    running,
    states: () =>
      Object.fromEntries(all().map((place) => [place.workspace.id, stateOf(place, installations)])),
    async start() {
      await settlesWithin(START_WAITS_MS, Promise.all(all().map(ensure)));
      timer = setInterval(lookOnce, timings.workspacesEveryMs);
      timer.unref();
    },
    begin() {
      hasBegun = true;
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
    async answered() {
      await requests.inFlight.ended();
      await Promise.all(running().map(({ slack }) => slack.inFlight.ended()));
    },
    async stop() {
      clearInterval(timer);
      const underWay = all().flatMap(({ starting, ending }) => [starting, ending]);
      const ended = [installations.ended(), looking, cleaned(), ...underWay];
      await settlesWithin(STOP_WAITS_MS, Promise.allSettled(ended));
    },
  };
}

function stateOf(
  { running, unserved }: WorkspacePlace,
  installations: Pick<AppInstallations, 'failing'>,
): ServingState {
  if (!running) return unserved;
  return installations.failing().includes(running.installationId) ? 'token_not_renewed' : 'running';
}

/** Slack waits for three seconds. */
const REQUEST_WAITS_MS = 2_000;

function createWorkspacePlaces(workspaces: SeveralConfig['workspaces'], options: PlaceOptions) {
  const { installations } = options;
  const { log } = options.parts.runtime;
  const places = new Map([...workspaces].map(([id, workspace]) => [id, createPlace(workspace)]));
  const all = () => [...places.values()];
  const installedAs = (ids: readonly string[]) =>
    all().filter(({ workspace }) => workspace.installationIds.some((id) => ids.includes(id)));

  let cleaning = Promise.resolve();
  const clean = () => {
    cleaning = cleaning.then(() => cleanUp(all(), installations, log));
    return cleaning;
  };

  return {
    all,
    installedAs,
    ensure: (place: WorkspacePlace) => ensureStarted(place, options),
    follow: (place: WorkspacePlace) => lookAt(place, options),
    /** Starts and ends bots after installations on any replica. Never rejects. */
    async look(): Promise<void> {
      await Promise.all(all().map((place) => lookAt(place, options)));
      await clean();
    },
    async find(origin: RequestOrigin): Promise<WhoTakes> {
      const id = entryFor(origin, workspaces);
      const place = id === undefined ? undefined : places.get(id);
      return place ? whoTakes(place, options) : { unserved: 'not_listed' };
    },
    async onUninstalled(event: EndedInstallation): Promise<void> {
      await Promise.all(installedAs(await installations.end(event)).map((place) => lookAt(place, options)));
      void clean();
    },
    cleaned: () => cleaning,
  };
}

async function lookAt(place: WorkspacePlace, options: PlaceOptions): Promise<void> {
  await followInstallation(place, options).catch((error: unknown) => {
    // The background work logs that the database is away.
    const { log } = options.parts.runtime;
    log.debug({ err: error, workspace: place.workspace.id }, 'whether it is installed was not told');
  });
}

async function whoTakes(place: WorkspacePlace, options: PlaceOptions): Promise<WhoTakes> {
  const { language } = place.workspace;
  if (place.running) return place.running.take;
  const { workspaceRetryMs } = options.parts.runtime.timings;
  const isTried = performance.now() - place.triedAtMs < workspaceRetryMs && !place.starting;
  if (isTried) return { unserved: place.unserved, language };
  // Slack sends requests only where the app is installed: its token may be valid again.
  if (!place.starting) place.refused.clear();
  const started = ensureStarted(place, options);
  const outcome = (await valueWithin(REQUEST_WAITS_MS, started, () => undefined)) ?? 'not_started';
  return typeof outcome === 'string' ? { unserved: outcome, language } : outcome.take;
}

async function cleanUp(
  places: readonly WorkspacePlace[],
  installations: AppInstallations,
  log: Log,
): Promise<void> {
  await Promise.all(places.map(({ ending }) => ending));
  await installations.cleanUp().catch((error: unknown) => {
    log.debug({ err: error }, 'what is left of workspaces that are no longer installed stays so');
  });
}
