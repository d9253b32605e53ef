import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { App, HTTPReceiver, SocketModeReceiver } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { ping, WebSocket } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { APP_TOKEN, BOT_TOKEN, localSlack, SILENT } from '../support/bolt-bot.ts';

/** What the bot relies on in Slack's packages and undici, beyond their documentation: a test for each, by its name. */

const authorize = async () => ({ botToken: BOT_TOKEN });
const common = { authorize, convoStore: false, logger: SILENT } as const;

/** Bolt's app that records the texts of its commands. */
function recordTexts(receiver: HTTPReceiver | SocketModeReceiver): string[] {
  const texts: string[] = [];
  const app = new App({ ...common, receiver });
  app.command('/ask', async ({ ack, command }) => {
    texts.push(command.text);
    await ack();
  });
  return texts;
}

test('HTTPReceiver calls the `requestListener` that it has, and reads a body from `rawBody`', async () => {
  const settings = { signingSecret: 'canary', signatureVerification: false, logger: SILENT };
  const receiver = new HTTPReceiver(settings);
  const texts = recordTexts(receiver);
  const listener = receiver.requestListener;
  receiver.requestListener = async (request, response) => {
    await buffer(request);
    const rawBody = Buffer.from(new URLSearchParams({ command: '/ask', text: 'from rawBody' }).toString());
    listener(Object.assign(request, { rawBody }), response);
  };
  const server = await receiver.start({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => void (await receiver.stop()));
  const { port } = server.address() as AddressInfo;
  const body = new URLSearchParams({ command: '/ask', text: 'from the request' });
  const { status } = await fetch(`http://127.0.0.1:${port}/slack/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  });
  expect([status, texts]).toEqual([200, ['from rawBody']]);
});

describe('SocketModeClient', () => {
  async function createReceiver(tcpLingerMs = 0) {
    const slack = localSlack({ delivery: 'socket_mode', socketTimes: { tcpLingerMs } });
    onTestFinished(() => slack.stop());
    const { apiUrl } = await slack.start();
    const receiver = new SocketModeReceiver({
      ...{ appToken: APP_TOKEN, autoReconnectEnabled: false, logger: SILENT },
      installerOptions: { clientOptions: { slackApiUrl: apiUrl, retryConfig: { retries: 0 } } },
    });
    const { client } = receiver;
    return {
      ...{ slack, client, texts: recordTexts(receiver) },
      ask: (text: string) => slack.command({ person: 'U1', channel: 'C1', command: '/ask', text }),
    };
  }

  test('emits `authenticated` with the address, `connected` and `disconnected`', async () => {
    const { client } = await createReceiver();
    const emitted = (name: string) =>
      new Promise((resolve) => client.once(name, (...args: unknown[]) => resolve(args)));
    const authenticated = emitted('authenticated');
    const connected = emitted('connected');
    await client.start();
    expect(await authenticated).toMatchObject([{ url: expect.stringMatching(/^ws:/) }]);
    await connected;
    const disconnected = emitted('disconnected');
    await client.disconnect();
    await disconnected;
  });

  test.each(['ws_message', 'slack_event'])(
    'passes each request to the one listener of `%s`, which another may call',
    async (name) => {
      const { client, texts, ask } = await createReceiver();
      const [listener, ...more] = client.listeners(name);
      expect(more).toEqual([]);
      client.removeAllListeners(name);
      const passed: unknown[][] = [];
      client.on(name, (...args: unknown[]) => {
        passed.push(args);
        listener?.(...args);
      });
      await client.start();
      expect(await ask(name)).toMatchObject({ status: 200 });
      expect(texts).toEqual([name]);
      const [first] = passed.at(-1) ?? [];
      const event = { ack: expect.any(Function), body: expect.objectContaining({ text: name }) };
      expect(first).toEqual(
        name === 'slack_event' ? expect.objectContaining(event) : expect.stringContaining(name),
      );
      await client.disconnect();
    },
  );

  test('ends the connection at the second `disconnect`, though Slack keeps TCP open', async () => {
    const { slack, client } = await createReceiver(600_000);
    await client.start();
    const closed = client.disconnect();
    await client.disconnect();
    await closed;
    await slack.until(() => slack.socketMode.connections().length === 0);
  });
});

test.each(['ping', 'pong'])(
  'undici publishes `undici:websocket:%s` with the `url` of the socket',
  async (frame) => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/${frame}`;
    const published = Promise.withResolvers<unknown>();
    const name = `undici:websocket:${frame}`;
    subscribe(name, published.resolve);
    onTestFinished(() => void unsubscribe(name, published.resolve));
    server.on('connection', (socket) => frame === 'ping' && socket.ping());
    const socket = new WebSocket(url);
    socket.addEventListener('open', () => frame === 'pong' && ping(socket));
    expect(await published.promise).toMatchObject({ websocket: { url } });
    socket.close();
  },
);

describe('WebClient', () => {
  test('makes each call by `apiCall`, which a subclass may replace', async () => {
    class RecordingClient extends WebClient {
      readonly called: unknown[] = [];
      override async apiCall(...call: Parameters<WebClient['apiCall']>) {
        this.called.push(call);
        return { ok: true };
      }
    }
    const client = new RecordingClient();
    await client.chat.postMessage({ channel: 'C1', text: 'Hi' });
    await client.usergroups.users.list({ usergroup: 'S1' });
    expect(client.called).toEqual([
      ['chat.postMessage', { channel: 'C1', text: 'Hi' }],
      ['usergroups.users.list', { usergroup: 'S1' }],
    ]);
  });

  test('sends a text as it is, also where a method takes an object', async () => {
    const sent: unknown[] = [];
    const client = new WebClient('xoxb-canary', {
      logger: SILENT,
      async fetch(_, init) {
        sent.push(new URLSearchParams(String(init?.body)).get('view'));
        return new Response('{"ok":true}');
      },
    });
    const view = '{"type":"home","blocks":[]}';
    await client.apiCall('views.publish', { user_id: 'U1', view });
    expect(sent).toEqual([view]);
  });
});
