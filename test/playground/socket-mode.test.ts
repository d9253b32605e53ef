import { App, type SlashCommand } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Workspace } from '../../src/playground/workspace.ts';
import { APP_TOKEN, BOT_TOKEN, localSlack, SILENT, startBot, startSocketBot } from './bolt-bot.ts';

const typed = { person: 'U1', channel: 'C1', command: '/ask', text: 'this' };

const connected = (slack: Workspace, count: number) =>
  slack.until(
    () => {
      const connections = slack.socketMode.connections();
      return connections.length === count && connections;
    },
    { timeoutMs: 5_000 },
  );

function client(apiUrl: string, token: string): WebClient {
  return new WebClient(token, { slackApiUrl: apiUrl, retryConfig: { retries: 0 }, logger: SILENT });
}

/** A socket without Bolt, to see what Slack sends. */
async function rawSocket(slack: Workspace) {
  const { apiUrl } = await slack.start();
  const { url = '' } = await client(apiUrl, APP_TOKEN).apps.connections.open({});
  const socket = new WebSocket(url);
  const received: Record<string, unknown>[] = [];
  const arrivals: (() => void)[] = [];
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)));
    arrivals.shift()?.();
  });
  const closed = Promise.withResolvers<number>();
  socket.on('close', closed.resolve);
  return {
    url,
    socket,
    closed: closed.promise,
    async next(): Promise<Record<string, unknown>> {
      if (received.length === 0) await new Promise<void>((resolve) => arrivals.push(resolve));
      return received.shift() ?? {};
    },
  };
}

test('a bot in Socket Mode hears commands as envelopes and answers as over HTTP', async () => {
  const slack = localSlack();
  const received: SlashCommand[] = [];
  await using _ = await startSocketBot(slack, (app) => {
    app.command('/ask', async ({ ack, command, respond }) => {
      received.push(command);
      await ack('on it');
      await respond('done');
    });
  });

  expect(await slack.command(typed)).toMatchObject({
    status: 200,
    body: '{"text":"on it"}',
    timedOut: false,
  });
  await slack.until(() => slack.messages().length === 2);
  expect(slack.messages({ person: 'U1' }).map(({ text }) => text)).toEqual(['on it', 'done']);
  expect(received[0]).toMatchObject({ command: '/ask', text: 'this', user_id: 'U1', channel_id: 'C1' });
});

test('`socketMode: true` is all a bot needs; clicks and modals come the same way', async () => {
  const slack = localSlack();
  const { apiUrl } = await slack.start();
  const clientOptions = { slackApiUrl: apiUrl, retryConfig: { retries: 0 } };
  const app = new App({
    token: BOT_TOKEN,
    appToken: APP_TOKEN,
    socketMode: true,
    logger: SILENT,
    clientOptions,
    deferInitialization: true,
  });
  await app.init();
  app.action('open', async ({ ack, body, client: web }) => {
    await ack();
    if (!('trigger_id' in body)) return;
    await web.views.open({
      trigger_id: body.trigger_id,
      view: {
        type: 'modal',
        callback_id: 'form',
        title: { type: 'plain_text', text: 'Form' },
        submit: { type: 'plain_text', text: 'Send' },
        blocks: [],
      },
    });
  });
  app.view('form', async ({ ack }) => ack({ response_action: 'clear' }));
  await app.start();
  const button = { type: 'button', action_id: 'open', text: { type: 'plain_text', text: 'Open' } } as const;
  await app.client.chat.postMessage({
    channel: 'C1',
    text: 'a form',
    blocks: [{ type: 'actions', elements: [button] }],
  });
  const [message] = slack.messages();
  if (message === undefined) throw new Error('no message');

  expect(await slack.click({ person: 'U1', message, actionId: 'open' })).toMatchObject({
    status: 200,
    body: '',
  });
  await slack.until(() => slack.modal('U1'));
  expect(await slack.submit({ person: 'U1' })).toMatchObject({ body: '{"response_action":"clear"}' });
  expect(slack.modal('U1')).toBeUndefined();

  await app.stop();
  await connected(slack, 0);
  await slack.stop();
});

test('no acknowledgement in time is a time-out', async () => {
  const slack = localSlack({ acknowledgementTimeoutMs: 50 });
  const released = Promise.withResolvers<void>();
  await using _ = await startSocketBot(slack, (app) => {
    app.command('/ask', async ({ ack }) => {
      await released.promise;
      await ack();
    });
  });

  expect(await slack.command(typed)).toMatchObject({ status: 0, timedOut: true });
  released.resolve();
});

test('an HTTP address goes before sockets, unless told', async () => {
  const answering = (text: string) => (app: App) => app.command('/ask', ({ ack }) => ack(text));
  const slack = localSlack();
  await using _ = await startSocketBot(slack, answering('socket'));
  await using __ = await startBot(slack, answering('http'));
  await slack.command(typed);
  expect(slack.messages().map(({ text }) => text)).toEqual(['http']);

  const told = localSlack({ delivery: 'socket_mode' });
  await using ___ = await startSocketBot(told, answering('socket'));
  told.connect('http://127.0.0.1:1/slack/events');
  await told.command(typed);
  expect(told.messages().map(({ text }) => text)).toEqual(['socket']);
});

test('without a connection there is no bot', async () => {
  const slack = localSlack({ delivery: 'http' });
  await using _ = await startSocketBot(slack, () => {});
  await expect(slack.command(typed)).rejects.toThrow('No bot is connected');

  const other = localSlack();
  await other.start();
  await expect(other.command(typed)).rejects.toThrow('No bot is connected');
  await other.stop();
});

test('connections are used in turn', async () => {
  const slack = localSlack();
  await using _ = await startSocketBot(slack, (app) => app.command('/ask', ({ ack }) => ack('one')));
  await using __ = await startSocketBot(slack, (app) => app.command('/ask', ({ ack }) => ack('two')));

  for (const _ of [1, 2, 3]) await slack.command(typed);
  expect(slack.messages().map(({ text }) => text)).toEqual(['one', 'two', 'one']);
  expect(slack.socketMode.connections().map(({ requests }) => requests)).toEqual([2, 1]);
});

test.for(['refresh_requested', 'warning'] as const)('a bot told to go by `%s` comes back', async (reason) => {
  const slack = localSlack();
  await using _ = await startSocketBot(slack, (app) => app.command('/ask', ({ ack }) => ack('here')));
  const [before] = await connected(slack, 1);

  slack.socketMode.refresh(before?.id, reason);
  await connected(slack, 0);
  const [after] = await connected(slack, 1);

  expect(after?.id).not.toBe(before?.id);
  expect(await slack.command(typed)).toMatchObject({ status: 200 });
});

test('a bot that is cut off comes back', async () => {
  const slack = localSlack();
  await using _ = await startSocketBot(slack, (app) => app.command('/ask', ({ ack }) => ack('here')));

  slack.socketMode.drop();
  expect(slack.socketMode.connections()).toEqual([]);
  await connected(slack, 1);

  expect(await slack.command(typed)).toMatchObject({ status: 200 });
});

test('an acknowledgement counts on the connection the request came over', async () => {
  const slack = localSlack({ acknowledgementTimeoutMs: 100 });
  const one = await rawSocket(slack);
  await one.next();
  const other = await rawSocket(slack);
  await other.next();

  const acknowledgement = slack.command(typed);
  const { envelope_id } = await one.next();
  other.socket.send(JSON.stringify({ envelope_id }));

  expect(await acknowledgement).toMatchObject({ timedOut: true });
  await slack.stop();
});

test('what goes over a socket', async () => {
  const slack = localSlack();
  const { next, socket } = await rawSocket(slack);

  expect(await next()).toMatchObject({
    type: 'hello',
    num_connections: 1,
    connection_info: { app_id: 'A0BOT' },
  });
  const acknowledgement = slack.command(typed);
  const envelope = await next();
  expect(envelope).toEqual({
    envelope_id: expect.any(String),
    type: 'slash_commands',
    accepts_response_payload: true,
    payload: expect.objectContaining({ command: '/ask', text: 'this', trigger_id: expect.any(String) }),
  });
  socket.send(JSON.stringify({ envelope_id: envelope.envelope_id }));
  expect(await acknowledgement).toMatchObject({ status: 200, body: '' });

  slack.socketMode.refresh(undefined, 'warning');
  expect(await next()).toMatchObject({ type: 'disconnect', reason: 'warning' });
  expect(slack.socketMode.connections()).toHaveLength(1);
  slack.socketMode.refresh();
  expect(await next()).toMatchObject({ type: 'disconnect', reason: 'refresh_requested' });
  expect(slack.socketMode.connections()).toEqual([]);
  await slack.stop();
});

test('the workspace pings its connections', async () => {
  const slack = localSlack({ socketPingIntervalMs: 5 });
  await using _ = await startSocketBot(slack, () => {});

  const pongs = await slack.until(() => (slack.socketMode.connections()[0]?.pongs ?? 0) > 1);
  expect(pongs).toBe(true);
});

test('only the app-level token opens connections, and nothing else', async () => {
  const slack = localSlack();
  const { apiUrl } = await slack.start();
  const open = (token: string) => client(apiUrl, token).apps.connections.open({});

  await expect(open('')).rejects.toThrow('not_authed');
  await expect(open(BOT_TOKEN)).rejects.toThrow('not_allowed_token_type');
  await expect(open('xapp-other')).rejects.toThrow('invalid_auth');
  await expect(client(apiUrl, APP_TOKEN).auth.test()).rejects.toThrow('not_allowed_token_type');
  await slack.stop();
});

test('an address opens one connection', async () => {
  const slack = localSlack();
  const { url, next } = await rawSocket(slack);
  await next();

  const { promise: refusal, resolve } = Promise.withResolvers<Error>();
  new WebSocket(url).on('error', resolve);
  expect((await refusal).message).toContain('404');
  await slack.stop();
});

test('the eleventh connection is sent away', async () => {
  const slack = localSlack();
  for (const _ of Array.from({ length: 10 })) await (await rawSocket(slack)).next();
  const { next, closed } = await rawSocket(slack);

  expect(await next()).toMatchObject({ type: 'disconnect', reason: 'too_many_websockets' });
  await closed;
  expect(slack.socketMode.connections()).toHaveLength(10);
  await slack.stop();
});
