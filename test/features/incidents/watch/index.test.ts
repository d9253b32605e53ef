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
    expect((await desk.ask('watches')).text).toContain('No channel gets incident alerts yet.');
    const said = await desk.ask('watch');
    expect(said.visibleTo).toBe(agent.id);
    expect(said.text).toContain('Done. This channel gets an alert');
    expect(said.text).toContain('the first comes within a minute');
    expect(await shift.watches.list()).toMatchObject([
      { number: 1, channel: 'C1', sensitivity: 'normal', language: 'en', zone: 'UTC', watcher: 'U1' },
    ]);
    await expect.poll(() => shift.incidents.watching('normal'), soon).toBeDefined();
    expect((await desk.ask('watches')).text).toMatch(/Last check today 15:0\d, next after 5 min/);
    const again = await desk.ask(`vigilar ${support} alta`, agente);
    expect(again.text).toContain('Este canal ya recibe avisos. La sensibilidad ahora es alta; era normal.');
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
    expect(list.text).toContain('next after 10 min');
    expect(list.text).toContain(
      'there’s a check every 10 min instead of every 5 min; incidents are noticed that much later',
    );
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
    expect(told.text).toContain('the channel is no longer allowed to show delivery figures');
    expect(told.text).toContain('Ask whoever runs SMS Desk to add that channel');
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
    expect((await desk.ask('watches')).text).toContain('No watch is active, so nothing is checked.');
    const paused = await desk.ask('watches', agente);
    expect(paused.text).toContain('En pausa: alguien lo pidió');
    await desk.press(paused, 'watch.resume', agente);
    expect(await shift.watches.list()).toMatchObject([{ state: 'active' }]);
    expect((await desk.ask('unwatch 7')).text).toContain('There is no watch number 7.');
    expect((await desk.ask('unwatch 1')).text).toContain('Watch 1 is removed');
    expect((await desk.ask('unwatch')).text).toContain('That channel gets no incident alerts.');
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
    expect(closed.text).toContain('isn’t in that channel');
    shift.slack.changeChannel(channels.withoutBot.id, { hasBot: true });
    await desk.press(closed, 'watch.again');
    expect(await shift.watches.list()).toMatchObject([{ channel: 'C3', sensitivity: 'low' }]);
    expect((await desk.ask('watch', outsider)).text).toContain('not in a group');
    expect((await desk.ask('watch', agent, channels.direct.id)).text).toContain('Which channel');
  });

  test('says what was not understood, and shows a way on', async () => {
    const shift = await aShift(database());
    const desk = await shift.aBot();
    for (const [typed, said] of [
      ['watch loudly', 'I didn’t understand “loudly”.'],
      ['watch constructor', 'I didn’t understand “constructor”.'],
      ['watch #alerts', 'I can’t find “#alerts”.'],
      ['watch high low', '“low” is one too many.'],
      ['watches now', 'I didn’t understand “now”.'],
      ['unwatch please', 'I didn’t understand “please”.'],
      ['watch help', 'Incident alerts for a channel'],
    ] as const) {
      expect((await desk.ask(typed)).text).toContain(said);
    }
    for (const typed of ['unwatch please', 'unwatch #alerts']) {
      const { text } = await desk.ask(typed);
      expect(text).toContain(typed.slice('unwatch '.length));
    }
    expect((await desk.ask('vigilar ayuda', agente)).text).toContain('Avisos de incidentes para un canal');
    expect(await shift.watches.list()).toEqual([]);
  });
});
