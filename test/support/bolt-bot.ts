import { App, HTTPReceiver, type Logger, LogLevel, type Receiver, SocketModeReceiver } from '@slack/bolt';
import { WebClient, type WebClientOptions } from '@slack/web-api';
import { onTestFinished } from 'vitest';
import {
  createWorkspace,
  type Workspace,
  type WorkspaceOptions,
} from '../../tools/fake-slack/workspace/workspace.ts';

const SIGNING_SECRET = 'secret-of-the-test';
export const BOT_TOKEN = 'xoxb-test';
export const APP_TOKEN = 'xapp-test';

/** No log lines: tests refuse requests on purpose. */
export const SILENT: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  setName() {},
  getLevel: () => LogLevel.ERROR,
};

/** Longer than Slack's limits, for busy machines. */
const PATIENCE_MS = 60_000;

/** A workspace with two members, a stranger, a channel and a direct message, and long timeouts. */
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

/** A workspace and a client of its Web API, stopped after the test. */
export async function startedSlack(overrides: Partial<WorkspaceOptions> = {}) {
  const slack = localSlack(overrides);
  onTestFinished(() => slack.stop());
  const { apiUrl } = await slack.start();
  return { slack, apiUrl, client: clientOf(apiUrl) };
}

const onceAt = (apiUrl: string) => ({ slackApiUrl: apiUrl, retryConfig: { retries: 0 } });

/** A client of a workspace's Web API without retries. */
export function clientOf(apiUrl: string, token = BOT_TOKEN, options: WebClientOptions = {}): WebClient {
  return new WebClient(token, { ...onceAt(apiUrl), logger: SILENT, ...options });
}

async function anApp(apiUrl: string, receiver: Receiver): Promise<App> {
  // Without `deferInitialization` Bolt calls `auth.test` in the background, perhaps after the end of the test.
  const options = { clientOptions: onceAt(apiUrl), logger: SILENT, deferInitialization: true };
  const app = new App({ token: BOT_TOKEN, receiver, ...options });
  await app.init();
  return app;
}

/** Starts an unmodified Bolt app over HTTP and connects it; `await using` stops the app, then the workspace. */
export async function startBot(workspace: Workspace, register: (app: App) => void) {
  const { apiUrl } = await workspace.start();
  const app = await anApp(apiUrl, new HTTPReceiver({ signingSecret: SIGNING_SECRET, logger: SILENT }));
  register(app);
  const address = (await app.start({ port: 0, host: '127.0.0.1' })).address();
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

/** Makes a bot answer `/ask` and then acknowledge it. */
export const answeringBot = (message: string) => (app: App) =>
  app.command('/ask', async ({ ack, respond }) => {
    await respond(message);
    await ack();
  });

interface RunningBot extends AsyncDisposable {
  readonly app: App;
}

export type StartBot = (workspace: Workspace, register: (app: App) => void) => Promise<RunningBot>;

/** Starts an unmodified Bolt app in Socket Mode, connected when this resolves. `pongWithinMs`: its timeout of pongs. */
export async function startSocketBot(
  workspace: Workspace,
  register: (app: App) => void,
  { pongWithinMs = PATIENCE_MS }: { readonly pongWithinMs?: number } = {},
) {
  const { apiUrl } = await workspace.start();
  const receiver = new SocketModeReceiver({
    appToken: APP_TOKEN,
    logger: SILENT,
    clientPingTimeout: pongWithinMs,
    installerOptions: { clientOptions: onceAt(apiUrl) },
  });
  const app = await anApp(apiUrl, receiver);
  register(app);
  await app.start();
  return {
    app,
    receiver,
    async [Symbol.asyncDispose]() {
      const others = Math.max(0, workspace.socketMode.connections().length - 1);
      await app.stop();
      // Bolt does not wait for the close of its connection.
      await workspace.until(() => workspace.socketMode.connections().length <= others);
      await workspace.stop();
    },
  };
}

/** Both transports of Slack's requests. */
export const TRANSPORTS: readonly (readonly [name: string, start: StartBot])[] = [
  ['over HTTP', startBot],
  ['in Socket Mode', startSocketBot],
];
