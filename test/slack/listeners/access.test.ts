import { WebClient } from '@slack/web-api';
import { afterEach, expect, test, vi } from 'vitest';
import { createAccess } from '../../../src/slack/listeners/access.ts';
import type { BotIdentity, SlackUser } from '../../../src/slack/listeners/users.ts';
import { createTestWorkspace } from '../../support/desk.ts';
import { recordLog } from '../../support/log.ts';

afterEach(() => void vi.useRealTimers());

/** In group S1, not in S2. */
const ana: SlackUser = { id: 'U1', name: 'ana', language: 'en', timeZone: 'UTC', membership: 'member' };
const here = { of: 'here' } as const;
const person = (id: string) => ({ of: 'person', id }) as const;
const group = (id: string) => ({ of: 'group', id }) as const;

interface Scene {
  readonly notifyUserGroups?: readonly string[];
  readonly scopes?: readonly string[];
  readonly slack?: ReturnType<typeof createTestWorkspace>;
  readonly home?: Partial<BotIdentity>;
  /** The operator's settings that differ from the defaults. */
  readonly settings?: Partial<
    Pick<Parameters<typeof createAccess>[0], 'channels' | 'userGroups' | 'allowsGuests'>
  >;
}

async function createTestAccess({ notifyUserGroups = [], scopes, settings, home, ...scene }: Scene = {}) {
  const slack = scene.slack ?? createTestWorkspace('http', scopes === undefined ? {} : { scopes });
  const { apiUrl } = await slack.start();
  const { log } = recordLog();
  const client = new WebClient('xoxb-canary', { slackApiUrl: apiUrl, retryConfig: { retries: 0 } });
  const options = { channels: ['*'], userGroups: ['S1'], allowsGuests: false, notifyUserGroups };
  const revealUserGroups = ['S1'];
  const identity = () => ({ teamId: 'T0LOCAL', enterpriseId: undefined, ...home });
  return createAccess({ ...options, ...settings, revealUserGroups, identity, client, log });
}

const all = { channels: ['*'], userGroups: ['*'], allowsGuests: true };

test.each<
  [
    id: string,
    SlackUser['membership'],
    channel: string,
    Scene['settings'],
    refusal?: string,
    because?: string,
  ]
>([
  ['U1', 'member', 'C1', {}],
  ['U1', 'member', 'D1', {}],
  ['U3', 'member', 'C2', { channels: ['*'], userGroups: ['*'] }],
  ['U3', 'member', 'C1', { userGroups: ['S1', 'S2'] }],
  ['U5', 'guest', 'C1', { allowsGuests: true }],
  ['U1', 'member', 'C2', {}, 'channel', 'ALLOWED_CHANNELS'],
  ['U1', 'member', 'C1', { channels: [] }, 'channel', 'ALLOWED_CHANNELS'],
  ['U3', 'member', 'C1', {}, 'person', 'ALLOWED_USERGROUPS'],
  ['U3', 'member', 'D1', {}, 'person', 'ALLOWED_USERGROUPS'],
  ['U1', 'member', 'C1', { userGroups: [] }, 'person', 'ALLOWED_USERGROUPS'],
  ['U5', 'guest', 'C1', {}, 'guest', 'ALLOW_GUESTS'],
  ['U5', 'guest', 'D1', { userGroups: ['*'] }, 'guest', 'ALLOW_GUESTS'],
  ['U5', 'guest', 'C1', { allowsGuests: true, userGroups: ['S2'] }, 'person', 'ALLOWED_USERGROUPS'],
  ['U1', 'inactive', 'C1', all, 'person', 'deactivated, or a bot'],
  ['U1', 'inactive', 'D1', all, 'person', 'deactivated, or a bot'],
  ['U1', 'stranger', 'C1', all, 'stranger', 'another organisation'],
])('access of %s, a %s, in %s with %j: %s', async (id, membership, channel, settings, refusal, because) => {
  const access = await createTestAccess({ settings: { channels: ['C1'], ...settings } });
  expect(await access.refusalFor({ ...ana, id, membership }, channel)).toEqual(
    refusal && { refusal, because },
  );
});

test('access is refused as unverified until Slack returns the members of the group', async () => {
  const slack = createTestWorkspace();
  const access = await createTestAccess({ slack });
  slack.failNext('usergroups.users.list', { status: 500 });
  expect((await access.refusalFor(ana, 'C1'))?.refusal).toBe('unverified');
  expect(await access.refusalFor(ana, 'C1')).toBeUndefined();
});

test('a user may mention only themselves and their own groups', async () => {
  const access = await createTestAccess();
  expect(await access.mayMention(ana, person('U1'))).toBe(true);
  expect(await access.mayMention(ana, group('S1'))).toBe(true);
  for (const other of [person('U2'), group('S2'), group('S9'), here])
    expect(await access.mayMention(ana, other)).toBe(false);
  expect(await access.mentionable(ana)).toEqual({
    groups: [{ id: 'S1', handle: 'support' }],
    mayMentionAll: false,
  });
});

test.each([[['S1']], [['S9', '*']]])('members of NOTIFY_USERGROUPS %s may mention anyone', async (groups) => {
  const access = await createTestAccess({ notifyUserGroups: groups });
  for (const one of [person('U2'), group('S2'), here]) expect(await access.mayMention(ana, one)).toBe(true);
  const { groups: offered, mayMentionAll } = await access.mentionable(ana);
  expect(offered.map(({ id }) => id)).toEqual(['S1', 'S2']);
  expect(mayMentionAll).toBe(true);
});

test('permission to mention a group is unknown when Slack refuses the request', async () => {
  const access = await createTestAccess({ scopes: ['chat:write'] });
  expect(await access.mayMention(ana, group('S1'))).toBeUndefined();
  expect(await access.mayMention(ana, here)).toBe(false);
  expect(await access.mentionable(ana)).toEqual({ groups: [], mayMentionAll: false });
});

test('members and groups are requested in parallel', async () => {
  const slack = createTestWorkspace();
  const access = await createTestAccess({ notifyUserGroups: ['S1'], slack });
  slack.failNext('usergroups.users.list', { delayMs: 1_000 });
  expect(await access.mentionable(ana)).toMatchObject({ mayMentionAll: true });
  expect(slack.apiCalls.map(({ method }) => method)).toEqual(['usergroups.list', 'usergroups.users.list']);
});

test('known members keep their access for an hour while Slack does not answer', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const slack = createTestWorkspace();
  const access = await createTestAccess({ slack });
  const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);
  const refusal = async () => (await access.refusalFor(ana, 'C1'))?.refusal;
  expect(await refusal()).toBeUndefined();
  // A late answer is not waited for, because a form must open within three seconds.
  slack.failNext('usergroups.users.list', { delayMs: 600_000 });
  pass(6);
  expect((await access.refusalFor(ana, 'C1', 10))?.refusal).toBeUndefined();
  const other = await createTestAccess({ slack });
  expect(await other.refusalFor(ana, 'C1')).toBeUndefined();
  slack.failNext('usergroups.users.list', { status: 500 });
  pass(59);
  expect((await other.refusalFor(ana, 'C1'))?.refusal).toBeUndefined();
  slack.failNext('usergroups.users.list', { status: 500 });
  pass(2);
  expect((await other.refusalFor(ana, 'C1'))?.refusal).toBe('unverified');
  // A new answer takes effect at once.
  slack.changePerson('U1', { userGroups: [] });
  expect((await other.refusalFor(ana, 'C1'))?.refusal).toBe('person');
});

test.each(['D1', 'U1', 'W1', 'X1', 'c1', ''])('%j is no channel, although all are allowed', async (id) => {
  const access = await createTestAccess();
  expect(access.allowsChannel('C1')).toBe(true);
  expect(access.allowsChannel('G1')).toBe(true);
  expect(access.allowsChannel(id)).toBe(false);
});

const organization = { id: 'E1', name: 'Org' };

/** A workspace of an organisation, for a token of the whole organisation. */
const organizationWorkspace = () =>
  createTestWorkspace('http', { organization, isOrganizationInstall: true });

test.each<
  [what: string, home: Partial<BotIdentity>, who: Partial<SlackUser>, asked: unknown[], refusal?: string]
>([
  ['their own', { teamId: 'E1' }, { teamId: 'T0LOCAL', teamIds: ['T0LOCAL'] }, ['T0LOCAL']],
  [
    'each that they are in',
    { teamId: 'E1' },
    { teamId: 'T9', teamIds: ['T9', 'T0LOCAL'] },
    ['T9', 'T0LOCAL'],
  ],
  ['no other', { teamId: 'E1' }, { teamId: 'T9', teamIds: ['T9'] }, ['T9'], 'person'],
  ['their own, where Slack tells of no others', { teamId: undefined }, { teamId: 'T0LOCAL' }, ['T0LOCAL']],
  ['the one that the list names', { teamId: 'T0LOCAL' }, { teamId: 'T9', teamIds: ['T9'] }, ['T0LOCAL']],
  ['none, where Slack tells of none', { teamId: 'E1' }, { teamIds: [] }, [undefined], 'unverified'],
])('a token of an organisation reads groups in its workspaces: %s', async (_, home, who, asked, refusal) => {
  const slack = organizationWorkspace();
  const access = await createTestAccess({
    slack,
    home: { enterpriseId: 'E1', isOrganization: true, ...home },
  });
  expect((await access.refusalFor({ ...ana, ...who }, 'C1'))?.refusal).toBe(refusal);
  expect(slack.apiCalls.map(({ args }) => args.team_id)).toEqual(asked);
  if (refusal) return;
  expect((await access.mentionable({ ...ana, ...who })).groups).toEqual([{ id: 'S1', handle: 'support' }]);
  expect(await access.mayReveal({ ...ana, ...who }, 'now')).toBe(true);
});

test('a token of one workspace sends no workspace id', async () => {
  const slack = createTestWorkspace();
  const access = await createTestAccess({ slack, home: { enterpriseId: 'E1' } });
  expect(await access.refusalFor({ ...ana, teamId: 'T9', teamIds: ['T9'] }, 'C1')).toBeUndefined();
  expect(slack.apiCalls.map(({ args }) => args.team_id)).toEqual([undefined]);
});
