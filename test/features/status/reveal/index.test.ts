import { describe, expect, test } from 'vitest';
import { channels, createTestWorkspace, type Desk, people, startDesk } from '../../../support/desk.ts';
import { json, platformEntry, platformRecord, servePlatform } from '../../../support/server.ts';

const now = () => new Date('2026-11-18T12:00:00Z');
const TEXT = 'Tu código es 483920, canary';
const REASON = 'customer reads it out, 483920';

async function createDesk(reveal: string | undefined, slack = createTestWorkspace()) {
  const platform = await servePlatform({
    report: ({ response }) => json(response, { data: [platformEntry({ text: TEXT })], total: 1 }),
    info: ({ response }) => json(response, { data: platformRecord({ text: TEXT }), detail: 'found' }),
  });
  const env = {
    ALLOWED_CHANNELS: '*',
    SUPPORT_CONTACT: 'Ana',
    ...(reveal === undefined ? {} : { REVEAL_USERGROUPS: reveal }),
  };
  return startDesk(platform.url, { env, overrides: { now }, slack });
}

async function submit(desk: Desk, reason: string): Promise<void> {
  await desk.slack.submit({ person: people.agent.id, values: { reason } });
  await desk.requestsFinished();
}

async function revealed(desk: Desk, channelId: string = channels.support.id, reason = REASON) {
  const details = await desk.press(await desk.ask('912345678', people.agent, channelId), 'status.details');
  await desk.press(details, 'status.reveal');
  await submit(desk, reason);
  return { details, said: desk.slack.messages({ person: people.agent.id }).at(-1) };
}

describe('masked content', () => {
  test.each([channels.support.id, channels.direct.id])(
    'is shown in full only to the asker, with a reason, in the same channel: %s',
    async (channelId) => {
      const desk = await createDesk('S1');
      const { details, said } = await revealed(desk, channelId);
      expect(details.text).not.toContain('483920');
      expect(said?.text).toContain('+56 9 1234 5678');
      expect(said?.text).toContain(TEXT);
      expect(said).toMatchObject({ channel: channelId, visibleTo: people.agent.id });
      expect(JSON.stringify(said?.blocks)).not.toContain('"actions"');
      expect(desk.audited.at(-1)).toEqual({
        act: 'revealed',
        surface: 'status.reveal.form',
        person: 'U1',
        team: 'T0LOCAL',
        channel: channelId,
        reference: expect.stringMatching(/^\w{6}$/),
        outcome: 'answered',
        reason: 'customer reads it out, ••••••',
        numbers: ['56912345678'],
      });
    },
  );

  test('is shown in full for a single message too', async () => {
    const desk = await createDesk('*');
    const details = await desk.press(await desk.ask('2026-11-18 ref-1'), 'status.details');
    await desk.press(details, 'status.reveal');
    await submit(desk, REASON);
    expect(desk.slack.messages({ person: people.agent.id }).at(-1)?.text).toContain(TEXT);
    expect(desk.audited.at(-1)).toMatchObject({ act: 'revealed', numbers: ['56912345678'] });
  });

  test.each([[undefined], ['S2']])('has no button for people without permission (%s)', async (groups) => {
    const desk = await createDesk(groups);
    const details = await desk.press(await desk.ask('912345678'), 'status.details');
    expect(JSON.stringify(details.blocks)).not.toContain('status.reveal');
  });

  test('is not shown without a valid reason', async () => {
    const desk = await createDesk('S1');
    const { said } = await revealed(desk, channels.support.id, '');
    for (const reason of ['', '    ', ' abcd ', 'x'.repeat(201)]) {
      await submit(desk, reason);
      expect(Object.keys(desk.slack.modal(people.agent.id)?.errors ?? {}), reason).toEqual(['reason']);
    }
    expect(said?.text).not.toContain('483920');
    expect(desk.audited.filter(({ act }) => act === 'revealed')).toEqual([]);
  });

  test('is refused to a person who left the group after the form opened', async () => {
    const slack = createTestWorkspace();
    const desk = await createDesk('S2', slack);
    slack.changePerson(people.agent.id, { userGroups: ['S1', 'S2'] });
    const details = await desk.press(await desk.ask('912345678'), 'status.details');
    await desk.press(details, 'status.reveal');
    slack.changePerson(people.agent.id, { userGroups: ['S1'] });
    await submit(desk, REASON);
    const said = slack.messages({ person: people.agent.id }).at(-1);
    expect(said?.text).toContain('You’re not in a group that can see numbers and texts in full.');
    expect(said?.text).toContain('To be added to one, ask Ana.');
    expect(desk.audited.at(-1)).toMatchObject({
      act: 'revealed',
      outcome: 'refused',
      why: 'reveal',
      numbers: ['56912345678'],
    });
  });

  test('is refused while Slack does not list the members of the group', async () => {
    const slack = createTestWorkspace();
    const desk = await createDesk('S2', slack);
    slack.changePerson(people.agent.id, { userGroups: ['S1', 'S2'] });
    const details = await desk.press(await desk.ask('912345678'), 'status.details');
    await desk.press(details, 'status.reveal');
    for (const _ of [1, 2, 3]) slack.failNext('usergroups.users.list', { error: 'internal_error' });
    await submit(desk, REASON);
    const said = slack.messages({ person: people.agent.id }).at(-1);
    expect(said?.text).toContain('Slack didn’t confirm in time');
    expect(said?.text).not.toContain('483920');
    expect(desk.audited.at(-1)).toMatchObject({ act: 'revealed', outcome: 'refused', why: 'unverified' });
  });
});
