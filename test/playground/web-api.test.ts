import { WebClient, WebClientEvent, type WebClientOptions } from '@slack/web-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Workspace } from '../../src/playground/workspace.ts';
import { BOT_TOKEN, localSlack, SILENT } from './bolt-bot.ts';

let slack: Workspace;
let apiUrl: string;

beforeEach(async () => {
  slack = localSlack({ now: () => new Date('2026-11-18T10:00:00Z') });
  ({ apiUrl } = await slack.start());
});
afterEach(() => slack.stop());

function client(token = BOT_TOKEN, options: WebClientOptions = {}): WebClient {
  return new WebClient(token, {
    slackApiUrl: apiUrl,
    retryConfig: { retries: 0 },
    logger: SILENT,
    ...options,
  });
}

test('auth.test names team and bot', async () => {
  const answer = await client().auth.test();
  expect(answer).toMatchObject({ ok: true, team_id: 'T0LOCAL', user_id: 'U0BOT', bot_id: 'B0BOT' });
});

test('a wrong token is invalid_auth, none is not_authed, api.test wants none', async () => {
  await expect(client('xoxb-other').auth.test()).rejects.toMatchObject({ data: { error: 'invalid_auth' } });
  await expect(client('').auth.test()).rejects.toMatchObject({ data: { error: 'not_authed' } });
  await expect(client('').api.test()).resolves.toMatchObject({ ok: true });
});

test('a token in the form is as good as one in the header, and never in the log', async () => {
  const body = new URLSearchParams({ token: BOT_TOKEN, user: 'U1' });
  const response = await fetch(`${apiUrl}users.info`, { method: 'POST', body });

  expect(await response.json()).toMatchObject({ ok: true });
  expect(slack.apiCalls).toEqual([{ method: 'users.info', args: { user: 'U1' }, status: 200 }]);
});

test('an unknown method is unknown_method', async () => {
  await expect(client().apiCall('users.unheardOf')).rejects.toMatchObject({
    data: { error: 'unknown_method' },
  });
});

test('users.info tells the language only when asked', async () => {
  const without = await client().users.info({ user: 'U1' });
  const withLocale = await client().users.info({ user: 'U1', include_locale: true });

  expect(without.user).not.toHaveProperty('locale');
  expect(withLocale.user).toMatchObject({ id: 'U1', locale: 'es-CL', tz: 'America/Santiago' });
});

test('users.info tells the zone by name and offset, bots and strangers', async () => {
  const ben = await client().users.info({ user: 'U2' });
  const eve = await client().users.info({ user: 'U3' });

  expect(ben.user).toMatchObject({
    tz: 'Asia/Kolkata',
    tz_offset: 19_800,
    is_bot: false,
    team_id: 'T0LOCAL',
  });
  expect(ben.user).not.toHaveProperty('is_stranger');
  expect(eve.user).toMatchObject({ tz_offset: 0, is_stranger: true, team_id: 'T9OTHER' });
  await expect(client().users.info({ user: 'U7' })).rejects.toMatchObject({
    data: { error: 'user_not_found' },
  });
});

test('usergroups.users.list tells who is in a group', async () => {
  const answer = await client().usergroups.users.list({ usergroup: 'S1' });
  expect(answer.users).toEqual(['U1']);
  await expect(client().usergroups.users.list({ usergroup: 'S7' })).rejects.toMatchObject({
    data: { error: 'no_such_subteam' },
  });
});

test('chat.postMessage posts for all, where the bot is', async () => {
  const { chat } = client();
  const posted = await chat.postMessage({ channel: 'C1', text: 'hello' });

  expect(slack.messages({ person: 'U2' })).toMatchObject([{ ts: posted.ts, channel: 'C1', text: 'hello' }]);
  await expect(chat.postMessage({ channel: 'C7', text: 'hello' })).rejects.toThrow('channel_not_found');
  await expect(chat.postMessage({ channel: 'C2', text: 'hello' })).rejects.toThrow('not_in_channel');
});

test('chat.update changes a message in place, ephemeral ones excepted', async () => {
  const { chat } = client();
  const { ts = '' } = await chat.postMessage({ channel: 'C1', text: 'working' });
  await chat.update({ channel: 'C1', ts, text: 'done' });

  expect(slack.messages()).toMatchObject([{ ts, text: 'done', replaced: 1 }]);
  await expect(chat.update({ channel: 'C1', ts: '1.1', text: 'done' })).rejects.toThrow('message_not_found');
});

test('conversations.info tells of channels and direct messages', async () => {
  const { conversations } = client();
  expect((await conversations.info({ channel: 'C1' })).channel).toMatchObject({ name: 'support' });
  expect((await conversations.info({ channel: 'D1' })).channel).toEqual({ id: 'D1', is_im: true });
  await expect(conversations.info({ channel: 'C7' })).rejects.toThrow('channel_not_found');
});

test('invalid blocks are named by JSON pointer', async () => {
  const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'a'.repeat(3_001) } }];
  const posted = client().chat.postMessage({ channel: 'C1', text: 'fallback', blocks });

  await expect(posted).rejects.toMatchObject({
    data: {
      error: 'invalid_blocks',
      response_metadata: {
        messages: ['[ERROR] longer than 3000 characters [json-pointer:/blocks/0/text/text]'],
      },
    },
  });
  expect(slack.messages()).toEqual([]);
});

test('a 429 is tried again after the time in Retry-After', async () => {
  slack.failNext('auth.test', { retryAfterSeconds: 1 });
  const limited: unknown[] = [];
  const patient = client(BOT_TOKEN, { retryConfig: { retries: 1, minTimeout: 1 } });
  patient.on(WebClientEvent.RATE_LIMITED, (seconds) => limited.push(seconds));

  await expect(patient.auth.test()).resolves.toMatchObject({ ok: true });
  expect(limited).toEqual([1]);
  expect(slack.apiCalls.map(({ status }) => status)).toEqual([429, 200]);
});

test('failures come in order, as often as told', async () => {
  slack.failNext('auth.test', { status: 500, times: 2 });
  slack.failNext('auth.test', { error: 'account_inactive' });
  const { auth } = client();

  await expect(auth.test()).rejects.toMatchObject({ statusCode: 500 });
  await expect(auth.test()).rejects.toMatchObject({ statusCode: 500 });
  await expect(auth.test()).rejects.toMatchObject({ data: { error: 'account_inactive' } });
  await expect(auth.test()).resolves.toMatchObject({ ok: true });
});

test('a slow call that the bot gave up on still takes effect', async () => {
  slack.failNext('chat.postMessage', { delayMs: 60 });
  const impatient = client(BOT_TOKEN, { timeout: 20 });

  await expect(impatient.chat.postMessage({ channel: 'C1', text: 'late' })).rejects.toThrow();
  const landed = await slack.until(() => slack.messages().find(({ text }) => text === 'late'));
  expect(landed.channel).toBe('C1');
});

test('waiting in vain tells what is there instead', async () => {
  await client().chat.postMessage({ channel: 'C1', text: 'something else' });

  await expect(
    slack.until(() => slack.messages().length > 1, { timeoutMs: 5, description: 'a second message' }),
  ).rejects.toThrow(/a second message: not there after 5 ms.*C1, for everyone.*something else/s);
});

test('stopping ends every wait', async () => {
  const waiting = slack.until(() => false);
  await slack.stop();
  await expect(waiting).rejects.toThrow('the workspace stopped');
});
