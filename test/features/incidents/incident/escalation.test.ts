import { beforeAll, describe, expect, test } from 'vitest';
import { channels, people } from '../../../support/desk.ts';
import { aShift } from '../../../support/incidents-desk.ts';
import { suiteDatabase } from '../../../support/store.ts';

const { agente } = people;

describe('the escalation pack', () => {
  const database = suiteDatabase(undefined);
  beforeAll(() => database().open());

  async function askedFor(faults: Parameters<Awaited<ReturnType<typeof aShift>>['sandbox']['setFaults']>[0]) {
    const shift = await aShift(database(), { perDay: 3_000 });
    await shift.watch({ zone: 'Asia/Tokyo' });
    const desk = await shift.aBot();
    shift.sandbox.setFaults(faults);
    await shift.breakDown('Entel');
    const [root] = shift.roots();
    if (!root) throw new Error('no message');
    const before = shift.posts().length;
    await desk.press(root, 'incident.pack', agente);
    const pack = shift.slack.messages({ channel: channels.directo.id }).find(({ text }) => text !== '');
    const told = shift.slack.messages({ channel: root.channel, person: agente.id }).at(-1);
    return { shift, before, pack, told, files: shift.slack.files() };
  }

  test('comes by direct message: a statement in both languages, and examples without numbers or texts', async () => {
    const { shift, before, pack, told, files } = await askedFor({
      operatorDown: { operator: 'Entel', since: '2026-11-18T00:00:00Z' },
    });
    expect(told?.text).toBe('El informe de escalamiento está en tus mensajes directos con SMS Desk.');
    expect(pack?.text).toContain('Informe de escalamiento · Entel');
    // In UTC and in the channel’s zone, whoever asks: here from Chile.
    expect(pack?.text).toContain('Para Entel, a través del soporte de la plataforma');
    expect(pack?.text).toContain('Desde el 18 nov 15:00 UTC (19 nov 00:00 Asia/Tokyo), hace 12 min, vemos');
    expect(pack?.text).toContain(
      'Since 18 Nov 15:00 UTC (19 Nov 00:00 Asia/Tokyo), for 12 min so far, we see',
    );
    expect(pack?.text).toContain('they wait after that, with the operator or at the handsets.');
    expect(pack?.text).toMatch(/About \d+ messages more than usual were not delivered within 2 minutes\./);
    expect(pack?.text).toMatch(/- Entel: \d+ messages \(\d+ without a receipt for over 2 minutes\)/);
    expect(pack?.text).toContain('known by its masked number with its exact times, in UTC');
    const [file] = files;
    expect(file?.name).toBe('sms-incident-2026-11-18-15-12.csv');
    const [head = '', ...rows] = (file?.content ?? '').trimEnd().split('\r\n');
    expect(head).toBe(
      '\ufeffnumber,operator,problem,outcome,platform_status,platform_time,operator_time,receipt_time',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(50);
    for (const row of rows) {
      // None was handed in before it began.
      expect(row).toMatch(/^'\+56 9 •••• •\d{3},Entel,no_receipt,pending,\w+,2026-11-18T15:[01]\d:/);
    }
    // Nothing of it is in the channel.
    expect(shift.posts()).toHaveLength(before);
  });

  test('of an operator that takes nothing tells that messages were never handed over', async () => {
    const shift = await aShift(database(), { perDay: 6_000, isReal: true });
    await shift.watch();
    const desk = await shift.aBot();
    await shift.checkAt('15:01:00');
    shift.sandbox.setFaults({ operatorDown: { operator: 'Entel', since: '2026-11-18T15:02:00Z' } });
    await shift.checkAt('15:06:30');
    await shift.checkAt('15:12:00');
    const [root] = shift.roots();
    if (!root) throw new Error('no message');
    await desk.press(root, 'incident.pack', agente);
    const pack = await shift.slack.until(() =>
      shift.slack.messages({ channel: channels.directo.id }).find(({ text }) => text.includes('Español')),
    );
    expect(pack.text).toMatch(/- Entel: \d+ messages \(\d+ not handed over to the operator at all[,)]/);
    expect(pack.text).toMatch(/- Entel: \d+ mensajes \(\d+ sin traspaso alguno al operador[,)]/);
    const rows = (shift.slack.files()[0]?.content ?? '').split('\r\n');
    const kept = rows.filter((row) => row.includes(',not_handed_over,'));
    expect(kept.length).toBeGreaterThan(5);
    // The time of the operator and that of the receipt are not there.
    for (const row of kept) {
      expect(row).toMatch(/,Entel,not_handed_over,pending,\w*,2026-11-18T15:[01]\d:[\d.:]+Z,,$/);
    }
  });

  test('has the numbers of its examples for who may see them, with a reason, in a file of their own', async () => {
    const shift = await aShift(database(), { perDay: 3_000 });
    await shift.watch();
    const desk = await shift.aBot({ REVEAL_USERGROUPS: 'S1' });
    await shift.breakDown('Entel');
    const [root] = shift.roots();
    if (!root) throw new Error('no message');
    await desk.press(root, 'incident.pack', agente);
    const pack = await shift.slack.until(() =>
      shift.slack.messages({ channel: channels.directo.id }).find(({ text }) => text.includes('Español')),
    );
    await shift.slack.click({ person: agente.id, message: pack, actionId: 'incident.pack.whole' });
    await desk.settled();
    await shift.slack.submit({ person: agente.id, values: { reason: 'ticket with the operator' } });
    await desk.settled();
    const [masked, whole] = shift.slack.files();
    expect(masked?.content).not.toMatch(/\d{9}/);
    const rows = (whole?.content ?? '').trimEnd().split('\r\n').slice(1);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toMatch(/^569\d{8},Entel,/);
    expect(desk.audited.slice(-3)).toMatchObject([
      { act: 'exported', surface: 'incident.pack', numbers: [], outcome: 'answered' },
      { act: 'asked', surface: 'incident.pack.whole', numbers: [], outcome: 'answered' },
      {
        act: 'revealed',
        surface: 'incident.pack.form',
        reason: 'ticket with the operator',
        outcome: 'answered',
      },
    ]);
    const numbers = new Set(rows.map((row) => row.split(',')[0]));
    expect(new Set(desk.audited.at(-1)?.numbers)).toEqual(numbers);
  });

  test('comes without a file where the platform cannot be read at that moment', async () => {
    const { pack, files } = await askedFor({ serverErrors: { operation: 'report' } });
    expect(pack?.text).toContain('La plataforma no entregó ejemplos');
    expect(pack?.text).toContain('Since 18 Nov 15:00 UTC');
    expect(files).toEqual([]);
  });
});
