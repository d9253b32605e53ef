import { describe, expect, it, onTestFinished } from 'vitest';
import { createSlackServer } from '../../../tools/fake-slack/slack-api/slack-server.ts';
import type { Person, Workspace, WorkspaceOptions } from '../../../tools/fake-slack/workspace/workspace.ts';
import { createWorkspace } from '../../../tools/fake-slack/workspace/workspace.ts';
import { clientOf } from '../../support/bolt-bot.ts';

const ORGANIZATION = { id: 'E1', name: 'Everybody' };

const person = (id: string, changes: Partial<Person> = {}): Person => ({
  id,
  name: id.toLowerCase(),
  locale: 'en-US',
  zone: 'UTC',
  userGroups: ['S1'],
  ...changes,
});

/** Two workspaces at one address. */
async function startTwoTeams(
  changes: (n: number) => Partial<WorkspaceOptions>,
): Promise<{ apiUrl: string; one: Workspace; other: Workspace }> {
  const server = createSlackServer();
  const [one, other] = [1, 2].map((n) =>
    createWorkspace(
      {
        signingSecret: 'secret-of-the-test',
        botToken: `xoxb-${n}`,
        teamId: `T${n}`,
        teamName: `Team ${n}`,
        people: [person(`U${n}`)],
        channels: [{ id: 'C0', name: 'same' }],
        ...changes(n),
      },
      server,
    ),
  ) as [Workspace, Workspace];
  onTestFinished(async () => {
    await one.stop();
    await other.stop();
  });
  const { apiUrl } = await one.start();
  expect(await other.start()).toEqual({ apiUrl });
  return { apiUrl, one, other };
}

describe('several workspaces at one address', () => {
  it('are distinguished by their tokens', async () => {
    const { apiUrl, one, other } = await startTwoTeams(() => ({}));
    const [first, second] = [clientOf(apiUrl, 'xoxb-1'), clientOf(apiUrl, 'xoxb-2')];
    expect(await first.auth.test()).toMatchObject({
      team_id: 'T1',
      team: 'Team 1',
      is_enterprise_install: false,
    });
    expect(await second.auth.test()).toMatchObject({ team_id: 'T2', team: 'Team 2' });
    await first.chat.postMessage({ channel: 'C0', text: 'to the first' });
    expect(one.messages()).toMatchObject([{ text: 'to the first' }]);
    expect(other.messages()).toEqual([]);
    await expect(first.users.info({ user: 'U2' })).rejects.toThrow('user_not_found');
    await expect(clientOf(apiUrl, 'xoxb-3').auth.test()).rejects.toThrow('invalid_auth');
  });

  it('receive the answers and files that belong to them', async () => {
    const { apiUrl, one, other } = await startTwoTeams(() => ({}));
    const address = Promise.withResolvers<string>();
    other.onExchange(({ request }) => address.resolve((request as { response_url: string }).response_url));
    // No bot is connected; the request that could not be sent contains its response_url.
    await other.command({ person: 'U2', channel: 'C0', command: '/ask', text: '' }).catch(() => undefined);
    await fetch(await address.promise, { method: 'POST', body: JSON.stringify({ text: 'here' }) });
    expect(other.messages({ person: 'U2' }).at(-1)).toMatchObject({ text: 'here', visibleTo: 'U2' });
    await clientOf(apiUrl, 'xoxb-2').filesUploadV2({ channel_id: 'C0', filename: 'a.csv', content: 'a,b' });
    expect(other.files()).toMatchObject([{ name: 'a.csv', channel: 'C0' }]);
    expect([...one.messages(), ...one.files()]).toEqual([]);
  });
});

describe('workspaces of one organisation with one token', () => {
  const wide = (n: number): Partial<WorkspaceOptions> => ({
    botToken: 'xoxb-wide',
    organization: ORGANIZATION,
    isOrganizationInstall: true,
    channels: [{ id: `C${n}`, name: `channel-${n}` }],
    people: [
      person(`U${n}`),
      person('U3', { teamId: 'T3', isOfOrganization: true }),
      person('U4', { teamId: 'T4' }),
    ],
  });

  it('are selected by channel, user or team', async () => {
    const { apiUrl, one, other } = await startTwoTeams(wide);
    const client = clientOf(apiUrl, 'xoxb-wide');
    expect(await client.auth.test()).toMatchObject({
      team_id: 'E1',
      enterprise_id: 'E1',
      team: 'Everybody',
      is_enterprise_install: true,
    });
    await client.chat.postMessage({ channel: 'C2', text: 'to the second' });
    await client.chat.postMessage({ channel: 'U1', text: 'to somebody of the first' });
    expect(other.messages()).toMatchObject([{ channel: 'C2' }]);
    expect(one.messages()).toMatchObject([{ channel: 'D0U1' }]);
    const { user } = await client.users.info({ user: 'U2' });
    expect(user).toMatchObject({ team_id: 'T2', enterprise_user: { enterprise_id: 'E1', teams: ['T2'] } });
    const list = (args: object) => client.apiCall('usergroups.users.list', { usergroup: 'S1', ...args });
    expect(await list({ team_id: 'T2' })).toMatchObject({ users: ['U2', 'U3', 'U4'] });
    await expect(list({})).rejects.toThrow('missing_argument');
    await expect(list({ team_id: 'T9' })).rejects.toThrow('team_access_not_granted');
    await expect(client.usergroups.list()).rejects.toThrow('missing_argument');
  });

  it('mark the users who belong to the organisation', async () => {
    const { apiUrl } = await startTwoTeams(wide);
    const client = clientOf(apiUrl, 'xoxb-wide');
    const { user: own } = await client.users.info({ user: 'U3' });
    const { user: foreign } = await client.users.info({ user: 'U4' });
    expect(own).toMatchObject({ team_id: 'T3', enterprise_user: { enterprise_id: 'E1' } });
    expect(foreign).toMatchObject({ team_id: 'T4' });
    expect(foreign).not.toHaveProperty('enterprise_user');
  });

  it('send their own id in each request', async () => {
    const { other } = await startTwoTeams((n) => ({ ...wide(n), events: ['app_mention'] }));
    const requests: unknown[] = [];
    other.onExchange(({ request }) => requests.push(request));
    const use = { person: 'U2', channel: 'C2' };
    await other.command({ ...use, command: '/ask', text: '' }).catch(() => undefined);
    await other.globalShortcut({ person: 'U2', callbackId: 'ask' }).catch(() => undefined);
    other.say({ ...use, text: '@bot hello' });
    await other.eventsSent();
    const organization = { enterprise_id: 'E1', enterprise_name: 'Everybody' };
    expect(requests).toMatchObject([
      { team_id: 'T2', ...organization, is_enterprise_install: 'true' },
      { team: { id: 'T2', ...organization }, enterprise: ORGANIZATION, is_enterprise_install: true },
      {
        team_id: 'T2',
        enterprise_id: 'E1',
        authorizations: [{ team_id: 'T2', enterprise_id: 'E1', is_enterprise_install: true }],
      },
    ]);
  });
});
