import { beforeAll, describe, expect, test } from 'vitest';
import { parseWatchInput } from '../../../src/features/watches/input.ts';
import { channels, people } from '../../support/desk.ts';
import { createShiftDesk } from '../../support/incidents-desk.ts';
import { suiteDatabase } from '../../support/store.ts';

const { agent, agente } = people;
const database = suiteDatabase(undefined);
beforeAll(() => database().open());

const onCall = { of: 'group', id: 'S2' };
/** Shorter than the longest time that the bot waits for Slack. */
const SLOW_MS = 4_500;
const NO_MENTION = 'No one is mentioned, so no phone will ring.';

test.each([
  ['watch notify <!subteam^S2|@on-call>', { mention: onCall }],
  [
    'watch <#C1|support> notify <@U2|bea> on recovery',
    { mention: { of: 'person', id: 'U2' }, tellsEnd: true },
  ],
  ['watch notify @here', { mention: { of: 'here' } }],
  ['watch notify <!here>', { mention: { of: 'here' } }],
  ['watch notify here', { mention: { of: 'here' } }],
  ['watch here', {}],
  ['watch high notify me', { sensitivity: 'high', mention: 'me' }],
  ['watch notify nobody', { mention: 'nobody' }],
  ['watch on recovery', { tellsEnd: true }],
  ['vigilar avisar a <!subteam^S2|@guardia> al recuperarse', { mention: onCall, tellsEnd: true }],
  ['vigilar alta y avisa a nadie', { sensitivity: 'high', mention: 'nobody' }],
  ['vigilar avisar a mí', { mention: 'me' }],
  ['vigilar mencionar a <@U2> y al recuperarse', { mention: { of: 'person', id: 'U2' }, tellsEnd: true }],
])('%s', (text, expected) => {
  const input = parseWatchInput(text);
  const { channel: _, ...typed } = 'kind' in input && input.kind === 'watch' ? input.typed : {};
  expect(typed).toEqual(expected);
});

test('two mentions in one command are rejected', () => {
  expect(parseWatchInput('watch notify me <@U2>')).toEqual({ problem: 'twice', text: '<@U2>' });
});

describe('the mention of a watch', () => {
  async function createDesk(env: Record<string, string> = {}) {
    const shift = await createShiftDesk(database());
    return { shift, desk: await shift.startBot(env) };
  }

  test('is off by default, and the answer says so with a menu to choose', async () => {
    const { shift, desk } = await createDesk();
    const said = await desk.ask('watch');
    expect(said.text).toContain(NO_MENTION);
    const chosen = await desk.choose(said, 'watch.mention', '1.S1');
    expect(chosen).toMatchObject({ ts: said.ts });
    expect(chosen.text).toContain('Mentioned once, when an incident begins: <!subteam^S1>');
    expect(await shift.watches.findFor('C1')).toMatchObject({ mention: { of: 'group', id: 'S1' } });
    const loud = await desk.press(chosen, 'watch.end');
    expect(loud.text).toContain('and again when it’s over: <!subteam^S1>');
    expect(await shift.watches.findFor('C1')).toMatchObject({ tellsEnd: true });
    const none = await desk.choose(loud, 'watch.mention', '1.nobody');
    expect(none.text).toContain(`${NO_MENTION} I’ll also post in the channel when it’s over.`);
  });

  test('may be oneself or an own group, and others only with permission', async () => {
    const { shift, desk } = await createDesk();
    const own = await desk.ask('vigilar avisar a @support al recuperarse', agente);
    expect(own.text).toContain('otra vez cuando termina: <!subteam^S1>');
    for (const other of ['@on-call', '@bea', '@here']) {
      const said = await desk.ask(`watch notify ${other}`);
      expect(said.text).toContain('You can choose yourself or a group you’re in, but no one else.');
    }
    // The mention that another person chose stays when something else changes.
    const chosen = { mention: { of: 'group', id: 'S1' }, tellsEnd: true };
    expect(await shift.watches.findFor('C1')).toMatchObject(chosen);
    await desk.ask('watch low', people.agent);
    expect(await shift.watches.findFor('C1')).toMatchObject({ ...chosen, sensitivity: 'low' });
    expect((await desk.ask('watch notify @nobody-knows')).text).toContain('I can’t find “@nobody-knows”.');

    const open = await createDesk({ NOTIFY_USERGROUPS: 'S1' });
    const said = await open.desk.ask('watch notify @on-call');
    expect(said.text).toContain('<!subteam^S2>');
    const everybody = await open.desk.choose(said, 'watch.mention', '1.here');
    expect(everybody.text).toContain('when an incident begins: <!here>');
    const useless = await open.desk.ask('watch notify @cleo');
    expect(useless.text).toContain('That person can’t use SMS Desk');
    expect(JSON.stringify(useless.blocks)).toContain('Mention @on-call');
  });

  test('offers the permitted mentions when refused, and keeps the other settings', async () => {
    const { shift, desk } = await createDesk();
    const asked = { sensitivity: 'low', language: 'es', zone: 'America/Santiago', tellsEnd: true };
    const offers = [
      ['Mention me', { of: 'person', id: agent.id }],
      ['Mention @support', { of: 'group', id: 'S1' }],
      ['Mention no one', undefined],
    ] as const;
    for (const [at, [label, mention]] of offers.entries()) {
      const refused = await desk.ask('watch low es America/Santiago notify @here on recovery');
      expect(JSON.stringify(refused.blocks)).toContain(label);
      await desk.press(refused, `command.typed.${at}`);
      const watch = await shift.watches.findFor('C1');
      expect(watch).toMatchObject(asked);
      expect(watch?.mention).toEqual(mention);
    }
  });

  test('is chosen in the form', async () => {
    const { shift, desk } = await createDesk({ ALLOWED_CHANNELS: '*' });
    const list = await desk.ask('watches', agent, channels.direct.id);
    await desk.press(list, 'watch.elsewhere');
    const values = { channel: channels.random.id, mention: 'me', end: 'channel' };
    await desk.slack.submit({ person: agent.id, values });
    await desk.requestsFinished();
    const mention = { of: 'person', id: agent.id };
    expect(await shift.watches.findFor(channels.random.id)).toMatchObject({ mention, tellsEnd: true });
    const row = await desk.ask('watches', agente);
    expect(row.text).toContain(`· <@${agent.id}>`);
    await desk.press(row, 'watch.change', agente);
    expect(JSON.stringify(desk.slack.modal(agente.id)?.blocks)).toContain('Como está ahora');
    await desk.slack.submit({ person: agente.id, values: { sensitivity: 'high' } });
    await desk.requestsFinished();
    expect(await shift.watches.findFor(channels.random.id)).toMatchObject({ mention, sensitivity: 'high' });
  });

  test('is chosen in a form without groups when Slack lists them slowly', async () => {
    const { desk } = await createDesk();
    const list = await desk.ask('watches', agent, channels.direct.id);
    desk.slack.failNext('usergroups.list', { delayMs: SLOW_MS });
    await desk.press(list, 'watch.elsewhere');
    const blocks = JSON.stringify(desk.slack.modal(agent.id)?.blocks);
    expect(blocks).toContain('"value":"me"');
    expect(blocks).not.toContain('@support');
    expect(desk.logLines.map(({ msg }) => msg)).toContainEqual(
      expect.stringContaining('the form offers none'),
    );
  });
});
