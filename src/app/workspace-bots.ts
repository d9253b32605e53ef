import type { SeveralConfig } from '../config.ts';
import { settlesWithin } from '../runtime/timeouts.ts';
import { createPostJson } from '../slack/connection/clients.ts';
import { dispatchRequests } from '../slack/connection/dispatch.ts';
import type { AppInstallations } from './installations.ts';
import type { Bots, ServingState } from './lifecycle.ts';
import type { PlaceOptions, WorkspacePlace } from './workspace-place.ts';
import { createWorkspacePlaces } from './workspace-places.ts';

const START_WAITS_MS = 15_000;
const STOP_WAITS_MS = 1_000;

/**
 * A bot for each listed workspace that has installed the app: it starts with its installation, also while the process runs,
 * and ends with it. One that cannot start keeps no other from it.
 */
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
  const requests = dispatchRequests({ receiver, find, onUninstalled, fetch, log, metrics });

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
      await requests.ended();
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
