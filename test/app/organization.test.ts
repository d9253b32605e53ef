import { expect, test } from 'vitest';
import { channels, createTestWorkspace, people, startDesk } from '../support/desk.ts';
import { servePlatform } from '../support/server.ts';

const now = () => new Date('2026-11-18T12:00:00Z');
const organization = { id: 'E1', name: 'Org' };
const colleague = {
  ...people.agent,
  ...{ id: 'U21', name: 'col', teamId: 'T2', isOfOrganization: true, userGroups: [] },
};
const outside = { ...people.agent, id: 'U22', name: 'out', teamId: 'T9' };

/** A workspace of an organisation that has installed the app for all its workspaces. */
async function createDeskInOrganization() {
  const platform = await servePlatform();
  const slack = createTestWorkspace('http', {
    organization,
    isOrganizationInstall: true,
    people: [...Object.values(people), colleague, outside],
  });
  const desk = await startDesk(platform.url, { slack, overrides: { now } });
  return { desk, slack, platform };
}

test('a bot with a token for an organisation answers in the workspace of the request', async () => {
  const { desk, slack } = await createDeskInOrganization();
  expect((await desk.ask('912345678')).text).toContain('Delivered 10:32');
  const asked = slack.apiCalls.filter(({ method }) => method === 'usergroups.users.list');
  expect(asked.map(({ args }) => args.team_id)).toEqual(['T0LOCAL']);
  const run = await desk.runStep('look_up_sms_delivery', { number: '912345678', person: people.agent.id });
  expect(run.status).toBe('completed');
});

test.each([
  ['of another organisation', outside, 'stranger'],
  ['whom Slack calls a stranger', people.stranger, 'stranger'],
  ['who is a guest', people.guest, 'guest'],
  ['of another workspace of it, who is in no group that may ask', colleague, 'person'],
])('refuses a person %s', async (_, who, why) => {
  const { desk, platform } = await createDeskInOrganization();
  await desk.ask('912345678', who, channels.support.id);
  expect(desk.audited).toMatchObject([{ person: who.id, outcome: 'refused', why }]);
  expect(platform.seen.report).toEqual([]);
});
