import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';
import type { DiagnosticsChannel } from 'undici';
import { parse } from 'yaml';
import { z } from 'zod';
import { createApp, type SmsDesk } from '../../app/create-app.ts';
import { loadConfig } from '../../config.ts';
import type { Log } from '../../ops/log.ts';
import { createSandbox, type Faults, type Sandbox, type SandboxCall } from '../../sandbox/index.ts';
import { type Channel, createWorkspace, type Person, type Workspace } from './workspace.ts';

interface EnvironmentOptions {
  readonly people: readonly Person[];
  readonly channels: readonly Channel[];
  readonly teamName?: string;
  /** Ids, as in `ALLOWED_CHANNELS`. */
  readonly allowedChannels: readonly string[];
  /** Ids, as in `ALLOWED_USERGROUPS`, or `*`. */
  readonly allowedUserGroups: readonly string[];
  /** The one clock of workspace, bot and platform; the real one where absent. */
  readonly now?: () => Date;
  readonly log: Log;
  /** What goes wrong at the platform, from the start. */
  readonly faults?: Faults;
  readonly workingAfterMs?: number;
  /** For how long the bot remembers people, in real time. */
  readonly peopleRememberedMs?: number;
  /** Told of every request to the platform once it is over. */
  readonly onPlatformCall?: (call: SandboxCall) => void;
  /** Told of every request that found nobody at the platform's address. */
  readonly onConnectionRefused?: (request: RefusedConnection) => void;
}

/** A workspace, the bot as in production and a simulated platform, all on this machine, connected over HTTP. */
export interface Environment {
  readonly workspace: Workspace;
  readonly platform: Sandbox;
  readonly manifest: Manifest;
  /** Everything that must not be seen by anybody: tokens, passwords, keys. */
  readonly secrets: readonly string[];
  /**
   * Has the bot, and every one that takes its place, open its database before a first report needs it. Resolves once the
   * one there is now has.
   */
  warmUp(): Promise<void>;
  /** Resolves when the bot has nothing more to say. */
  settled(): Promise<void>;
  /** Sets whether anything listens at the platform's address. */
  reach(isReachable: boolean): Promise<void>;
  isReachable(): boolean;
  /** A bot that knows nothing yet takes the place of the one there is, which ends what it is at. */
  restartBot(): Promise<void>;
  stop(): Promise<void>;
}

/** What Slack knows of the app. */
export interface Manifest {
  readonly name: string;
  /** What the bot's token may do. */
  readonly scopes: readonly string[];
  readonly commands: readonly {
    /** With its slash. */
    readonly command: string;
    readonly description: string;
    readonly usageHint: string;
    /** Whether Slack names channels and people in its text by their ids. */
    readonly escapes: boolean;
  }[];
}

const BOT_TOKEN = 'xoxb-local';

/** Starts an environment. @throws where a port cannot be had, or the faults do not fit */
export async function startEnvironment(options: EnvironmentOptions): Promise<Environment> {
  await using resources = new AsyncDisposableStack();
  const { people, channels, teamName, now, onPlatformCall, workingAfterMs, peopleRememberedMs } = options;
  const signingSecret = `local-${randomBytes(16).toString('hex')}`;
  const secretKey = randomBytes(32).toString('base64');
  const manifest = await readManifest();
  const workspace = createWorkspace({
    signingSecret,
    botToken: BOT_TOKEN,
    people,
    channels,
    commands: manifest.commands.map(({ command }) => command),
    escapes: manifest.commands.flatMap(({ command, escapes }) => (escapes ? [command] : [])),
    scopes: manifest.scopes,
    linksPhoneNumbers: true,
    ...(teamName === undefined ? {} : { teamName }),
    ...(now === undefined ? {} : { now }),
  });
  resources.defer(() => workspace.stop());
  const platform = createSandbox({
    isUneven: true,
    ...(now === undefined ? {} : { now }),
    ...(onPlatformCall === undefined ? {} : { onCall: onPlatformCall }),
  });
  resources.defer(() => platform.stop());
  const [{ apiUrl }, { url: platformUrl }] = await Promise.all([workspace.start(), platform.start()]);
  if (options.faults) platform.setFaults(options.faults);
  if (options.onConnectionRefused)
    resources.defer(watchRefusedConnections(platformUrl, options.onConnectionRefused));

  const { credentials } = platform;
  const config = loadConfig({
    SLACK_BOT_TOKEN: BOT_TOKEN,
    SLACK_SIGNING_SECRET: signingSecret,
    SLACK_API_URL: apiUrl,
    PORT: '0',
    SMS_BASE_URL: platformUrl,
    SMS_EMAIL: credentials.email,
    SMS_PASSWORD: credentials.password,
    SMS_REPORT_TOKEN: credentials.reportToken,
    SMS_AUTH_URL: platformUrl,
    SMS_CLIENT_ID: credentials.clientId,
    SMS_CLIENT_SECRET: credentials.clientSecret,
    SMS_TIMEOUT_SECONDS: '5',
    SMS_SENDERS: '56001=OTP,56002=Reminders,56003=Marketing',
    SECRET_KEY: secretKey,
    // Nothing is kept: the next start begins anew.
    DATA_DIR: ':memory:',
    ALLOWED_CHANNELS: options.allowedChannels.join(','),
    ALLOWED_USERGROUPS: options.allowedUserGroups.join(','),
  });
  const startBot = async (): Promise<SmsDesk> => {
    const started = await createApp(config, {
      host: '127.0.0.1',
      log: options.log,
      ...(now === undefined ? {} : { now }),
      ...(workingAfterMs === undefined ? {} : { workingAfterMs }),
      ...(peopleRememberedMs === undefined ? {} : { peopleRememberedMs }),
    });
    const { port } = await started.start();
    workspace.connect(`http://127.0.0.1:${port}/slack/events`);
    return started;
  };
  let bot = await startBot();
  resources.defer(() => bot.stop());

  const platformPort = Number(new URL(platformUrl).port);
  let isListening = true;
  let isStopped = false;
  let isKeptWarm = false;
  const inTurn = createTurns();
  const running = resources.move();
  return {
    workspace,
    platform,
    manifest,
    secrets: [signingSecret, secretKey, BOT_TOKEN, ...Object.values(credentials)],
    warmUp() {
      isKeptWarm = true;
      return bot.warmUp();
    },
    settled: () => bot.settled(),
    reach: (isReachable) =>
      inTurn(async () => {
        if (isStopped || isReachable === isListening) return;
        if (isReachable) await platform.start(platformPort);
        else await platform.stop();
        isListening = isReachable;
      }),
    isReachable: () => isListening,
    restartBot: () =>
      inTurn(async () => {
        if (isStopped) return;
        await bot.stop();
        bot = await startBot();
        if (isKeptWarm) void bot.warmUp();
      }),
    // In turn, so that nothing is started behind its back.
    stop: () =>
      inTurn(async () => {
        isStopped = true;
        // What the bot still waits for breaks off, so that it need not be waited for.
        await platform.stop();
        await running.disposeAsync();
      }),
  };
}

/** Runs one thing after the other, however they are asked for. */
function createTurns(): (what: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (what) => {
    const run = last.then(what);
    last = run.catch(() => undefined);
    return run;
  };
}

const manifestSchema = z.object({
  display_information: z.object({ name: z.string() }),
  features: z.object({
    slash_commands: z.array(
      z.object({
        command: z.string(),
        description: z.string(),
        usage_hint: z.string().default(''),
        should_escape: z.boolean().default(false),
      }),
    ),
  }),
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
});

async function readManifest(): Promise<Manifest> {
  const text = await readFile(new URL('../../../manifest.yml', import.meta.url), 'utf8');
  const { display_information, features, oauth_config } = manifestSchema.parse(parse(text));
  return {
    name: display_information.name,
    scopes: oauth_config.scopes.bot,
    commands: features.slash_commands.map(({ command, description, usage_hint, should_escape }) => ({
      command,
      description,
      usageHint: usage_hint,
      escapes: should_escape,
    })),
  };
}

/** A request that found nobody at its address. */
export interface RefusedConnection {
  readonly method: string;
  /** With whatever parameters it holds. */
  readonly path: string;
}

/** Tells of this process's own requests to an address at which nobody listens; returns what ends that. */
function watchRefusedConnections(url: string, onMissed: (request: RefusedConnection) => void): () => void {
  const { origin } = new URL(url);
  const look = (failure: unknown) => {
    const { request, error } = failure as DiagnosticsChannel.RequestErrorMessage;
    const isRefused = 'code' in error && error.code === 'ECONNREFUSED';
    if (isRefused && String(request.origin) === origin)
      onMissed({ method: request.method ?? 'GET', path: request.path });
  };
  subscribe('undici:request:error', look);
  return () => void unsubscribe('undici:request:error', look);
}
