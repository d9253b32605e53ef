import { beforeAll, describe, expect, test } from 'vitest';
import { readWatchForm } from '../../../src/features/watches/form.ts';
import { parseWatchInput } from '../../../src/features/watches/input.ts';
import { incidentTranslations } from '../../../src/features/watches/locales/index.ts';
import { channels, people } from '../../support/desk.ts';
import { blockText } from '../../support/home-text.ts';
import { wellCounts } from '../../support/incidents.ts';
import { createShiftDesk, soon } from '../../support/incidents-desk.ts';
import { databases, suiteDatabase } from '../../support/store.ts';

const { agent, agente } = people;
const support = `<#${channels.support.id}|support>`;

describe.each(databases)('a watch, %s', (_name, url) => {
  const database = suiteDatabase(url);
  beforeAll(() => database().open());

  test('is set up in the current channel with defaults, and says when the next check is', async () => {
    const shift = await createShiftDesk(database());
    const desk = await shift.startBot();
    expect((await desk.ask('watches')).text).toContain('No channel gets incident alerts yet.');
    const said = await desk.ask('watch');
    expect(said.visibleTo).toBe(agent.id);
    expect(said.text).toContain('Done. The channel below gets an alert');
    // The first check may be complete before the answer is read.
    expect(said.text).toMatch(/the first comes within a minute|Last check today/);
    expect(await shift.watches.list()).toMatchObject([
      { number: 1, channel: 'C1', sensitivity: 'normal', language: 'en', zone: 'UTC', watcher: 'U1' },
    ]);
    await expect.poll(() => shift.incidents.watching('normal'), soon).toBeDefined();
    expect((await desk.ask('watches')).text).toMatch(/Last check today 15:0\d, next 5 min later/);
    expect((await desk.ask(`vigilar ${support} alta`, agente)).text).toContain(
      'El canal de abajo ya recibe avisos. La sensibilidad ahora es alta; era normal.',
    );
    expect(await shift.watches.list()).toMatchObject([{ number: 1, sensitivity: 'high', language: 'en' }]);
  });

  test('says what it cannot see yet, and until when, at its set-up, in the list and on Home', async () => {
    const shift = await createShiftDesk(database(), {
      trafficSince: new Date('2026-11-15T00:00:00Z'),
      timings: { homeTimeoutMs: 60_000 },
    });
    const desk = await shift.startBot();
    const english =
      'I can’t see yet: late messages (until 22 Nov), failures (until 25 Nov), silence (until 29 Nov).';
    const spanish =
      'Todavía no veo: mensajes atrasados (hasta el 22 nov), fallas (hasta el 25 nov), silencio (hasta el 29 nov).';
    expect((await desk.ask('watch')).text).toContain(english);
    expect((await desk.ask('watches')).text).toContain(english);
    expect(blockText(await desk.openHome())).toContain(english);
    expect((await desk.ask('vigilar', agente)).text).toContain(spanish);
    expect((await desk.ask('vigilancias', agente)).text).toContain(spanish);
    expect(blockText(await desk.openHome(agente)).replaceAll(/\s+/g, ' ')).toContain(spanish);
    await desk.press(await desk.ask('watches'), 'watch.more pause.1.0');
    expect((await desk.ask('watches')).text).not.toContain('can’t see');
  });

  test('compares failures with its own checks only, so it says until when it has none of this hour', async () => {
    const shift = await createShiftDesk(database(), { timings: { homeTimeoutMs: 60_000 } });
    const desk = await shift.startBot();
    const text = 'I can’t see yet: small rises in failures (until 25 Nov).';
    expect((await desk.ask('watch')).text).toContain(text);
    expect((await desk.ask('vigilancias', agente)).text).toContain(
      'Todavía no veo: aumentos pequeños de fallas (hasta el 25 nov).',
    );
    const counts = wellCounts(90);
    const checkedAt = (time: string) =>
      shift.observations.save([{ at: new Date(time), operator: 'Entel', counts, basis: 'observed' }]);
    await checkedAt('2026-11-13T09:00:00Z');
    expect((await desk.ask('watches')).text).toContain('(until 20 Nov)');
    await checkedAt('2026-11-04T15:10:00Z');
    for (const said of [await desk.ask('watches'), await desk.ask('watch')])
      expect(said.text).not.toContain('can’t see');
    expect(blockText(await desk.openHome())).not.toContain('can’t see');
  });

  test('uses the typed zone and language, else those of the summary, else the bot’s', async () => {
    const shift = await createShiftDesk(database());
    const { id: random } = channels.random;
    const desk = await shift.startBot({ ALLOWED_CHANNELS: '*', TIMEZONE: 'America/Lima', LANGUAGE: 'es' });
    await desk.ask('watch');
    expect(await shift.watches.findFor('C1')).toMatchObject({ zone: 'America/Lima', language: 'es' });
    const said = await desk.ask('watch Europe/Madrid en');
    expect(said.text).toContain('It’s now in English, times in Europe/Madrid.');
    expect(said.text).toContain('Sensitivity normal, in English, times in Europe/Madrid');
    const summary = {
      channel: random,
      zone: 'Asia/Tokyo',
      language: 'en',
      time: '09:00',
      subscriber: 'U1',
    } as const;
    await shift.subscriptions.add(summary, new Date());
    await desk.ask(`vigilar <#${random}|random> en español alta`, agente);
    expect(await shift.watches.findFor(random)).toMatchObject({
      zone: 'Asia/Tokyo',
      language: 'es',
      sensitivity: 'high',
    });
  });

  test('is set up and changed in a form', async () => {
    const shift = await createShiftDesk(database());
    const desk = await shift.startBot({ ALLOWED_CHANNELS: '*' });
    const list = await desk.ask('watches', agent, channels.direct.id);
    await desk.press(list, 'watch.elsewhere');
    const form = desk.slack.modal(agent.id);
    const filled = JSON.stringify(form?.values);
    for (const value of ['normal', 'UTC', 'en']) expect(filled).toContain(`"value":"${value}"`);
    expect(JSON.stringify(form?.blocks[0])).toContain('"focus_on_load":true');
    const wrong = { channel: channels.random.id, otherZone: 'Atlantis' };
    const refused = await desk.slack.submit({ person: agent.id, values: wrong });
    expect(JSON.stringify(refused)).toContain('isn’t a time zone I know');
    const values = { ...wrong, otherZone: 'bogota', language: 'es', sensitivity: 'low' };
    await desk.slack.submit({ person: agent.id, values });
    await desk.requestsFinished();
    const asked = { channel: channels.random.id, zone: 'America/Bogota', language: 'es', sensitivity: 'low' };
    expect(await shift.watches.list()).toMatchObject([asked]);

    const row = await desk.ask('watches');
    await desk.press(row, 'watch.change');
    expect(desk.slack.modal(agent.id)).toMatchObject({ title: 'Change watch' });
    await desk.slack.submit({ person: agent.id, values: { sensitivity: 'high' } });
    await desk.requestsFinished();
    expect(await shift.watches.list()).toMatchObject([{ ...asked, sensitivity: 'high' }]);
    const changed = desk.slack.messages({ person: agent.id }).find(({ ts }) => ts === row.ts);
    expect(changed?.text).toMatch(/^Watch 1: changes saved\./);
  });

  test('keeps its settings when requested again, except those typed or chosen', async () => {
    const shift = await createShiftDesk(database());
    const desk = await shift.startBot({ ALLOWED_CHANNELS: '*' });
    const [closed, shared] = [channels.withoutBot.id, channels.shared.id];
    const settings = { sensitivity: 'high', tellsEnd: true } as const;
    for (const channel of [closed, shared]) await shift.watch({ channel, ...settings });
    const refused = await desk.ask(`watch <#${closed}|x>`);
    shift.slack.changeChannel(closed, { hasBot: true });
    await desk.press(refused, 'watch.again');
    expect(await shift.watches.findFor(closed)).toMatchObject(settings);
    const question = await desk.ask(`watch <#${shared}|x> es`);
    await desk.press(question, 'watch.external');
    expect(await shift.watches.findFor(shared)).toMatchObject({ ...settings, language: 'es' });

    await desk.press(await desk.ask('watches'), 'watch.elsewhere');
    const values = { channel: shared, sensitivity: 'low', end: 'thread' };
    await desk.slack.submit({ person: agent.id, values });
    await desk.requestsFinished();
    const asked = desk.slack.messages({ person: agent.id }).at(-1);
    expect(asked?.text).toContain('This channel is shared with another organisation.');
    if (asked) await desk.press(asked, 'watch.external');
    const watched = await shift.watches.findFor(shared);
    expect(watched).toMatchObject({ sensitivity: 'low' });
    expect(watched?.tellsEnd).toBeUndefined();
  });

  test('asks for confirmation in a channel shared with another organisation', async () => {
    const shift = await createShiftDesk(database());
    const desk = await shift.startBot({ ALLOWED_CHANNELS: '*' });
    const question = await desk.ask(`watch <#${channels.shared.id}|x> high`);
    expect(question.text).toContain('This channel is shared with another organisation.');
    expect(await shift.watches.list()).toEqual([]);
    await desk.press(question, 'watch.external');
    expect(await shift.watches.list()).toMatchObject([{ channel: channels.shared.id, sensitivity: 'high' }]);
  });

  test('says that checks are slower when reading takes more than a twentieth of the time', async () => {
    const shift = await createShiftDesk(database());
    shift.steady.state.tookMs = 30_000;
    await shift.watch();
    const desk = await shift.startBot();
    await shift.checkAt('15:01:00');
    const list = await desk.ask('watches');
    expect(list.text).toContain('next 10 min later');
    expect(list.text).toContain(
      'there’s a check every 10 min instead of every 5 min; incidents are noticed that much later',
    );
    const before = shift.steady.state.readings;
    // A round ends with its last step: the notice to the owner of a paused watch.
    await shift.watch({ channel: channels.random.id, watcher: agente.id });
    shift.moveTo('15:10:30');
    await shift.slack.until(() => shift.slack.messages({ channel: channels.directo.id })[0]);
    expect((await shift.incidents.watching('normal'))?.version).toBe(1);
    expect(shift.steady.state.readings).toBe(before);
    await shift.checkAt('15:11:30');
  });

  test('is paused when figures may no longer be shown, and its owner is notified once', async () => {
    const shift = await createShiftDesk(database());
    const { number } = await shift.watch({ channel: channels.random.id });
    const desk = await shift.startBot();
    const notice = await shift.slack.until(() => shift.slack.messages({ channel: channels.direct.id })[0]);
    expect(notice.text).toContain('delivery figures can’t be shown in the channel any more');
    expect(notice.text).toContain('Whoever runs SMS Desk can add it');
    expect(await shift.watches.findByNumber(number)).toMatchObject({
      state: 'paused',
      pausedBecause: 'channel_not_allowed',
    });
    const refused = await desk.press(notice, 'watch.resume');
    expect(refused.text).toContain('can’t be shown in that channel.\nIt answers in <#C1>\nWhoever runs');
    const lasting = shift.slack.messages({ channel: channels.direct.id }).filter((one) => !one.visibleTo);
    expect(lasting).toEqual([notice]);
  });

  test('is paused, resumed and removed by button and by command', async () => {
    const shift = await createShiftDesk(database());
    await shift.watch();
    const desk = await shift.startBot();
    const list = await desk.ask('watches');
    await desk.press(list, 'watch.more pause.1.0');
    expect(await shift.watches.list()).toMatchObject([{ state: 'paused' }]);
    expect((await desk.ask('watches')).text).toContain('No watch is active, so nothing is checked.');
    const paused = await desk.ask('watches', agente);
    expect(paused.text).toContain('Pausada por <@U1> hoy 12:00');
    await desk.press(paused, 'watch.resume', agente);
    expect(await shift.watches.list()).toMatchObject([{ state: 'active' }]);
    expect((await desk.ask('unwatch 7')).text).toContain('There is no watch number 7.');
    expect((await desk.ask('unwatch 1')).text).toContain('Watch 1 is removed');
    expect((await desk.ask('unwatch')).text).toContain('That channel gets no incident alerts.');
    expect(await shift.watches.list()).toEqual([]);
    await shift.watch();
    const again = await desk.ask('watches', agente);
    const question = await desk.press(again, 'watch.more removing.2.0', agente);
    expect(question.text).toMatch(/^¿Quitar la vigilancia 2\?\n2 · <#C1>\n/);
    await desk.ask('unwatch 2');
    expect((await desk.press(question, 'watch.remove', agente)).text).toContain('ya no existe');
  });

  test('is refused where figures or posts are not allowed, and a button repeats the request', async () => {
    const shift = await createShiftDesk(database());
    const desk = await shift.startBot({ ALLOWED_CHANNELS: 'C1,C3' });
    expect((await desk.ask(`watch <#${channels.random.id}|random>`)).text).toContain(
      'Delivery figures can’t be shown in that channel.\nIt answers in <#C1> <#C3>\nWhoever runs SMS Desk can add it.',
    );
    const closed = await desk.ask(`watch <#${channels.withoutBot.id}|x> low es America/Bogota`);
    expect(closed.text).toContain('isn’t in that channel');
    shift.slack.changeChannel(channels.withoutBot.id, { hasBot: true });
    await desk.press(closed, 'watch.again');
    const typed = { sensitivity: 'low', zone: 'America/Bogota', language: 'es' };
    expect(await shift.watches.list()).toMatchObject([{ channel: 'C3', ...typed }]);
    expect((await desk.ask('watch', agent, channels.direct.id)).text).toContain('Which channel');
  });

  test('explains text that it does not understand', async () => {
    const shift = await createShiftDesk(database());
    const desk = await shift.startBot();
    for (const [typed, said] of [
      ['watch loudly', 'I didn’t understand “loudly”.'],
      ['watch constructor', 'I didn’t understand “constructor”.'],
      ['watch #alerts', 'I can’t find “#alerts”.'],
      ['watch high low', '“low” is one too many.'],
      ['watch utc Europe/Madrid', '“Europe/Madrid” is one too many.'],
      ['watch America/Atlantis', '“America/Atlantis” isn’t a time zone I know.'],
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

// Slack's list offers only channels, but a request may name anything.
test('a direct message is rejected as a channel, in the form and in a command', () => {
  const context = { t: incidentTranslations('es'), timeZone: 'UTC', now: new Date(), about: undefined };
  const fields = { channel: 'D1', sensitivity: 'low', zone: 'UTC', language: 'es' };
  expect(readWatchForm(fields, context)).toEqual({
    errors: { channel: 'Eso no es un canal. Elige uno público o privado, no un mensaje directo.' },
  });
  expect(readWatchForm({ ...fields, channel: 'C1' }, context)).toHaveProperty('request');
  for (const [text, problem] of [
    ['watch <#D1|directmessage>', 'channel_name'],
    ['unwatch <#D1|directmessage>', 'which'],
  ] as const)
    expect(parseWatchInput(text)).toEqual({ problem, text: '<#D1|directmessage>' });
});
