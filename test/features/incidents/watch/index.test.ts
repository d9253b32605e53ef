import { beforeAll, describe, expect, test } from 'vitest';
import { channels, people } from '../../../support/desk.ts';
import { aShift, soon } from '../../../support/incidents-desk.ts';
import { databases, suiteDatabase } from '../../../support/store.ts';

const { agent, agente, outsider } = people;
const support = `<#${channels.support.id}|support>`;

describe.each(databases)('watching, %s', (_name, url) => {
  const database = suiteDatabase(url);
  beforeAll(() => database().open());

  test('is set up where it is asked for, with what is left out, and says how it goes on', async () => {
    const shift = await aShift(database());
    const desk = await shift.aBot();
    expect((await desk.ask('watches')).text).toContain('No channel is told of incidents yet.');
    const said = await desk.ask('watch');
    expect(said.visibleTo).toBe(agent.id);
    expect(said.text).toContain('Watching: the channel below is told');
    expect(said.text).toContain('the first comes within a minute');
    expect(await shift.watches.list()).toMatchObject([
      { number: 1, channel: 'C1', sensitivity: 'normal', language: 'en', zone: 'UTC', watcher: 'U1' },
    ]);
    await expect.poll(() => shift.incidents.watching('normal'), soon).toBeDefined();
    expect((await desk.ask('watches')).text).toMatch(/Last check today 15:0\d; the next 5 min after it/);
    const again = await desk.ask(`vigilar ${support} alta`, agente);
    expect(again.text).toContain(
      'El canal de abajo ya recibe avisos de incidentes. Su sensibilidad ahora es alta; era normal.',
    );
    expect(await shift.watches.list()).toMatchObject([{ number: 1, sensitivity: 'high', language: 'en' }]);
  });

  test('begins with a check at once, in a bot that had nothing to do so far', async () => {
    const shift = await aShift(database());
    const desk = await shift.aBot();
    await desk.ask('watch high');
    await expect.poll(() => shift.incidents.watching('high'), soon).toBeDefined();
  });

  test('says how slow it is where reading takes more than a twentieth of the time', async () => {
    const shift = await aShift(database());
    shift.steady.state.tookMs = 30_000;
    await shift.watch();
    const desk = await shift.aBot();
    await shift.checkAt('15:01:00');
    const list = await desk.ask('watches');
    expect(list.text).toContain('the next 10 min after it');
    expect(list.text).toContain('there is one every 10 min, and incidents are noticed that much later');
    const before = shift.steady.state.readings;
    // A round has ended when its last step is done: telling who set up a watch that was paused.
    await shift.watch({ channel: channels.random.id, watcher: agente.id });
    shift.moveTo('15:10:30');
    await shift.slack.until(() => shift.slack.messages({ channel: channels.directo.id })[0]);
    expect((await shift.incidents.watching('normal'))?.version).toBe(1);
    expect(shift.steady.state.readings).toBe(before);
    await shift.checkAt('15:11:30');
  });

  test('ends where figures may not be shown any more, and whoever set it up is told once', async () => {
    const shift = await aShift(database());
    const { number } = await shift.watch({ channel: channels.random.id });
    const desk = await shift.aBot();
    const told = await shift.slack.until(() => shift.slack.messages({ channel: channels.direct.id })[0]);
    expect(told.text).toContain('delivery figures may no longer be shown in the channel');
    expect(told.text).toContain('ask whoever runs SMS Desk to have that channel added');
    expect(await shift.watches.findByNumber(number)).toMatchObject({
      state: 'paused',
      pausedBecause: 'channel_not_allowed',
    });
    expect((await desk.press(told, 'watch.resume')).text).toContain('may not be shown in that channel');
    const lasting = shift.slack.messages({ channel: channels.direct.id }).filter((one) => !one.visibleTo);
    expect(lasting).toEqual([told]);
  });

  test('is paused, resumed and removed by button and by command', async () => {
    const shift = await aShift(database());
    await shift.watch();
    const desk = await shift.aBot();
    const list = await desk.ask('watches');
    await desk.press(list, 'watch.pause');
    expect(await shift.watches.list()).toMatchObject([{ state: 'paused' }]);
    expect((await desk.ask('watches')).text).toContain('Nothing is checked while no watch is active.');
    const paused = await desk.ask('watches', agente);
    expect(paused.text).toContain('En pausa: a petición de alguien');
    await desk.press(paused, 'watch.resume', agente);
    expect(await shift.watches.list()).toMatchObject([{ state: 'active' }]);
    expect((await desk.ask('unwatch 7')).text).toContain('There is no watch number 7.');
    expect((await desk.ask('unwatch 1')).text).toContain('Watch 1 is removed.');
    expect((await desk.ask('unwatch')).text).toContain('That channel is not told of incidents.');
    const gone = await desk.press(paused, 'watch.remove', agente);
    expect(gone.text).toContain('ya no existe');
  });

  test('is refused where figures may not be shown, or where the bot cannot post', async () => {
    const shift = await aShift(database());
    const desk = await shift.aBot({ ALLOWED_CHANNELS: 'C1,C3' });
    expect((await desk.ask(`watch <#${channels.random.id}|random>`)).text).toContain(
      'Delivery figures may not be shown in that channel',
    );
    const closed = await desk.ask(`watch <#${channels.withoutBot.id}|x> low`);
    expect(closed.text).toContain('not a member of that channel');
    shift.slack.changeChannel(channels.withoutBot.id, { hasBot: true });
    await desk.press(closed, 'watch.again');
    expect(await shift.watches.list()).toMatchObject([{ channel: 'C3', sensitivity: 'low' }]);
    expect((await desk.ask('watch', outsider)).text).toContain('not in a group');
    expect((await desk.ask('watch', agent, channels.direct.id)).text).toContain('Which channel');
  });

  test('says what was not understood, with an example', async () => {
    const shift = await aShift(database());
    const desk = await shift.aBot();
    for (const [typed, said] of [
      ['watch loudly', 'I did not understand “loudly”.'],
      ['watch constructor', 'I did not understand “constructor”.'],
      ['watch #alerts', 'Slack did not tell me which channel “#alerts” is.'],
      ['watch high low', '“low” is one too many.'],
      ['watches now', 'I did not understand “now”.'],
      ['unwatch please', 'I did not understand “please”.'],
      ['watch help', 'A channel that is told when SMS delivery is not as usual'],
    ] as const) {
      expect((await desk.ask(typed)).text).toContain(said);
    }
    for (const typed of ['unwatch please', 'unwatch #alerts']) {
      const { text } = await desk.ask(typed);
      expect(text).toContain(typed.slice('unwatch '.length));
      expect(text).toContain('/sms-check unwatch 2');
    }
    expect((await desk.ask('vigilar ayuda', agente)).text).toContain('Un canal que recibe un aviso');
    expect(await shift.watches.list()).toEqual([]);
  });
});
