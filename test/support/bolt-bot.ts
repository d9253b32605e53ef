import { App, HTTPReceiver, type Logger, LogLevel, SocketModeReceiver } from '@slack/bolt';
import { WebClient, type WebClientOptions } from '@slack/web-api';
import {
  createWorkspace,
  type Workspace,
  type WorkspaceOptions,
} from '../../tools/fake-slack/workspace/workspace.ts';

const SIGNING_SECRET = 'secret-of-the-test';
export const BOT_TOKEN = 'xoxb-test';
export const APP_TOKEN = 'xapp-test';

/** Refused requests are what is tested here, not worth a line each. */
export const SILENT: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  setName() {},
  getLevel: () => LogLevel.ERROR,
};

/** A busy machine keeps a bot longer from answeringBot than people wait at Slack. */
const PATIENCE_MS = 60_000;

/** A workspace with two people of its own, a stranger, a channel and a direct message. It waits for long, unless told. */
export function localSlack(overrides: Partial<WorkspaceOptions> = {}): Workspace {
  return createWorkspace({
    signingSecret: SIGNING_SECRET,
    botToken: BOT_TOKEN,
    appToken: APP_TOKEN,
    acknowledgementTimeoutMs: PATIENCE_MS,
    triggerLifetimeMs: PATIENCE_MS,
    people: [
      { id: 'U1', name: 'ana', locale: 'en-US', zone: 'America/Santiago', userGroups: ['S1'] },
      { id: 'U2', name: 'ben', locale: 'es-CL', zone: 'Asia/Kolkata' },
      { id: 'U3', name: 'eve', locale: 'en-GB', zone: 'UTC', teamId: 'T9OTHER', isStranger: true },
    ],
    channels: [
      { id: 'C1', name: 'support' },
      { id: 'C2', name: 'uninvited', hasBot: false },
      { id: 'D1', name: 'ana', isDm: true },
    ],
    ...overrides,
  });
}

/** What calls the Web API of a workspace, once each time. */
export function clientOf(apiUrl: string, token = BOT_TOKEN, options: WebClientOptions = {}): WebClient {
  return new WebClient(token, {
    slackApiUrl: apiUrl,
    retryConfig: { retries: 0 },
    logger: SILENT,
    ...options,
  });
}

/** Starts an unmodified Bolt app over HTTP and connects it; `await using` stops the app, then the workspace. */
export async function startBot(workspace: Workspace, register: (app: App) => void) {
  const { apiUrl } = await workspace.start();
  const receiver = new HTTPReceiver({ signingSecret: SIGNING_SECRET, logger: SILENT });
  const app = new App({
    token: BOT_TOKEN,
    receiver,
    logger: SILENT,
    clientOptions: { slackApiUrl: apiUrl, retryConfig: { retries: 0 } },
    // Else Bolt asks who it is without waiting for the answer, which a short test does not live to see.
    deferInitialization: true,
  });
  await app.init();
  register(app);
  const server = await app.start({ port: 0, host: '127.0.0.1' });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The bot listens on no port');
  workspace.connect(`http://127.0.0.1:${address.port}/slack/events`);
  return {
    app,
    apiUrl,
    async [Symbol.asyncDispose]() {
      await app.stop();
      await workspace.stop();
    },
  };
}

/** Has a bot answer `/ask`, and acknowledge it once it has. */
export const answeringBot = (message: string) => (app: App) =>
  app.command('/ask', async ({ ack, respond }) => {
    await respond(message);
    await ack();
  });

/** A bot that is connected; `await using` stops it, then the workspace. */
interface RunningBot extends AsyncDisposable {
  readonly app: App;
}

/** Starts a bot, whichever way requests reach it. */
export type StartBot = (workspace: Workspace, register: (app: App) => void) => Promise<RunningBot>;

/**
 * Starts an unmodified Bolt app in Socket Mode; it is connected once this resolves. For as long as `pongWithinMs` it
 * waits for a pong, and as long again before it connects anew.
 */
export async function startSocketBot(
  workspace: Workspace,
  register: (app: App) => void,
  { pongWithinMs = PATIENCE_MS }: { readonly pongWithinMs?: number } = {},
) {
  const { apiUrl } = await workspace.start();
  const clientOptions = { slackApiUrl: apiUrl, retryConfig: { retries: 0 } };
  const receiver = new SocketModeReceiver({
    appToken: APP_TOKEN,
    logger: SILENT,
    clientPingTimeout: pongWithinMs,
    installerOptions: { clientOptions },
  });
  const app = new App({
    token: BOT_TOKEN,
    receiver,
    logger: SILENT,
    clientOptions,
    deferInitialization: true,
  });
  await app.init();
  register(app);
  await app.start();
  return {
    app,
    receiver,
    async [Symbol.asyncDispose]() {
      const others = Math.max(0, workspace.socketMode.connections().length - 1);
      await app.stop();
      // Bolt does not wait until its connection is closed.
      await workspace.until(() => workspace.socketMode.connections().length <= others);
      await workspace.stop();
    },
  };
}

/** Both ways in which requests of Slack reach a bot: what holds for one holds for the other. */
export const TRANSPORTS: readonly (readonly [name: string, start: StartBot])[] = [
  ['over HTTP', startBot],
  ['in Socket Mode', startSocketBot],
];
