import { beforeAll, expect, test } from 'vitest';
import { people } from '../../../support/desk.ts';
import { createShiftDesk } from '../../../support/incidents-desk.ts';
import { suiteDatabase } from '../../../support/store.ts';

const database = suiteDatabase(undefined);
beforeAll(() => database().open());

const onCall = { of: 'group', id: 'S2' } as const;
const CALL = '<!subteam^S2>';

test('a group is mentioned once when an incident starts, and not after it is acknowledged', async () => {
  const shift = await createShiftDesk(database());
  await shift.watch({ mention: onCall });
  const desk = await shift.startBot();
  await shift.breakDown('Entel');
  const [root] = shift.roots();
  expect(root?.text).toContain(`No one has it yet · ${CALL}`);
  expect(JSON.stringify(root?.blocks)).toContain('"usergroup_id":"S2"');
  // A post notifies people, a change does not.
  const asked = shift.slack.apiCalls.filter(({ method }) => method === 'chat.postMessage');
  expect(asked.filter(({ args }) => JSON.stringify(args).includes(CALL))).toHaveLength(1);
  if (root) await desk.press(root, 'incident.acknowledge');
  await shift.brought();
  expect(shift.roots()[0]?.text).toContain('ana has it');
  await shift.recoverFrom('15:20:00');
  expect(shift.posts().filter(({ text }) => text.includes(CALL))).toEqual([]);
  expect(shift.replies().every(({ isBroadcast }) => isBroadcast !== true)).toBe(true);
});

test('the end is posted to the channel with the mention when the watch asks for it', async () => {
  const shift = await createShiftDesk(database());
  await shift.watch({ mention: { of: 'person', id: people.agente.id }, tellsEnd: true });
  await shift.startBot();
  await shift.breakDown('Entel');
  expect(shift.roots()[0]?.text).toContain('· <@U2>');
  await shift.recoverFrom('15:20:00');
  const broadcasts = shift.replies().filter(({ isBroadcast }) => isBroadcast);
  expect(broadcasts).toHaveLength(1);
  expect(broadcasts[0]?.text).toMatch(
    /^Entel: recovered after .*\nWorked again from 18 Nov 15:\d\d.* · closed 15:\d\d · .* · <@U2>$/,
  );
  expect(shift.roots()[0]?.text).not.toContain('<@U2>');
});

test('a deactivated person is not mentioned', async () => {
  const shift = await createShiftDesk(database());
  await shift.watch({ mention: { of: 'person', id: people.agente.id } });
  shift.slack.changePerson(people.agente.id, { isDeactivated: true });
  const desk = await shift.startBot();
  await shift.breakDown('Entel');
  expect(shift.roots()[0]?.text).toContain('No one has it yet');
  expect(shift.roots()[0]?.text).not.toContain('<@U2>');
  expect(desk.logLines).toContainEqual(expect.objectContaining({ user: 'U2', refusal: 'person' }));
});

test('a person is mentioned while Slack cannot confirm their access', async () => {
  const shift = await createShiftDesk(database());
  await shift.watch({ mention: { of: 'person', id: people.agente.id } });
  await shift.startBot();
  shift.slack.failNext('users.info', { status: 500, times: 100 });
  await shift.breakDown('Entel');
  expect(shift.roots()[0]?.text).toContain('· <@U2>');
});
