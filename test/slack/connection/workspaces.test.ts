import { describe, expect, test } from 'vitest';
import { entryFor, originOf } from '../../../src/slack/connection/workspaces.ts';

const own = (teamId: string) => ({ teamId, enterpriseId: undefined, isOrganization: false });
const inOrganization = (teamId: string | undefined, enterpriseId = 'E1') => ({
  teamId,
  enterpriseId,
  isOrganization: true,
});

describe('the installation that a request comes from', () => {
  test.each<readonly [string, unknown, ReturnType<typeof originOf>]>([
    ['a command', { command: '/sms-status', team_id: 'T1', is_enterprise_install: 'false' }, own('T1')],
    [
      'a command in an organisation',
      { command: '/x', team_id: 'T1', enterprise_id: 'E1', is_enterprise_install: 'true' },
      inOrganization('T1'),
    ],
    [
      'a button',
      { type: 'block_actions', team: { id: 'T1' }, user: { id: 'U1', team_id: 'T1' }, enterprise: null },
      own('T1'),
    ],
    [
      'a button in an organisation, which names no workspace',
      {
        type: 'block_actions',
        team: null,
        user: { id: 'U1', team_id: 'T1' },
        enterprise: { id: 'E1', name: 'x' },
        is_enterprise_install: true,
      },
      { ...inOrganization(undefined), likelyTeamId: 'T1' },
    ],
    [
      'a button where the organisation stands with the workspace',
      { team: { id: 'T1', enterprise_id: 'E1' }, user: { id: 'U1' }, is_enterprise_install: true },
      inOrganization('T1'),
    ],
    [
      'a form that was opened from a channel shared with another workspace',
      {
        type: 'view_submission',
        team: { id: 'T2' },
        user: { id: 'U2', team_id: 'T2' },
        view: { team_id: 'T2', app_installed_team_id: 'T1' },
      },
      own('T1'),
    ],
    [
      'a form of an app that an organisation has installed',
      { type: 'view_submission', team: { id: 'T2' }, user: {}, view: { app_installed_team_id: 'E1' } },
      { ...inOrganization(undefined), likelyTeamId: 'T2' },
    ],
    [
      'a form of an organisation’s app in another workspace than the person’s',
      { team: { id: 'T2' }, user: { team_id: 'T1' }, view: { app_installed_team_id: 'E1' } },
      { ...inOrganization(undefined), likelyTeamId: 'T2' },
    ],
    [
      'a form of an organisation’s app, which names a workspace only with the person',
      {
        type: 'view_submission',
        team: null,
        user: { id: 'U1', team_id: 'T1' },
        enterprise: { id: 'E1', name: 'x' },
        is_enterprise_install: true,
        view: { team_id: 'T1', app_installed_team_id: 'E1' },
      },
      { ...inOrganization(undefined), likelyTeamId: 'T1' },
    ],
    [
      'a form in an organisation, which names neither workspace nor person’s',
      { type: 'view_submission', team: null, user: { id: 'U1' }, view: { team_id: 'T1' } },
      own('T1'),
    ],
    ['a shortcut', { type: 'shortcut', team: { id: 'T1' }, user: { id: 'U1' } }, own('T1')],
    ['a message shortcut', { type: 'message_action', team: { id: 'T1' }, user: { id: 'U1' } }, own('T1')],
    [
      'an event of a shared channel, by its authorization',
      {
        type: 'event_callback',
        team_id: 'T2',
        event: { type: 'app_mention', team: 'T2', user: 'U2' },
        authorizations: [{ team_id: 'T1', enterprise_id: null, is_enterprise_install: false }],
      },
      own('T1'),
    ],
    [
      'an event in an organisation',
      {
        team_id: 'T1',
        event: { type: 'app_home_opened' },
        authorizations: [{ team_id: 'T1', enterprise_id: 'E1', is_enterprise_install: true }],
      },
      inOrganization('T1'),
    ],
    [
      'an event in an organisation whose authorization names no workspace',
      {
        team_id: 'T1',
        event: { type: 'function_executed' },
        authorizations: [{ team_id: null, enterprise_id: 'E1', is_enterprise_install: true }],
      },
      { ...inOrganization(undefined), likelyTeamId: 'T1' },
    ],
    [
      'an event without authorizations',
      { team_id: 'T1', enterprise_id: null, event: { type: 'app_uninstalled' } },
      own('T1'),
    ],
    ['nothing that is known', { team_id: 7, user: 'U1', authorizations: 'x' }, nowhere()],
    ['no object', 'x', nowhere()],
  ])('%s', (_, body, from) => {
    expect(originOf(body)).toEqual(from);
  });
});

function nowhere() {
  return { teamId: undefined, enterpriseId: undefined, isOrganization: false };
}

describe('the listed installation that serves a request', () => {
  // T1 and E1 have their own installations, T3 may use that of its organisation, T4 belongs to another company.
  const listed = new Map<string, { readonly installationIds: readonly string[] }>([
    ...['T1', 'E1', 'T4'].map((id) => [id, { installationIds: [id] }] as const),
    ['T3', { installationIds: ['T3', 'E1'] }] as const,
  ]);
  const likely = (teamId: string) => ({ ...inOrganization(undefined), likelyTeamId: teamId });
  test.each([
    ['the workspace’s own', own('T1'), 'T1'],
    ['its own before its organisation’s', inOrganization('T1'), 'T1'],
    ['its organisation’s, where it is not listed', inOrganization('T2'), 'E1'],
    ['its organisation’s, where no workspace is named', inOrganization(undefined), 'E1'],
    [
      'none, where only the workspace has installed the app',
      { ...inOrganization('T2'), isOrganization: false },
      undefined,
    ],
    ['the workspace’s that seems to be meant, by its organisation’s installation', likely('T3'), 'T3'],
    ['not that of another company, whose person writes in a shared channel', likely('T4'), 'E1'],
    ['none of another organisation', inOrganization('T2', 'E2'), undefined],
    ['none of another workspace', own('T2'), undefined],
    ['none of nowhere', nowhere(), undefined],
  ])('is %s', (_, from, id) => {
    expect(entryFor(from, listed)).toBe(id);
  });
});

test('a form of an organisation’s app goes to the workspace of its command', () => {
  const listed = new Map(['E1', 'T3'].map((id) => [id, { installationIds: [id, 'E1'] }]));
  const command = { command: '/x', team_id: 'T3', enterprise_id: 'E1', is_enterprise_install: 'true' };
  const form = {
    type: 'view_submission',
    ...{
      team: null,
      user: { id: 'U1', team_id: 'T3' },
      enterprise: { id: 'E1' },
      is_enterprise_install: true,
    },
    view: { team_id: 'T3', app_installed_team_id: 'E1' },
  };
  expect([command, form].map((body) => entryFor(originOf(body), listed))).toEqual(['T3', 'T3']);
});
