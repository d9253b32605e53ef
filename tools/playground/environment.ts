import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { DiagnosticRequestError, RequestError } from 'got';
import { createApp } from '../../src/app/create-app.ts';
import type { Bot } from '../../src/app/lifecycle.ts';
import type { Overrides } from '../../src/app/overrides.ts';
import { loadConfig } from '../../src/config.ts';
import type { Log } from '../../src/ops/log.ts';
import type { Timings } from '../../src/runtime/timings.ts';
import { type Manifest, readManifest } from '../fake-slack/workspace/manifest.ts';
import {
  createWorkspace,
  type LocalChannel,
  type Person,
  type UserGroup,
  type Workspace,
} from '../fake-slack/workspace/workspace.ts';
import { createSandbox, type Faults, type Sandbox, type SandboxCall } from '../sandbox/index.ts';
import { createMovedClock } from './moved-clock.ts';

export interface EnvironmentOptions {
  readonly people: readonly Person[];
  readonly channels: readonly LocalChannel[];
  readonly userGroups?: readonly UserGroup[];
  readonly teamName?: string;
  /** Value of the bot's setting `ALLOWED_CHANNELS`: channel ids. */
  readonly allowedChannels: readonly string[];
  /** Value of the bot's setting `ALLOWED_USERGROUPS`: user group ids, or `*` for everyone. */
  readonly allowedUserGroups: readonly string[];
  /** `timeZone` and `language`: the bot's settings `TIMEZONE` and `LANGUAGE`. Without them: its defaults. */
  readonly timeZone?: string;
  readonly language?: string;
  readonly now?: () => Date;
  readonly log: Log;
  readonly faults?: Faults;
  readonly timings?: Partial<Timings>;
  /** Returns an empty database for each started bot; the caller closes it. Default: the bot creates one. */
  readonly database?: () => Promise<Required<Overrides>['database']>;
  readonly onPlatformCall?: (call: SandboxCall) => void;
  readonly onConnectionRefused?: (request: RefusedConnection) => void;
}

/** Fake Slack, the bot as in production and a simulated SMS platform, connected over local HTTP. */
export type PlaygroundEnvironment = Awaited<ReturnType<typeof startEnvironment>>;

export async function startEnvironment(options: EnvironmentOptions) {
  await using resources = new AsyncDisposableStack();
  const secrets = createSecrets();
  const manifest = await readManifest();
  const workspace = workspaceOf(options, manifest, secrets);
  resources.defer(() => workspace.stop());
  const platform = createSandbox({
    isUneven: true,
    ...(options.now === undefined ? {} : { now: options.now }),
    ...(options.onPlatformCall === undefined ? {} : { onCall: options.onPlatformCall }),
  });
  resources.defer(() => platform.stop());
  const [{ apiUrl }, { url: platformUrl }] = await Promise.all([workspace.start(), platform.start()]);
  if (options.faults) platform.setFaults(options.faults);
  if (options.onConnectionRefused)
    resources.defer(watchRefusedConnections(platformUrl, options.onConnectionRefused));

  const config = loadConfig(settingsOf(options, secrets, { apiUrl, platformUrl, platform }));
  const inTurn = createTurns();
  const { log, now, timings } = options;
  const overrides = {
    log,
    ...(now === undefined ? {} : { now, clock: createMovedClock(now) }),
    ...(timings === undefined ? {} : { timings }),
  };
  const bot = await createRestartableBot(async () => {
    const database = await options.database?.();
    const started = await createApp(config, { ...overrides, ...(database && { database }) });
    const { port } = await started.start();
    workspace.connect(`http://127.0.0.1:${port}/slack/events`);
    return started;
  });
  resources.defer(() => bot.stop());

  const platformPort = Number(new URL(platformUrl).port);
  let isListening = true;
  let isStopped = false;
  const running = resources.move();
  return {
    workspace,
    platform,
    manifest,
    secrets: [...Object.values(secrets), ...Object.values(platform.credentials)],
    /** Opens the bot's database before its first use, also after each restart. Resolves when it is open. */
    warmUp: bot.warmUp,
    requestsFinished: bot.requestsFinished,
    reach: (isReachable: boolean) =>
      inTurn(async () => {
        if (isStopped || isReachable === isListening) return;
        if (isReachable) await platform.start(platformPort);
        else await platform.stop();
        isListening = isReachable;
      }),
    isReachable: () => isListening,
    /** Starts a new bot after the current bot has finished its work. */
    restartBot: () => inTurn(async () => (isStopped ? undefined : bot.restart())),
    // Waits for a running restart, so that the stop and a restart do not overlap.
    stop: () =>
      inTurn(async () => {
        isStopped = true;
        // The platform stops first, so that the bot's pending requests to it fail and do not delay the stop.
        await platform.stop();
        await running.disposeAsync();
      }),
  };
}

type LocalSecrets = ReturnType<typeof createSecrets>;

function createSecrets() {
  return {
    botToken: 'xoxb-local',
    signingSecret: `local-${randomBytes(16).toString('hex')}`,
    secretKey: randomBytes(32).toString('base64'),
  };
}

function workspaceOf(
  { people, channels, userGroups = [], teamName, now }: EnvironmentOptions,
  { name, description: _, commands, ...features }: Manifest,
  { signingSecret, botToken }: LocalSecrets,
): Workspace {
  return createWorkspace({
    signingSecret,
    botToken,
    people,
    channels,
    userGroups,
    commands: commands.map(({ command }) => command),
    escapes: commands.flatMap(({ command, escapes }) => (escapes ? [command] : [])),
    ...features,
    botName: name,
    linksPhoneNumbers: true,
    ...(teamName === undefined ? {} : { teamName }),
    ...(now === undefined ? {} : { now, clock: createMovedClock(now) }),
  });
}

function settingsOf(
  { allowedChannels, allowedUserGroups, timeZone, language }: EnvironmentOptions,
  { botToken, signingSecret, secretKey }: LocalSecrets,
  servers: { readonly apiUrl: string; readonly platformUrl: string; readonly platform: Sandbox },
): Record<string, string> {
  const { apiUrl, platformUrl, platform } = servers;
  const { email, password, reportToken, clientId, clientSecret } = platform.credentials;
  return {
    SLACK_BOT_TOKEN: botToken,
    SLACK_SIGNING_SECRET: signingSecret,
    SLACK_API_URL: apiUrl,
    PORT: '0',
    HOST: '127.0.0.1',
    OPS_PORT: 'off',
    SMS_BASE_URL: platformUrl,
    SMS_EMAIL: email,
    SMS_PASSWORD: password,
    SMS_REPORT_TOKEN: reportToken,
    SMS_AUTH_URL: platformUrl,
    SMS_CLIENT_ID: clientId,
    SMS_CLIENT_SECRET: clientSecret,
    SMS_TIMEOUT_SECONDS: '5',
    SMS_SENDERS: '56001=OTP,56002=Reminders,56003=Marketing',
    SECRET_KEY: secretKey,
    DATA_DIR: ':memory:',
    ALLOWED_CHANNELS: allowedChannels.join(','),
    ALLOWED_USERGROUPS: allowedUserGroups.join(','),
    ...(timeZone === undefined ? {} : { TIMEZONE: timeZone }),
    ...(language === undefined ? {} : { LANGUAGE: language }),
  };
}

/** A bot that can be restarted. After `warmUp`, each restarted bot opens its database when it starts. */
async function createRestartableBot(start: () => Promise<Bot>) {
  let bot = await start();
  let opensEarly = false;
  return {
    requestsFinished: () => bot.requestsFinished(),
    stop: () => bot.stop(),
    warmUp() {
      opensEarly = true;
      return bot.warmUp();
    },
    async restart() {
      await bot.stop();
      bot = await start();
      if (opensEarly) void bot.warmUp();
    },
  };
}

function createTurns(): (what: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (what) => {
    const run = last.then(what);
    last = run.catch(() => undefined);
    return run;
  };
}

export interface RefusedConnection {
  readonly method: string;
  readonly path: string;
}

/** Calls `onMissed` for each refused connection to `url`, until the returned function is called. */
function watchRefusedConnections(url: string, onMissed: (request: RefusedConnection) => void): () => void {
  const { origin } = new URL(url);
  const onAttempt = (message: unknown) => {
    const { error } = message as DiagnosticRequestError;
    if (!('code' in error) || error.code !== 'ECONNREFUSED') return;
    const { method, url: requested = '' } = (error as RequestError).options;
    if (new URL(requested).origin === origin) onMissed({ method, path: new URL(requested).pathname });
  };
  for (const channel of GOT_CHANNELS) subscribe(channel, onAttempt);
  return () => {
    for (const channel of GOT_CHANNELS) unsubscribe(channel, onAttempt);
  };
}

const GOT_CHANNELS = ['got:request:error', 'got:request:retry'];

export type Clock = ReturnType<typeof createClock>;

/** A clock that shows real time until `moveTo` sets another time, from which it continues to run. */
export function createClock() {
  let aheadMs: number | undefined;
  return {
    now: () => new Date(Date.now() + (aheadMs ?? 0)),
    moveTo(instant?: Date) {
      aheadMs = instant && instant.getTime() - Date.now();
    },
    get isMoved() {
      return aheadMs !== undefined;
    },
  };
}
