import { afterEach, expect, test, vi } from 'vitest';
import { createClients } from '../../../src/slack/connection/clients.ts';
import { type BotIdentity, createUsers } from '../../../src/slack/listeners/users.ts';
import { recordLog } from '../../support/log.ts';
import { json, serve } from '../../support/server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

afterEach(() => void vi.useRealTimers());

const bea = { id: 'U2', team_id: 'T1', name: 'bea', tz: 'America/Santiago', locale: 'es-CL' };
const away = { status: 500 } as const;
type Answer = { readonly user: object } | { readonly error: string } | typeof away | 'pending';

/** Users of a Slack with chosen answers; `pass` moves the clock. */
async function askSlack(
  first: Answer = { user: bea },
  chosen?: () => Promise<{ timeZone?: string }>,
  home: BotIdentity = { teamId: 'T1', enterpriseId: undefined },
) {
  vi.useFakeTimers({ toFake: ['Date'] });
  let answer = first;
  let asked = 0;
  const pendingAnswers: ((user: object) => void)[] = [];
  const url = await serve((_, response) => {
    asked += 1;
    if (answer === 'pending') return void pendingAnswers.push((user) => json(response, { ok: true, user }));
    if ('status' in answer) return void response.writeHead(500).end();
    json(response, { ok: !('error' in answer), ...answer });
  });
  const { log } = recordLog();
  const { asking: client } = createClients({ botToken: 'xoxb-canary', apiUrl: `${url}/api/`, log });
  const identity = () => home;
  const users = createUsers({
    ...{ client, identity, language: 'en', timeZone: 'UTC', log },
    ...{ preferences: chosen, preferenceTimeoutMs: 1 },
  });
  return {
    find: (patienceMs?: number) => users.find('U2', { patienceMs }),
    asked: () => asked,
    answers(next: Answer) {
      answer = next;
    },
    release: (user: object) => pendingAnswers.splice(0).forEach((answerNow) => void answerNow(user)),
    pass: (ms: number) => vi.setSystemTime(Date.now() + ms),
  };
}

test('a user is requested again after five minutes, once for all callers', async () => {
  const slack = await askSlack();
  await Promise.all([slack.find(), slack.find()]);
  slack.pass(4 * MINUTE_MS);
  expect(await slack.find()).toMatchObject({ membership: 'member', language: 'es' });
  expect(slack.asked()).toBe(1);
  slack.answers({ user: { ...bea, deleted: true } });
  slack.pass(MINUTE_MS);
  const [one, other] = await Promise.all([slack.find(), slack.find()]);
  expect(one).toMatchObject({ membership: 'inactive' });
  expect(other).toEqual(one);
  expect(slack.asked()).toBe(2);
});

test.each([
  ['a deactivated person', { deleted: true }],
  ['a bot', { is_bot: true }],
  ['a workflow', { is_workflow_bot: true }],
  ['Slackbot', { id: 'USLACKBOT', is_bot: false }],
  ['a deactivated guest', { deleted: true, is_restricted: true }],
])('%s is inactive', async (_, change) => {
  const slack = await askSlack({ user: { ...bea, ...change } });
  // Slackbot has its own id.
  expect(await slack.find()).toMatchObject({ membership: 'inactive' });
});

test('without Slack, membership stays valid for an hour, language and time zone for a day', async () => {
  const slack = await askSlack();
  await slack.find();
  slack.answers(away);
  slack.pass(59 * MINUTE_MS);
  const reading = { name: 'bea', language: 'es', timeZone: 'America/Santiago' };
  expect(await slack.find()).toMatchObject({ ...reading, membership: 'member' });
  slack.pass(MINUTE_MS);
  expect(await slack.find()).toMatchObject({
    ...reading,
    membership: 'unknown',
    unknownBecause: { refused: 'server_error' },
  });
  slack.pass(23 * HOUR_MS + MINUTE_MS);
  expect(await slack.find()).toMatchObject({ language: 'en', timeZone: 'UTC', membership: 'unknown' });
});

test('a late answer does not delay a form, but reaches callers that wait', async () => {
  const slack = await askSlack();
  await slack.find();
  slack.pass(6 * MINUTE_MS);
  slack.answers('pending');
  expect(await slack.find(10)).toMatchObject({ membership: 'member' });
  await expect.poll(slack.asked).toBe(2);
  const late = slack.find();
  slack.release({ ...bea, deleted: true });
  expect(await late).toMatchObject({ membership: 'inactive' });
  expect(slack.asked()).toBe(2);
});

test('a user that Slack no longer knows has an unknown membership', async () => {
  const slack = await askSlack();
  await slack.find();
  slack.answers({ error: 'user_not_found' });
  slack.pass(6 * MINUTE_MS);
  expect(await slack.find()).toMatchObject({
    membership: 'unknown',
    unknownBecause: { refused: 'user_not_found' },
  });
  slack.answers(away);
  expect(await slack.find()).toMatchObject({ membership: 'unknown' });
});

test('a chosen time zone overrides Slack’s; a failure to read it is ignored', async () => {
  const never = new Promise<never>(() => {});
  for (const [chosen, timeZone] of [
    [async () => ({ timeZone: 'Europe/Madrid' }), 'Europe/Madrid'],
    [async () => ({}), 'America/Santiago'],
    [async () => never, 'America/Santiago'],
    [() => Promise.reject(new Error('away')), 'America/Santiago'],
  ] as const) {
    const slack = await askSlack({ user: bea }, chosen);
    expect(await slack.find()).toMatchObject({ timeZone, language: 'es', membership: 'member' });
  }
});

const inE1 = { enterprise_user: { id: 'U2', enterprise_id: 'E1', teams: ['T2', 'T3'] } };
const inE2 = { enterprise_user: { id: 'U2', enterprise_id: 'E2', teams: ['T8'] } };
const wide = { teamId: 'E1', enterpriseId: 'E1', isOrganization: true };

test.each<[what: string, home: BotIdentity, user: object, membership: string]>([
  ['of its workspace', { teamId: 'T1', enterpriseId: undefined }, {}, 'member'],
  ['of another', { teamId: 'T1', enterpriseId: undefined }, { team_id: 'T2' }, 'stranger'],
  [
    'of another of its organisation',
    { teamId: 'T1', enterpriseId: 'E1' },
    { team_id: 'T2', ...inE1 },
    'member',
  ],
  ['of any of the organisation', wide, { team_id: 'T2', ...inE1 }, 'member'],
  ['of another organisation', wide, { team_id: 'T8', ...inE2 }, 'stranger'],
  ['of no organisation', wide, { team_id: 'T8' }, 'stranger'],
  ['of whom Slack says so', wide, { team_id: 'T2', ...inE1, is_stranger: true }, 'stranger'],
  ['a guest in the organisation', wide, { team_id: 'T2', ...inE1, is_restricted: true }, 'guest'],
  ['a guest of one channel', wide, { team_id: 'T2', ...inE1, is_ultra_restricted: true }, 'guest'],
  ['who left the organisation', wide, { team_id: 'T2', ...inE1, deleted: true }, 'inactive'],
  [
    'where only the organisation is known',
    { ...wide, teamId: undefined },
    { team_id: 'T2', ...inE1 },
    'member',
  ],
  ['where nothing is known', { teamId: undefined, enterpriseId: undefined }, {}, 'unknown'],
])('membership of a user: %s', async (_, home, user, membership) => {
  const slack = await askSlack({ user: { ...bea, ...user } }, undefined, home);
  expect((await slack.find()).membership).toBe(membership);
});

test('a user’s workspaces are those of the organisation, their own first', async () => {
  const slack = await askSlack({ user: { ...bea, team_id: 'T3', ...inE1 } }, undefined, wide);
  expect(await slack.find()).toMatchObject({ teamId: 'T3', teamIds: ['T3', 'T2'] });
});
