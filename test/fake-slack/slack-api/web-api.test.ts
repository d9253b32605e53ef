import { WebClientEvent, type WebClientOptions } from '@slack/web-api';
import { beforeEach, expect, it } from 'vitest';
import type { Workspace } from '../../../tools/fake-slack/workspace/workspace.ts';
import { BOT_TOKEN, clientOf, startedSlack } from '../../support/bolt-bot.ts';

let slack: Workspace;
let apiUrl: string;

beforeEach(async () => {
  ({ slack, apiUrl } = await startedSlack());
});

const client = (token?: string, options?: WebClientOptions) => clientOf(apiUrl, token, options);

it('a wrong token fails with `invalid_auth`, a missing one with `not_authed`', async () => {
  await expect(client('xoxb-other').auth.test()).rejects.toMatchObject({ data: { error: 'invalid_auth' } });
  await expect(client('').auth.test()).rejects.toMatchObject({ data: { error: 'not_authed' } });
});

it('users.info returns the time zone, and marks users of other organisations', async () => {
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

it('a rate-limited call gets 429 with `Retry-After`, and succeeds afterwards', async () => {
  slack.failNext('auth.test', { retryAfterSeconds: 1 });
  const limited: unknown[] = [];
  const patient = client(BOT_TOKEN, { retryConfig: { retries: 1, minTimeout: 1 } });
  patient.on(WebClientEvent.RATE_LIMITED, (seconds) => limited.push(seconds));

  await expect(patient.auth.test()).resolves.toMatchObject({ ok: true });
  expect(limited).toEqual([1]);
  expect(slack.apiCalls.map(({ status }) => status)).toEqual([429, 200]);
});
