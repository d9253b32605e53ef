import { beforeEach, describe, expect, test } from 'vitest';
import type { Exchange, Workspace } from '../../../tools/fake-slack/workspace/workspace.ts';
import { BOT_TOKEN, clientOf, localSlack, startedSlack, TRANSPORTS } from '../../support/bolt-bot.ts';
import { formBot } from '../../support/form-bot.ts';
import { PAGING, startClickingBot } from '../slack-api/clicking-bot.ts';

let now: Date;
let slack: Workspace;
let apiUrl: string;

beforeEach(async () => {
  now = new Date('2026-11-18T10:00:00Z');
  ({ slack, apiUrl } = await startedSlack({ now: () => now }));
});

const client = () => clientOf(apiUrl);

test('planned failures occur in order, as often as requested', async () => {
  slack.failNext('auth.test', { status: 500, times: 2 });
  slack.failNext('auth.test', { error: 'account_inactive' });
  const { auth } = client();

  await expect(auth.test()).rejects.toMatchObject({ statusCode: 500 });
  await expect(auth.test()).rejects.toMatchObject({ statusCode: 500 });
  await expect(auth.test()).rejects.toMatchObject({ data: { error: 'account_inactive' } });
  await expect(auth.test()).resolves.toMatchObject({ ok: true });
});

describe('reset', () => {
  test('keeps people, channels and the bot, and deletes everything else', async () => {
    await using bot = await formBot(slack);
    await bot.open();
    await client().chat.postMessage({ channel: 'U2', text: 'hello' });
    await client().filesUploadV2({ channel_id: 'C1', filename: 'a.csv', content: 'a' });
    slack.speak('U1', 'es-CL');
    slack.failNext('auth.test', { status: 500 });

    slack.reset();

    expect(slack.messages()).toEqual([]);
    expect(slack.files()).toEqual([]);
    expect(slack.modal('U1')).toBeUndefined();
    expect(slack.apiCalls).toEqual([]);
    expect(slack.respondCalls).toEqual([]);
    expect(slack.people().map(({ locale }) => locale)).toEqual(['en-US', 'es-CL', 'en-GB']);
    await expect(client().chat.postMessage({ channel: 'D0U2', text: 'late' })).rejects.toThrow(
      'channel_not_found',
    );
    await expect(client().auth.test()).resolves.toMatchObject({ ok: true });
    expect(await bot.open()).toMatchObject({ title: 'Ask' });
  });
});

describe.each(TRANSPORTS)('exchanges with a bot %s', (_, start) => {
  test('are reported in both directions as they end, without tokens', async () => {
    await using bot = await startClickingBot(slack, start);
    const exchanges: Exchange[] = [];
    const stop = slack.onExchange((exchange) => exchanges.push(exchange));

    const respond = await bot.typed();
    await respond({ text: 'page 1', blocks: [PAGING] });
    await bot.clicked(slack.messages()[0]);
    await bot.app.client.chat.postMessage({ channel: 'C1', text: 'hello' });
    await expect(bot.app.client.chat.postMessage({ channel: 'C7', text: 'hello' })).rejects.toThrow();
    await expect(respond({})).rejects.toThrow('400');
    stop();
    await bot.app.client.auth.test();

    expect(
      exchanges.map(({ from, to, name, outcome, status, isProblem }) => [
        `${from} to ${to}`,
        name,
        outcome,
        status,
        isProblem,
      ]),
    ).toEqual([
      ['slack to bot', '/ask', '200', 200, false],
      ['bot to slack', 'response_url', 'ok', 200, false],
      ['slack to bot', 'block_actions', '200', 200, false],
      ['bot to slack', 'chat.postMessage', 'ok', 200, false],
      ['bot to slack', 'chat.postMessage', 'channel_not_found', 200, true],
      ['bot to slack', 'response_url', 'no_text', 400, true],
    ]);
    expect(exchanges[0]).toMatchObject({
      request: { command: '/ask', user_id: 'U1' },
      answer: '',
      startedAt: now,
      tookMs: expect.any(Number),
    });
    expect(exchanges[3]).toMatchObject({ request: { text: 'hello' }, answer: { ok: true, channel: 'C1' } });
    expect(JSON.stringify(exchanges)).not.toContain(BOT_TOKEN);
  });
});

test('a person sees the channels and one direct message, which opens on demand', async () => {
  const ids = (person: string) => slack.channels(person).map(({ id }) => id);
  expect(ids('U1')).toEqual(['C1', 'C2', 'D1']);
  expect(ids('U2')).toEqual(['C1', 'C2', 'D0U2']);
  expect(ids('U1')).toEqual(['C1', 'C2', 'D1']);
  expect(() => slack.channels('U7')).toThrow('No person U7');
});

describe('a message typed by a person', () => {
  test('is visible to all in the channel, also in threads, with its markup escaped', async () => {
    const first = slack.say({ person: 'U1', channel: 'C1', text: '<!channel> & all' });
    const reply = slack.say({ person: 'U2', channel: 'C1', text: 'yes?', threadTs: first.ts });
    const { ts: answer } = slack.say({ person: 'U1', channel: 'C1', text: 'no', threadTs: reply.ts });

    expect(slack.messages({ person: 'U3' })).toMatchObject([
      { author: 'U1', text: '&lt;!channel&gt; &amp; all' },
      { author: 'U2', threadTs: first.ts },
      { ts: answer, threadTs: first.ts },
    ]);
    await expect(client().chat.update({ channel: 'C1', ts: answer, text: 'yes' })).rejects.toThrow(
      'cant_update_message',
    );
  });

  test('is rejected for an unknown person, channel or thread', () => {
    const say = (change: object) => () =>
      slack.say({ person: 'U1', channel: 'C1', text: 'hello', ...change });
    expect(say({ person: 'U7' })).toThrow('No person U7');
    expect(say({ channel: 'C7' })).toThrow('No channel C7');
    expect(say({ person: 'U2', channel: 'D1' })).toThrow('U2 does not see D1');
    expect(say({ threadTs: '1.1' })).toThrow('1.1 is not there');
    expect(say({ text: ' ' })).toThrow('nothing to post');
    const archive = localSlack({ channels: [{ id: 'C3', name: 'old', isArchived: true }] });
    expect(() => archive.say({ person: 'U1', channel: 'C3', text: 'hello' })).toThrow('#old is archived');
  });
});
