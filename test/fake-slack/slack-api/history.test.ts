import type { ChatPostMessageResponse, ConversationsHistoryArguments, WebClient } from '@slack/web-api';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Workspace } from '../../../tools/fake-slack/workspace/workspace.ts';
import { startedSlack } from '../../support/bolt-bot.ts';

let now: Date;
let slack: Workspace;
let client: WebClient;

beforeEach(async () => {
  now = new Date('2026-11-18T10:00:00Z');
  ({ slack, client } = await startedSlack({ now: () => now }));
});

/** Posts, a minute after the post before, and returns its time stamp. */
async function post(text: string, more: { thread_ts?: string; reply_broadcast?: boolean } = {}) {
  now = new Date(now.getTime() + 60_000);
  const answer: ChatPostMessageResponse = await client.apiCall('chat.postMessage', {
    channel: 'C1',
    text,
    ...more,
  });
  return answer.ts ?? '';
}

const history = (more: Partial<ConversationsHistoryArguments> = {}) =>
  client.conversations.history({ channel: 'C1', ...more });
const textsOf = ({ messages = [] }: { messages?: { text?: string }[] }) => messages.map(({ text }) => text);

describe('conversations.history', () => {
  it('returns the messages that all members see, the newest first', async () => {
    const first = await post('first');
    await post('second');
    slack.say({ person: 'U1', channel: 'C1', text: 'by ana' });
    await post('a reply', { thread_ts: first });
    await post('a reply for all', { thread_ts: first, reply_broadcast: true });
    await client.chat.postMessage({ channel: 'D1', text: 'elsewhere' });

    const answer = await history();

    expect(textsOf(answer)).toEqual(['a reply for all', 'by ana', 'second', 'first']);
    expect(answer.messages?.map(({ user, bot_id }) => [user, bot_id])).toEqual([
      ['U0BOT', 'B0BOT'],
      ['U1', undefined],
      ['U0BOT', 'B0BOT'],
      ['U0BOT', 'B0BOT'],
    ]);
    expect(answer.messages?.[3]).toMatchObject({ thread_ts: first, reply_count: 2 });
    expect(answer).toMatchObject({ ok: true, has_more: false });
  });

  it('returns pages, each with the cursor of the next', async () => {
    for (const text of ['1', '2', '3', '4', '5']) await post(text);
    const first = await history({ limit: 2 });
    const cursor = first.response_metadata?.next_cursor ?? '';
    await post('6');
    const second = await history({ limit: 2, cursor });
    const third = await history({ limit: 2, cursor: second.response_metadata?.next_cursor ?? '' });

    expect([first, second, third].map(textsOf)).toEqual([['5', '4'], ['3', '2'], ['1']]);
    expect([first, second, third].map(({ has_more }) => has_more)).toEqual([true, true, false]);
    expect(third.response_metadata?.next_cursor).toBeUndefined();
  });

  it.for([
    ['a channel that is not there', { channel: 'C7' }, 'channel_not_found'],
    ['a channel without the bot', { channel: 'C2' }, 'not_in_channel'],
    ['no number of messages', { channel: 'C1', limit: 0 }, 'invalid_limit'],
    ['a cursor from nowhere', { channel: 'C1', cursor: 'abc' }, 'invalid_cursor'],
    ['no time to begin with', { channel: 'C1', oldest: 'noon' }, 'invalid_ts_oldest'],
    ['no time to end with', { channel: 'C1', latest: 'noon' }, 'invalid_ts_latest'],
  ] as const)('refuses %s', async ([, args, error]) => {
    await expect(client.apiCall('conversations.history', args)).rejects.toThrow(error);
  });

  it('omits a deleted message', async () => {
    const ts = await post('gone');
    await post('here');
    expect(slack.deleteMessage(ts)).toBe(true);
    expect(textsOf(await history())).toEqual(['here']);
    await expect(client.chat.update({ channel: 'C1', ts, text: 'back' })).rejects.toThrow(
      'message_not_found',
    );
    expect(slack.deleteMessage(ts)).toBe(false);
  });
});

describe('conversations.replies', () => {
  const replies = (ts: string, more: { limit?: number; cursor?: string } = {}) =>
    client.conversations.replies({ channel: 'C1', ts, ...more });

  it('returns a message and its replies, the oldest first', async () => {
    const first = await post('first');
    const reply = await post('one', { thread_ts: first });
    await post('another message');
    await post('two', { thread_ts: first });

    expect(textsOf(await replies(first))).toEqual(['first', 'one', 'two']);
    expect(textsOf(await replies(reply))).toEqual(['one']);
  });

  it('refuses an unknown thread and a channel without the bot', async () => {
    await expect(replies('1.000001')).rejects.toThrow('thread_not_found');
    const elsewhere = client.conversations.replies({ channel: 'C2', ts: '1.000001' });
    await expect(elsewhere).rejects.toThrow('not_in_channel');
    await expect(client.apiCall('conversations.replies', { channel: 'C1' })).rejects.toThrow(
      'invalid_arguments',
    );
  });
});

describe('scopes', () => {
  it('a method without its scope fails with `missing_scope` and the name of the scope', async () => {
    const { client } = await startedSlack({ scopes: ['chat:write', 'channels:history'] });
    await expect(client.users.info({ user: 'U1' })).rejects.toMatchObject({
      data: { error: 'missing_scope', needed: 'users:read', provided: 'chat:write,channels:history' },
    });
    await expect(client.auth.test()).resolves.toMatchObject({
      response_metadata: { scopes: ['chat:write', 'channels:history'] },
    });
    await expect(client.conversations.history({ channel: 'C1' })).resolves.toMatchObject({ ok: true });
    await expect(client.conversations.history({ channel: 'D1' })).rejects.toMatchObject({
      data: { error: 'missing_scope', needed: 'im:history' },
    });
  });
});
