import type { SeveralConfig } from '../config.ts';
import type { Language } from '../i18n/index.ts';
import type { Log } from '../ops/log.ts';
import { valueWithin } from '../runtime/timeouts.ts';
import type { TakeRequest, Unserved } from '../slack/connection/dispatch.ts';
import { entryFor, type RequestOrigin } from '../slack/connection/workspaces.ts';
import type { EndedInstallation } from '../slack/oauth/ended.ts';
import type { AppInstallations } from './installations.ts';
import {
  createPlace,
  ensureStarted,
  followInstallation,
  type PlaceOptions,
  type WorkspacePlace,
} from './workspace-place.ts';

/** Slack waits for three seconds. */
const REQUEST_WAITS_MS = 2_000;

type WhoTakes = TakeRequest | { readonly unserved: Unserved; readonly language?: Language | undefined };

/** The listed workspaces, each served from its installation on and until its end. */
export interface WorkspacePlaces {
  all(): readonly WorkspacePlace[];
  installedAs(ids: readonly string[]): readonly WorkspacePlace[];
  ensure(place: WorkspacePlace): Promise<unknown>;
  /** Has it be served by the installation that there is now. Never rejects. */
  follow(place: WorkspacePlace): Promise<void>;
  /** Starts what has been installed meanwhile, and ends what has been uninstalled; on this replica or another. Never rejects. */
  look(): Promise<void>;
  /** Who takes a request from there; waits for a bot that is just starting. */
  find(origin: RequestOrigin): Promise<WhoTakes>;
  onUninstalled(event: EndedInstallation): Promise<void>;
  /** Resolves when nothing of workspaces that are gone is being deleted. */
  cleaned(): Promise<void>;
}

export function createWorkspacePlaces(
  workspaces: SeveralConfig['workspaces'],
  options: PlaceOptions,
): WorkspacePlaces {
  const { installations } = options;
  const { log } = options.parts.runtime;
  const places = new Map([...workspaces].map(([id, workspace]) => [id, createPlace(workspace)]));
  const all = () => [...places.values()];
  const installedAs = (ids: readonly string[]) =>
    all().filter(({ workspace }) => workspace.installationIds.some((id) => ids.includes(id)));

  let cleaning = Promise.resolve();
  /** One after the other. */
  const clean = () => {
    cleaning = cleaning.then(() => cleanUp(all(), installations, log));
    return cleaning;
  };

  return {
    all,
    installedAs,
    ensure: (place) => ensureStarted(place, options),
    follow: (place) => lookAt(place, options),
    async look() {
      await Promise.all(all().map((place) => lookAt(place, options)));
      await clean();
    },
    async find(origin) {
      const id = entryFor(origin, workspaces);
      const place = id === undefined ? undefined : places.get(id);
      return place ? whoTakes(place, options) : { unserved: 'not_listed' };
    },
    async onUninstalled(event) {
      await Promise.all(installedAs(await installations.end(event)).map((place) => lookAt(place, options)));
      void clean();
    },
    cleaned: () => cleaning,
  };
}

async function lookAt(place: WorkspacePlace, options: PlaceOptions): Promise<void> {
  await followInstallation(place, options).catch((error: unknown) => {
    // That the database is away its work has told.
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
  // Slack would not send it where the app is not there: its token may be good again.
  if (!place.starting) place.refused.clear();
  const started = ensureStarted(place, options);
  const outcome = (await valueWithin(REQUEST_WAITS_MS, started, () => undefined)) ?? 'not_started';
  return typeof outcome === 'string' ? { unserved: outcome, language } : outcome.take;
}

/** Once nothing writes any more. Never rejects. */
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
