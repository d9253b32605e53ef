import type { ListedWorkspace } from '../config.ts';
import type { Installation } from '../domain/installation.ts';
import { workspaceAccount } from '../domain/workspace-account.ts';
import type { Log } from '../ops/log.ts';
import { sealerFor } from '../runtime/crypto.ts';
import { createWorkspaceReceiver, type TakeRequest, type Unserved } from '../slack/connection/dispatch.ts';
import { isSignedOut, isTokenExpired, slackErrorCode } from '../slack/errors.ts';
import type { AppInstallations } from './installations.ts';
import type { Overrides } from './overrides.ts';
import type { Platforms, ProcessParts } from './process-parts.ts';
import { warnWhereNobodyMayAsk } from './start-warnings.ts';
import { createWorkspaceBot, endWorkspaceBot, type WorkspaceBot } from './workspace-bot.ts';

export interface PlaceOptions {
  readonly parts: ProcessParts;
  readonly platforms: Platforms;
  readonly installations: AppInstallations;
  readonly overrides: Overrides;
  /** Brings a late bot to the state of the process. */
  readonly onStarted: (bot: WorkspaceBot) => void;
}

interface Running {
  readonly bot: WorkspaceBot;
  readonly take: TakeRequest;
  readonly stopping: AbortController;
  readonly installationId: string;
}

type WhyUnserved = Exclude<Unserved, 'not_listed'>;

export interface WorkspacePlace {
  readonly workspace: ListedWorkspace;
  running?: Running | undefined;
  starting?: Promise<Running | WhyUnserved> | undefined;
  ending?: Promise<void> | undefined;
  unserved: WhyUnserved;
  triedAtMs: number;
  /** By installation, the token that Slack refuses: unused until a request comes from there. */
  readonly refused: Map<string, string>;
  /** The same for those in the log. */
  readonly told: Map<string, string>;
}

export function createPlace(workspace: ListedWorkspace): WorkspacePlace {
  return {
    workspace,
    unserved: 'not_installed',
    triedAtMs: Number.NEGATIVE_INFINITY,
    refused: new Map(),
    told: new Map(),
  };
}

/** Never rejects: a failed start is logged. */
export function ensureStarted(place: WorkspacePlace, options: PlaceOptions): Promise<Running | WhyUnserved> {
  if (place.running) return Promise.resolve(place.running);
  if (place.starting) return place.starting;
  place.triedAtMs = performance.now();
  place.starting = start(place, options)
    .catch((error: unknown): WhyUnserved => {
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

/** Runs the bot with the present installation, or not at all. Rejects where the database is away. */
export async function followInstallation(place: WorkspacePlace, options: PlaceOptions): Promise<void> {
  const found = await usableInstallation(place, options);
  const { running } = place;
  if (typeof found === 'string') {
    place.unserved = found;
    if (running) stopServing(place, 'the app is no longer installed; the workspace is not served any more');
    return;
  }
  if (running && running.installationId !== found.id)
    stopServing(place, 'the workspace is served by another installation of the app from now on');
  await ensureStarted(place, options);
}

function stopServing(place: WorkspacePlace, why: string): void {
  const { running } = place;
  if (!running) return;
  place.running = undefined;
  place.triedAtMs = Number.NEGATIVE_INFINITY;
  running.bot.log.info(why);
  place.ending = end(running).finally(() => {
    place.ending = undefined;
  });
}

/** The first installation with a token that Slack has not refused, or why there is none. */
async function usableInstallation(
  { workspace, refused }: WorkspacePlace,
  { installations }: PlaceOptions,
): Promise<Installation | WhyUnserved> {
  let why: WhyUnserved = 'not_installed';
  for (const id of workspace.installationIds) {
    const found = await installations.read(id);
    if (found && refused.get(id) !== found.botToken) return found;
    if (found) why = 'token_refused';
  }
  return why;
}

async function start(place: WorkspacePlace, options: PlaceOptions): Promise<Running | WhyUnserved> {
  const { runtime } = options.parts;
  const found = await usableInstallation(place, options);
  if (typeof found === 'string') return found;
  await place.ending;
  let made: Running;
  try {
    made = await startBot(place, found.id, options);
  } catch (error) {
    const reason = slackErrorCode(error);
    if (reason === undefined || !isSignedOut(reason) || isTokenExpired(reason)) throw error;
    tellRefused(place, found, { reason, log: runtime.log });
    return start(place, options);
  }
  if (runtime.stopping.aborted) {
    await end(made);
    return 'not_started';
  }
  warnWhereNobodyMayAsk(place.workspace.access, made.bot.log);
  made.bot.log.info('the workspace is served');
  options.onStarted(made.bot);
  return made;
}

/** An uninstallation without its event looks like this, and only a new installation repairs it. */
function tellRefused(
  place: WorkspacePlace,
  { id, botToken }: Installation,
  { reason, log }: { readonly reason: string; readonly log: Log },
): void {
  place.refused.set(id, botToken);
  if (place.told.get(id) === botToken) return;
  place.told.set(id, botToken);
  log.error(
    { workspace: place.workspace.id, installation: id, reason },
    'Slack no longer takes the token of this installation, so it is asked nothing more by it: open /slack/install in a browser and install the app there again',
  );
}

async function end({ bot, stopping }: Omit<Running, 'installationId'>): Promise<void> {
  stopping.abort();
  await endWorkspaceBot(bot);
}

/** Rejects where Slack refuses the token. */
async function startBot(
  place: WorkspacePlace,
  installationId: string,
  options: PlaceOptions,
): Promise<Running> {
  const { parts, platforms, installations, overrides } = options;
  const { workspace } = place;
  const { id } = workspace;
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
    onTokenRefused() {
      if (place.running?.bot !== bot) return;
      stopServing(place, 'Slack no longer takes the token; the workspace is started anew');
      void ensureStarted(place, options);
    },
    ...(id.startsWith('T') ? { teamId: id } : {}),
  });
  try {
    await bot.slack.signIn();
  } catch (error) {
    await end({ bot, take, stopping });
    throw error;
  }
  return { bot, take, stopping, installationId };
}
