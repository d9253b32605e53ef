import { beforeAll, describe, expect, test } from 'vitest';
import { channels, people } from '../../../support/desk.ts';
import { createShiftDesk } from '../../../support/incidents-desk.ts';
import { suiteDatabase } from '../../../support/store.ts';

const { agente } = people;

describe('the escalation pack', () => {
  const database = suiteDatabase(undefined);
  beforeAll(() => database().open());

  async function requestPack(
    faults: Parameters<Awaited<ReturnType<typeof createShiftDesk>>['sandbox']['setFaults']>[0],
  ) {
    const shift = await createShiftDesk(database(), { perDay: 3_000 });
    await shift.watch({ zone: 'Asia/Tokyo' });
    const desk = await shift.startBot();
    shift.sandbox.setFaults(faults);
    await shift.breakDown('Entel');
    const root = shift.root();
    const before = shift.posts().length;
    await desk.press(root, 'incident.pack', agente);
    const pack = shift.slack.messages({ channel: channels.directo.id }).find(({ text }) => text !== '');
    const answer = shift.slack.messages({ channel: root.channel, person: agente.id }).at(-1);
    return { shift, before, pack, answer, files: shift.slack.files() };
  }

  test('comes by direct message with a statement in both languages and masked examples', async () => {
    const { shift, before, pack, answer, files } = await requestPack({
      operatorDown: { operator: 'Entel', since: '2026-11-18T00:00:00Z' },
    });
    expect(answer?.text).toBe('El informe de escalamiento está en tus mensajes directos con SMS Desk.');
    expect(pack?.text).toContain('Informe de escalamiento · Entel');
    // In UTC and in the channel’s zone, not in the zone of the asker, here Chile.
    expect(pack?.text).toContain('Para Entel, a través del soporte de la plataforma');
    expect(pack?.text).toContain(
      'Desde el 18 nov 15:00 UTC (19 nov 00:00 Asia/Tokyo), hace cerca de 10 min, vemos',
    );
    expect(pack?.text).toContain(
      'Since 18 Nov 15:00 UTC (19 Nov 00:00 Asia/Tokyo), for about 10 min so far, we see',
    );
    expect(pack?.text).toContain('they wait after that, with the operator or at the handsets.');
    expect(pack?.text).toMatch(/About \d+ messages more than usual were late \(over 2 minutes\)\./);
    expect(pack?.text).toMatch(/- Entel: \d+ messages \(\d+ without a receipt for over 2 minutes\)/);
    expect(pack?.text).toContain('Find a row by its masked number and exact times, in UTC');
    const [file] = files;
    expect(file?.name).toBe('sms-incident-2026-11-18-15-12.csv');
    const [head = '', ...rows] = (file?.content ?? '').trimEnd().split('\r\n');
    expect(head).toBe(
      '\ufeffnumber,operator,problem,outcome,platform_status,platform_time,operator_time,receipt_time',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(50);
    for (const row of rows) {
      // No message was sent before the onset.
      expect(row).toMatch(/^ \+56 9 •••• •\d{3},Entel,no_receipt,pending,\w+,2026-11-18T15:[01]\d:/);
    }
    // The channel shows nothing of it.
    expect(shift.posts()).toHaveLength(before);
  });

  test('reports messages that were never handed over when the operator accepts none', async () => {
    const shift = await createShiftDesk(database(), { perDay: 6_000, isReal: true });
    await shift.watch();
    const desk = await shift.startBot();
    await shift.checkAt('15:01:00');
    shift.sandbox.setFaults({ operatorDown: { operator: 'Entel', since: '2026-11-18T15:02:00Z' } });
    await shift.checkAt('15:06:30');
    await shift.checkAt('15:12:00');
    const root = shift.root();
    await desk.press(root, 'incident.pack', agente);
    const pack = await shift.slack.until(() =>
      shift.slack.messages({ channel: channels.directo.id }).find(({ text }) => text.includes('Español')),
    );
    expect(pack.text).toMatch(/- Entel: \d+ messages \(\d+ not handed over to the operator at all[,)]/);
    expect(pack.text).toMatch(/- Entel: \d+ mensajes \(\d+ sin traspaso alguno al operador[,)]/);
    const rows = (shift.slack.files()[0]?.content ?? '').split('\r\n');
    const notHandedOver = rows.filter((row) => row.includes(',not_handed_over,'));
    expect(notHandedOver.length).toBeGreaterThan(5);
    // The times of the operator and of the receipt are empty.
    for (const row of notHandedOver) {
      expect(row).toMatch(/,Entel,not_handed_over,pending,\w*,2026-11-18T15:[01]\d:[\d.:]+Z,,$/);
    }
  });

  test('sends unmasked examples in a separate file to permitted people who give a reason', async () => {
    const shift = await createShiftDesk(database(), { perDay: 3_000 });
    await shift.watch();
    const desk = await shift.startBot({ REVEAL_USERGROUPS: 'S1' });
    await shift.breakDown('Entel');
    const root = shift.root();
    await desk.press(root, 'incident.pack', agente);
    const pack = await shift.slack.until(() =>
      shift.slack.messages({ channel: channels.directo.id }).find(({ text }) => text.includes('Español')),
    );
    await shift.slack.click({ person: agente.id, message: pack, actionId: 'incident.pack.whole' });
    await desk.requestsFinished();
    await shift.slack.submit({ person: agente.id, values: { reason: 'ticket with the operator' } });
    await desk.requestsFinished();
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

  test('comes without a file when the platform cannot be read', async () => {
    const { pack, files } = await requestPack({ serverErrors: { operation: 'report' } });
    expect(pack?.text).toContain('La plataforma no entregó ejemplos');
    expect(pack?.text).toContain('Since 18 Nov 15:00 UTC');
    expect(files).toEqual([]);
  });
});
