import { beforeAll, expect, test } from 'vitest';
import { people } from '../../../support/desk.ts';
import { aShift } from '../../../support/incidents-desk.ts';
import { suiteDatabase } from '../../../support/store.ts';

const database = suiteDatabase(undefined);
beforeAll(() => database().open());

const onCall = { of: 'group', id: 'S2' } as const;
const CALL = '<!subteam^S2>';

test('a group is mentioned once, when an incident begins, and no more once somebody has it', async () => {
  const shift = await aShift(database());
  await shift.watch({ mention: onCall });
  const desk = await shift.aBot();
  await shift.breakDown('Entel');
  const [root] = shift.roots();
  expect(root?.text).toContain(`Nobody has it yet · ${CALL}`);
  expect(JSON.stringify(root?.blocks)).toContain('"usergroup_id":"S2"');
  // What is posted notifies; what is changed does not.
  const asked = shift.slack.apiCalls.filter(({ method }) => method === 'chat.postMessage');
  expect(asked.filter(({ args }) => JSON.stringify(args).includes(CALL))).toHaveLength(1);
  if (root) await desk.press(root, 'incident.acknowledge');
  await shift.brought();
  expect(shift.roots()[0]?.text).toContain('ana has it');
  await shift.recoverFrom('15:20:00');
  expect(shift.posts().filter(({ text }) => text.includes(CALL))).toEqual([]);
  expect(shift.replies().every(({ isBroadcast }) => isBroadcast !== true)).toBe(true);
});

test('the end is told to the channel where that is wished, with the mention once more', async () => {
  const shift = await aShift(database());
  await shift.watch({ mention: { of: 'person', id: people.agente.id }, tellsEnd: true });
  await shift.aBot();
  await shift.breakDown('Entel');
  expect(shift.roots()[0]?.text).toContain('· <@U2>');
  await shift.recoverFrom('15:20:00');
  const told = shift.replies().filter(({ isBroadcast }) => isBroadcast);
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toMatch(
    /^Entel: recovered after .*\nWorked again from 18 Nov 15:\d\d.* · closed 15:\d\d · .* · <@U2>$/,
  );
  expect(shift.roots()[0]?.text).not.toContain('<@U2>');
});

test('who was deactivated is mentioned no more', async () => {
  const shift = await aShift(database());
  await shift.watch({ mention: { of: 'person', id: people.agente.id } });
  shift.slack.changePerson(people.agente.id, { isDeactivated: true });
  const desk = await shift.aBot();
  await shift.breakDown('Entel');
  expect(shift.roots()[0]?.text).toContain('Nobody has it yet');
  expect(shift.roots()[0]?.text).not.toContain('<@U2>');
  expect(desk.logLines).toContainEqual(expect.objectContaining({ user: 'U2', refusal: 'person' }));
});

test('while Slack does not tell whether somebody may use the bot, they are mentioned', async () => {
  const shift = await aShift(database());
  await shift.watch({ mention: { of: 'person', id: people.agente.id } });
  await shift.aBot();
  shift.slack.failNext('users.info', { status: 500, times: 100 });
  await shift.breakDown('Entel');
  expect(shift.roots()[0]?.text).toContain('· <@U2>');
});
