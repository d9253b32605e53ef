import { setImmediate } from 'node:timers/promises';
import { App } from '@slack/bolt';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { parseBypass } from '../../../src/runtime/proxy.ts';
import { createDeduplication } from '../../../src/slack/connection/deduplication.ts';
import { createSocketConnection } from '../../../src/slack/connection/socket.ts';
import type { Workspace, WorkspaceOptions } from '../../../tools/fake-slack/workspace/workspace.ts';
import { APP_TOKEN, BOT_TOKEN, clientOf, localSlack, SILENT } from '../../support/bolt-bot.ts';
import { recordLog } from '../../support/log.ts';

const RENEWALS = 50;
const SENDERS = 3;

/** A bot with the real connection, which records its commands. */
async function connectBot(options: Partial<WorkspaceOptions> = {}) {
  const slack = localSlack({ delivery: 'socket_mode', ...options });
  onTestFinished(() => slack.stop());
  const { apiUrl } = await slack.start();
  const { log, lines } = recordLog();
  const connection = createSocketConnection({
    appToken: APP_TOKEN,
    apiUrl,
    log,
    timings: { socketRetryMs: 20, socketRecountMs: 20 },
  });
  const app = new App({
    authorize: async () => ({ botToken: BOT_TOKEN }),
    receiver: connection.receiver,
    convoStore: false,
    logger: SILENT,
  });
  app.use(createDeduplication({ log }).ignoreRepeated);
  const handled: string[] = [];
  app.command('/ask', async ({ ack, command }) => {
    await ack();
    handled.push(command.text);
  });
  await connection.start();
  onTestFinished(() => connection.stop());
  const ask = (text: string) => slack.command({ person: 'U1', channel: 'C1', command: '/ask', text });
  const ids = () => slack.socketMode.connections().map(({ id }) => id);
  return { slack, connection, ask, handled, ids, lines };
}

/** Opens another connection and waits for its first message. */
async function openAnother(slack: Workspace) {
  const { apiUrl } = await slack.start();
  const { url = '' } = await clientOf(apiUrl, APP_TOKEN).apps.connections.open({});
  const socket = new WebSocket(url);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  socket.once('message', (data) => resolve(JSON.parse(String(data))));
  await promise;
  return socket;
}

describe('when Slack renews a connection', () => {
  test(`each command is handled exactly once over ${RENEWALS} renewals`, async () => {
    const socketTimes = { closesAfterMs: 10 };
    const { slack, ask, handled, ids } = await connectBot({ socketTimes, acknowledgementTimeoutMs: 3_000 });
    let isOver = false;
    const sent: string[] = [];
    const statuses: number[] = [];
    const send = async (sender: number) => {
      while (!isOver && !statuses.includes(0)) {
        const text = `${sender}-${sent.length}`;
        sent.push(text);
        statuses.push((await ask(text)).status);
        await setImmediate();
      }
    };
    const senders = Array.from({ length: SENDERS }, (_, sender) => send(sender));

    for (let renewal = 0; renewal < RENEWALS; renewal += 1) {
      const [before = ''] = ids();
      slack.socketMode.warn(before);
      await slack.until(() => ids().length === 2);
      slack.socketMode.refresh(before);
      await slack.until(() => ids().length === 1);
    }
    isOver = true;
    await Promise.all(senders);

    expect(sent.length).toBeGreaterThan(RENEWALS);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(handled.toSorted()).toEqual(sent.toSorted());
  });

  test.each(['warn', 'refresh'] as const)(
    'both connections are used from its %s until it closes the first',
    async (word) => {
      const { slack, ask, handled, ids } = await connectBot({ socketTimes: { closesAfterMs: 600_000 } });
      const [first] = ids();
      slack.socketMode[word]();
      await slack.until(() => ids().length === 2);
      expect(ids()).toContain(first);

      for (const text of ['one', 'two', 'three']) expect(await ask(text)).toMatchObject({ status: 200 });
      expect(handled).toEqual(['one', 'two', 'three']);
      expect(slack.socketMode.connections().every(({ requests }) => requests > 0)).toBe(true);
    },
  );

  test('a request repeated over both connections is handled once', async () => {
    const { slack, ask, handled, ids } = await connectBot();
    slack.socketMode.warn();
    await slack.until(() => ids().length === 2);
    await ask('once');
    await slack.socketMode.repeat();
    await ask('again');
    expect(handled).toEqual(['once', 'again']);
  });

  test('a warning and the refresh after it open one new connection', async () => {
    const { slack, ids } = await connectBot({ socketTimes: { closesAfterMs: 0 } });
    const [first = ''] = ids();
    slack.socketMode.warn(first);
    await slack.until(() => ids().length === 2);
    slack.socketMode.refresh(first);
    await slack.until(() => ids().length === 1);

    expect(slack.apiCalls.filter(({ method }) => method === 'apps.connections.open')).toHaveLength(2);
    expect(ids()).not.toContain(first);
  });
});

describe('when Slack refuses a connection', () => {
  test('because ten are open, the old one stays until another closes', async () => {
    const { slack, ask, ids, lines } = await connectBot();
    const [first = ''] = ids();
    const others = [];
    while (ids().length < 10) others.push(await openAnother(slack));
    slack.socketMode.warn(first);
    await slack.until(() => lines.some(({ err }) => JSON.stringify(err)?.includes('too_many_websockets')));
    expect(ids()).toHaveLength(10);

    const before = new Set(ids());
    others.shift()?.terminate();
    await slack.until(() => ids().some((id) => !before.has(id)));
    for (const other of others) other.terminate();
    await slack.until(() => ids().length === 2);
    expect(await ask('still here')).toMatchObject({ status: 200 });
  });

  test('because Socket Mode is off, logs it and reconnects when it is on', async () => {
    const { slack, ask, ids, lines } = await connectBot();
    slack.socketMode.disable();
    await slack.until(() => lines.some(({ msg }) => msg === 'no connection to Slack; trying again'));
    expect(ids()).toEqual([]);
    expect(lines.map(({ msg }) => msg)).toContain(
      'Socket Mode is turned off in the settings of the app at Slack',
    );

    slack.socketMode.enable();
    await slack.until(() => ids().length === 1);
    expect(await ask('back')).toMatchObject({ status: 200 });
  });

  test('at the start, fails with the reason', async () => {
    const slack = localSlack();
    onTestFinished(() => slack.stop());
    const { apiUrl } = await slack.start();
    slack.socketMode.disable();
    const { log } = recordLog();
    const connection = createSocketConnection({
      appToken: APP_TOKEN,
      apiUrl,
      log,
      timings: { socketRetryMs: 20 },
    });
    new App({
      authorize: async () => ({ botToken: BOT_TOKEN }),
      receiver: connection.receiver,
      convoStore: false,
      logger: SILENT,
    });
    await expect(connection.start()).rejects.toMatchObject({
      name: 'SocketModeError',
      cause: { reason: 'link_disabled' },
    });
  });
});

describe('the connections that Slack counts', () => {
  test('are the own ones, also after a renewal', async () => {
    const { slack, connection, ids } = await connectBot({ socketTimes: { closesAfterMs: 0 } });
    expect(connection.connections?.()).toEqual({ own: 1, app: 1 });
    const [first = ''] = ids();
    slack.socketMode.warn(first);
    await expect.poll(() => connection.connections?.()).toEqual({ own: 2, app: 2 });
    slack.socketMode.refresh(first);
    await expect.poll(() => connection.connections?.()).toEqual({ own: 1, app: 1 });
    expect(slack.apiCalls.filter(({ method }) => method === 'apps.connections.open')).toHaveLength(2);
  });

  test('are more while others are open, and are read again until they are not', async () => {
    const { slack, connection, ids, ask, handled } = await connectBot();
    const foreign = () => {
      const { own = 0, app = 0 } = connection.connections?.() ?? {};
      return app - own;
    };
    const other = await openAnother(slack);
    slack.socketMode.warn(ids()[0]);
    await expect.poll(foreign).toBe(1);
    other.terminate();
    await expect.poll(foreign).toBe(0);
    expect(await ask('still here')).toMatchObject({ status: 200 });
    expect(handled).toEqual(['still here']);
  });
});

test('a stop closes both connections, even if Slack keeps TCP open', async () => {
  const { slack, connection, ids } = await connectBot({ socketTimes: { tcpLingerMs: 600_000 } });
  slack.socketMode.warn();
  await slack.until(() => ids().length === 2);
  await connection.stop();
  await slack.until(() => ids().length === 0);
});

test('a stop while the connection is established leaves no socket open', async () => {
  const slack = localSlack({ delivery: 'socket_mode' });
  onTestFinished(() => slack.stop());
  const { apiUrl } = await slack.start();
  const proxies = { bypass: parseBypass('*') };
  const connection = createSocketConnection({ appToken: APP_TOKEN, apiUrl, log: recordLog().log, proxies });
  const { receiver } = connection;
  new App({ authorize: async () => ({ botToken: BOT_TOKEN }), receiver, convoStore: false, logger: SILENT });
  const starting = connection.start();
  await connection.stop();
  await expect(starting).rejects.toMatchObject({ name: 'SocketModeError' });
  expect(slack.apiCalls.map(({ method }) => method)).toEqual([]);
});
