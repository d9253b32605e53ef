import type { WebClient } from '@slack/web-api';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Workspace } from '../../../tools/fake-slack/workspace/workspace.ts';
import { answeringBot, startBot, startedSlack } from '../../support/bolt-bot.ts';

let slack: Workspace;
let client: WebClient;

const context = (length: number) => ({
  type: 'context' as const,
  elements: [{ type: 'plain_text' as const, text: 'x'.repeat(length) }],
});

beforeEach(async () => {
  ({ slack, client } = await startedSlack({
    channels: [
      { id: 'C1', name: 'support' },
      { id: 'C2', name: 'uninvited', hasBot: false },
      { id: 'C3', name: 'old', isArchived: true },
      { id: 'C4', name: 'announcements', isRestricted: true },
      { id: 'D1', name: 'ana', isDm: true },
    ],
  }));
});

describe('chat.postMessage', () => {
  it('posts for all members of a channel that the bot is in', async () => {
    const { ts } = await client.chat.postMessage({ channel: 'C1', text: 'hello' });
    expect(slack.messages({ person: 'U2' })).toMatchObject([
      { ts, channel: 'C1', author: 'bot', text: 'hello', replaced: 0 },
    ]);
  });

  it('requires a text or blocks, else `no_text`', async () => {
    await expect(client.apiCall('chat.postMessage', { channel: 'C1' })).rejects.toThrow('no_text');
  });

  it('refuses invalid blocks with `invalid_blocks` and a JSON pointer', async () => {
    const posted = client.chat.postMessage({ channel: 'C1', text: 'fallback', blocks: [context(3_001)] });

    await expect(posted).rejects.toMatchObject({
      data: {
        error: 'invalid_blocks',
        response_metadata: {
          messages: ['[ERROR] longer than 3000 characters [json-pointer:/blocks/0/elements/0/text]'],
        },
      },
    });
    expect(slack.messages()).toEqual([]);
  });

  it.for([
    ['a channel that is not there', 'channel_not_found', 'C7'],
    ['a channel without the bot', 'not_in_channel', 'C2'],
    ['an archived channel', 'is_archived', 'C3'],
    ['a channel where only administrators post', 'restricted_action', 'C4'],
    ['somebody who is not there', 'channel_not_found', 'U7'],
  ] as const)('to %s is refused with `%s`', async ([, error, channel]) => {
    await expect(client.chat.postMessage({ channel, text: 'hello' })).rejects.toThrow(error);
    expect(slack.messages()).toEqual([]);
  });

  it('to a user id posts in the direct message with that user', async () => {
    const there = await client.chat.postMessage({ channel: 'U1', text: 'to ana' });
    const opened = await client.chat.postMessage({ channel: 'U2', text: 'to ben' });

    expect([there.channel, opened.channel]).toEqual(['D1', 'D0U2']);
    expect(slack.messages({ person: 'U1' }).map(({ text }) => text)).toEqual(['to ana']);
    expect(slack.messages({ person: 'U2' }).map(({ text }) => text)).toEqual(['to ben']);
  });

  it('in a thread posts a reply, with `reply_broadcast` also in the channel', async () => {
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

  it('stores metadata, which an update changes only when it has its own', async () => {
    const metadata = { event_type: 'digest', event_payload: { key: '1' } };
    const { ts = '', message } = await client.chat.postMessage({ channel: 'C1', text: 'hello', metadata });
    const storedMetadata = () => slack.messages()[0]?.metadata;

    expect(message).toMatchObject({ metadata });
    await client.chat.update({ channel: 'C1', ts, text: 'changed' });
    expect(storedMetadata()).toEqual(metadata);
    const another = { event_type: 'digest', event_payload: { key: '2' } };
    await client.chat.update({ channel: 'C1', ts, text: 'changed', metadata: another });
    expect(storedMetadata()).toEqual(another);
    await client.apiCall('chat.update', { channel: 'C1', ts, text: 'changed', metadata: {} });
    expect(storedMetadata()).toBeUndefined();
    const wrong = { channel: 'C1', text: 'hello', metadata: { key: '1' } };
    await expect(client.apiCall('chat.postMessage', wrong)).rejects.toThrow('invalid_metadata_format');
    await expect(client.apiCall('chat.update', { ...wrong, ts })).rejects.toThrow('invalid_metadata_format');
  });
});

describe('chat.postEphemeral', () => {
  const post = (changes: Partial<Record<'channel' | 'user' | 'thread_ts' | 'text', string>> = {}) =>
    client.chat.postEphemeral({ channel: 'C1', user: 'U1', text: 'for you', ...changes });

  it('posts for one user only, also in a thread', async () => {
    const { message_ts: ts } = await post();
    const { ts: threadTs } = slack.say({ person: 'U2', channel: 'C1', text: 'hello' });
    slack.say({ person: 'U2', channel: 'C1', text: 'anybody?', threadTs });
    await post({ thread_ts: threadTs });
    expect(slack.messages({ person: 'U1' })).toMatchObject([
      { ts, author: 'bot', visibleTo: 'U1', text: 'for you' },
      { text: 'hello' },
      { text: 'anybody?' },
      { visibleTo: 'U1', threadTs },
    ]);
    expect(slack.messages({ person: 'U2' }).map(({ text }) => text)).toEqual(['hello', 'anybody?']);
  });

  it.each([
    [{ channel: 'C2' }, 'not_in_channel'],
    [{ channel: 'C7' }, 'channel_not_found'],
    [{ user: 'U7' }, 'user_not_in_channel'],
    [{ channel: 'D1', user: 'U2' }, 'user_not_in_channel'],
    [{ text: '' }, 'no_text'],
  ])('refuses %o', async (changes, error) => {
    await expect(post(changes)).rejects.toThrow(error);
  });
});

describe('chat.update', () => {
  it('changes a message in place and refuses invalid blocks', async () => {
    const { ts = '' } = await client.chat.postMessage({ channel: 'C1', text: 'working' });
    await client.chat.update({ channel: 'C1', ts, text: 'done' });
    const wrong = { channel: 'C1', ts, text: 'wrong', blocks: [{ type: 'chart' }] };
    await expect(client.apiCall('chat.update', wrong)).rejects.toThrow('invalid_blocks');
    expect(slack.messages()).toMatchObject([{ ts, text: 'done', replaced: 1 }]);
    const nowhere = client.chat.update({ channel: 'C1', ts: '1.1', text: 'done' });
    await expect(nowhere).rejects.toThrow('message_not_found');
  });

  const blocks = [{ type: 'header' as const, text: { type: 'plain_text' as const, text: 'block' } }];

  it('without text and blocks changes neither; with only a text removes the blocks', async () => {
    const { ts = '' } = await client.chat.postMessage({ channel: 'C1', text: 'hello', blocks });
    await client.apiCall('chat.update', { channel: 'C1', ts });
    expect(slack.messages()[0]).toMatchObject({ text: 'hello', blocks });
    await client.chat.update({ channel: 'C1', ts, text: 'changed' });
    expect(slack.messages()[0]).toMatchObject({ text: 'changed', blocks: [] });
  });

  it('changes only the bot’s own messages in that channel, not ephemeral ones', async () => {
    await using bot = await startBot(slack, answeringBot('only for you'));
    await slack.command({ person: 'U1', channel: 'C1', command: '/ask', text: '' });
    slack.say({ person: 'U1', channel: 'C1', text: 'it' });
    await client.chat.postMessage({ channel: 'C1', text: 'for all' });
    const [ephemeral, typed, publicTs] = slack.messages().map(({ ts }) => ts);
    const update = (channel: string, ts = '') => bot.app.client.chat.update({ channel, ts, text: 'changed' });

    await expect(update('C1', ephemeral)).rejects.toThrow('message_not_found');
    await expect(update('C1', typed)).rejects.toThrow('cant_update_message');
    await expect(update('D1', publicTs)).rejects.toThrow('message_not_found');
    await expect(update('C7', publicTs)).rejects.toThrow('channel_not_found');
    await expect(update('C3', publicTs)).rejects.toThrow('is_archived');
    await expect(update('C1', publicTs)).resolves.toMatchObject({ ok: true, text: 'changed', ts: publicTs });
  });
});

it('conversations.open opens one direct message per user', async () => {
  const open = (users: string) => client.conversations.open({ users });
  expect(await open('U2')).toMatchObject({ channel: { id: 'D0U2' } });
  expect(await open('U2')).toMatchObject({ channel: { id: 'D0U2' }, already_open: true });
  await expect(open('U7')).rejects.toThrow('user_not_found');
  await expect(client.apiCall('conversations.open')).rejects.toThrow('users_list_not_supplied');
});
