import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Workspace } from '../../../tools/fake-slack/workspace/workspace.ts';
import { APP_TOKEN, answeringBot, clientOf, localSlack, startSocketBot } from '../../support/bolt-bot.ts';

const typed = { person: 'U1', channel: 'C1', command: '/ask', text: 'this' };

const waitForConnections = (slack: Workspace, count: number) =>
  slack.until(
    () => {
      const connections = slack.socketMode.connections();
      return connections.length === count && connections;
    },
    { timeoutMs: 30_000 },
  );

/** Reconnects soon after a connection ends, but not because of a late pong on a busy machine. */
const startReconnectingBot: typeof startSocketBot = (slack, register) =>
  startSocketBot(slack, register, { pongWithinMs: 1_000 });

/** A socket without Bolt, which shows what Slack sends. */
async function openRawSocket(slack: Workspace) {
  const { apiUrl } = await slack.start();
  const { url = '' } = await clientOf(apiUrl, APP_TOKEN).apps.connections.open({});
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

it('a bot reconnects after a `disconnect`', async () => {
  const slack = localSlack({ socketTimes: { closesAfterMs: 10, tcpLingerMs: 0 } });
  await using _ = await startReconnectingBot(slack, answeringBot('here'));
  const [before] = await waitForConnections(slack, 1);

  slack.socketMode.refresh(before?.id);
  await waitForConnections(slack, 0);
  const [after] = await waitForConnections(slack, 1);

  expect(after?.id).not.toBe(before?.id);
  expect(await slack.command(typed)).toMatchObject({ status: 200 });
});

it('a bot reconnects after a lost connection', async () => {
  const slack = localSlack();
  await using _ = await startReconnectingBot(slack, answeringBot('here'));

  slack.socketMode.drop();
  expect(slack.socketMode.connections()).toEqual([]);
  await waitForConnections(slack, 1);

  expect(await slack.command(typed)).toMatchObject({ status: 200 });
});

it('a connection starts with `hello`, carries envelopes and ends with `disconnect`', async () => {
  const slack = localSlack({ socketTimes: { closesAfterMs: 10 } });
  const { next, socket } = await openRawSocket(slack);

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

  slack.socketMode.warn();
  expect(await next()).toMatchObject({ type: 'disconnect', reason: 'warning' });
  slack.socketMode.refresh();
  expect(await next()).toMatchObject({ type: 'disconnect', reason: 'refresh_requested' });
  await waitForConnections(slack, 0);
  await slack.stop();
});

it('a closing connection still carries requests and acknowledgements', async () => {
  const slack = localSlack({ socketTimes: { closesAfterMs: 10 } });
  const { next, socket } = await openRawSocket(slack);
  await next();
  slack.socketMode.refresh();
  await next();

  const acknowledgement = slack.command(typed);
  const { envelope_id } = await next();
  await waitForConnections(slack, 0);
  socket.send(JSON.stringify({ envelope_id }));
  expect(await acknowledgement).toMatchObject({ status: 200 });
  await slack.stop();
});

it('with Socket Mode turned off, every connection ends with `link_disabled`', async () => {
  const slack = localSlack();
  const open = await openRawSocket(slack);
  await open.next();
  slack.socketMode.disable();
  expect(await open.next()).toMatchObject({ type: 'disconnect', reason: 'link_disabled' });
  const refused = await openRawSocket(slack);
  expect(await refused.next()).toMatchObject({ type: 'disconnect', reason: 'link_disabled' });
  expect(slack.socketMode.connections()).toEqual([]);

  slack.socketMode.enable();
  const greeted = await openRawSocket(slack);
  expect(await greeted.next()).toMatchObject({ type: 'hello', num_connections: 1 });
  await slack.stop();
});

it('an eleventh connection is refused with `too_many_websockets`', async () => {
  const slack = localSlack({ socketTimes: { tcpLingerMs: 0 } });
  for (const _ of Array.from({ length: 10 })) await (await openRawSocket(slack)).next();
  const { next, closed } = await openRawSocket(slack);

  expect(await next()).toMatchObject({ type: 'disconnect', reason: 'too_many_websockets' });
  await closed;
  expect(slack.socketMode.connections()).toHaveLength(10);
  await slack.stop();
});

it('a command without any connection fails with `dispatch_failed`', async () => {
  const slack = localSlack();
  await slack.start();

  expect(await slack.command(typed)).toMatchObject({ status: 0, timedOut: false });
  expect(slack.messages()).toMatchObject([
    { author: 'slackbot', text: '/ask failed with the error "dispatch_failed"' },
  ]);
  await slack.stop();
});
