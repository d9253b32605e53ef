import { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Workspace } from '../../src/playground/workspace.ts';
import { BOT_TOKEN, localSlack, SILENT, startBot } from './bolt-bot.ts';

let slack: Workspace;
let client: WebClient;

beforeEach(async () => {
  slack = localSlack({
    channels: [
      { id: 'C1', name: 'support' },
      { id: 'C2', name: 'uninvited', hasBot: false },
      { id: 'C3', name: 'old', isArchived: true },
      { id: 'C4', name: 'announcements', isRestricted: true },
      { id: 'D1', name: 'ana', isDm: true },
    ],
  });
  const { apiUrl } = await slack.start();
  client = new WebClient(BOT_TOKEN, { slackApiUrl: apiUrl, retryConfig: { retries: 0 }, logger: SILENT });
});
afterEach(() => slack.stop());

describe('chat.postMessage', () => {
  test.for<[string, string]>([
    ['C7', 'channel_not_found'],
    ['C2', 'not_in_channel'],
    ['C3', 'is_archived'],
    ['C4', 'restricted_action'],
    ['U7', 'channel_not_found'],
  ])('to %s is %s', async ([channel, error]) => {
    await expect(client.chat.postMessage({ channel, text: 'hello' })).rejects.toThrow(error);
    expect(slack.messages()).toEqual([]);
  });

  test("to a person goes to that person's direct message, which nobody else reads", async () => {
    const there = await client.chat.postMessage({ channel: 'U1', text: 'to ana' });
    const opened = await client.chat.postMessage({ channel: 'U2', text: 'to ben' });

    expect([there.channel, opened.channel]).toEqual(['D1', 'D0U2']);
    expect(slack.messages({ person: 'U1' }).map(({ text }) => text)).toEqual(['to ana']);
    expect(slack.messages({ person: 'U2' }).map(({ text }) => text)).toEqual(['to ben']);
  });

  test('in a thread, under its first message, in the channel too where asked', async () => {
    const { ts: thread_ts = '' } = await client.chat.postMessage({ channel: 'C1', text: 'first' });
    const { ts: reply = '', message } = await client.chat.postMessage({
      channel: 'C1',
      text: 'second',
      thread_ts,
    });
    await client.chat.postMessage({ channel: 'C1', text: 'third', thread_ts: reply, reply_broadcast: true });

    expect(message).toMatchObject({ thread_ts });
    expect(slack.messages().map(({ threadTs, isBroadcast }) => [threadTs, isBroadcast])).toEqual([
      [undefined, undefined],
      [thread_ts, undefined],
      [thread_ts, true],
    ]);
    const elsewhere = client.chat.postMessage({ channel: 'D1', text: 'fourth', thread_ts });
    await expect(elsewhere).rejects.toThrow('thread_not_found');
  });

  test('with metadata, which an update leaves alone unless it brings its own', async () => {
    const metadata = { event_type: 'digest', event_payload: { key: '1' } };
    const { ts = '', message } = await client.chat.postMessage({ channel: 'C1', text: 'hello', metadata });
    const kept = () => slack.messages()[0]?.metadata;

    expect(message).toMatchObject({ metadata });
    await client.chat.update({ channel: 'C1', ts, text: 'changed' });
    expect(kept()).toEqual(metadata);
    const another = { event_type: 'digest', event_payload: { key: '2' } };
    await client.chat.update({ channel: 'C1', ts, text: 'changed', metadata: another });
    expect(kept()).toEqual(another);
    await client.apiCall('chat.update', { channel: 'C1', ts, text: 'changed', metadata: {} });
    expect(kept()).toBeUndefined();
    const wrong = { channel: 'C1', text: 'hello', metadata: { key: '1' } };
    await expect(client.apiCall('chat.postMessage', wrong)).rejects.toThrow('invalid_metadata_format');
    await expect(client.apiCall('chat.update', { ...wrong, ts })).rejects.toThrow('invalid_metadata_format');
  });
});

describe('chat.update', () => {
  const blocks = [{ type: 'section' as const, text: { type: 'plain_text' as const, text: 'block' } }];

  test('keeps blocks only where it brings no text either', async () => {
    const { ts = '' } = await client.chat.postMessage({ channel: 'C1', text: 'hello', blocks });
    await client.apiCall('chat.update', { channel: 'C1', ts });
    expect(slack.messages()[0]).toMatchObject({ text: 'hello', blocks });
    await client.chat.update({ channel: 'C1', ts, text: 'changed' });
    expect(slack.messages()[0]).toMatchObject({ text: 'changed', blocks: [] });
  });

  test('finds what the bot posted there, and no ephemeral messages', async () => {
    await using bot = await startBot(slack, (app) => {
      app.command('/ask', ({ ack }) => ack({ text: 'only for you', response_type: 'ephemeral' }));
      app.command('/say', ({ ack }) => ack({ text: 'for all', response_type: 'in_channel' }));
    });
    await slack.command({ person: 'U1', channel: 'C1', command: '/ask', text: '' });
    await slack.command({ person: 'U1', channel: 'C1', command: '/say', text: 'it' });
    const [ephemeral, shownCommand, said] = slack.messages().map(({ ts }) => ts);
    const update = (channel: string, ts = '') => bot.app.client.chat.update({ channel, ts, text: 'changed' });

    await expect(update('C1', ephemeral)).rejects.toThrow('message_not_found');
    await expect(update('C1', shownCommand)).rejects.toThrow('cant_update_message');
    await expect(update('D1', said)).rejects.toThrow('message_not_found');
    await expect(update('C7', said)).rejects.toThrow('channel_not_found');
    await expect(update('C3', said)).rejects.toThrow('is_archived');
    await expect(update('C1', said)).resolves.toMatchObject({ ok: true, text: 'changed', ts: said });
  });

  test('says where blocks are wrong', async () => {
    const { ts = '' } = await client.chat.postMessage({ channel: 'C1', text: 'hello' });
    const updated = client.apiCall('chat.update', {
      channel: 'C1',
      ts,
      text: 'changed',
      blocks: [{ type: 'chart' }],
    });
    await expect(updated).rejects.toMatchObject({
      data: {
        error: 'invalid_blocks',
        response_metadata: { messages: ['[ERROR] unknown type `chart` [json-pointer:/blocks/0/type]'] },
      },
    });
  });
});

test('conversations.open opens a direct message once', async () => {
  const open = (users: string) => client.conversations.open({ users });
  expect(await open('U2')).toMatchObject({ channel: { id: 'D0U2' } });
  expect(await open('U2')).toMatchObject({ channel: { id: 'D0U2' }, already_open: true });
  expect((await client.conversations.info({ channel: 'D0U2' })).channel).toMatchObject({
    is_im: true,
    user: 'U2',
  });
  await expect(open('U7')).rejects.toThrow('user_not_found');
  await expect(client.apiCall('conversations.open')).rejects.toThrow('users_list_not_supplied');
});

test('a bot has no direct message with a bot', async () => {
  const robots = localSlack({
    people: [{ id: 'U5', name: 'robot', locale: 'en-US', zone: 'UTC', isBot: true }],
  });
  await using bot = await startBot(robots, () => {});
  await expect(bot.app.client.conversations.open({ users: 'U5' })).rejects.toThrow('cannot_dm_bot');
  const posted = bot.app.client.chat.postMessage({ channel: 'U5', text: 'hello' });
  await expect(posted).rejects.toThrow('channel_not_found');
});

test('conversations.info tells where the bot is, and what is archived', async () => {
  const info = async (channel: string) => (await client.conversations.info({ channel })).channel;
  expect(await info('C2')).toMatchObject({ is_member: false, is_archived: false });
  expect(await info('C3')).toMatchObject({ is_member: true, is_archived: true });
});

test("a button in somebody's direct message is out of others' reach", async () => {
  await client.chat.postMessage({
    channel: 'U2',
    text: 'for ben',
    blocks: [
      {
        type: 'actions',
        elements: [{ type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } }],
      },
    ],
  });
  const [message] = slack.messages({ person: 'U2' });
  if (message === undefined) throw new Error('no message');
  await expect(slack.click({ person: 'U1', message, actionId: 'go' })).rejects.toThrow('U1 does not see');
});
