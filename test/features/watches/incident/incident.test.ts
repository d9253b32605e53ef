import { beforeAll, describe, expect, test } from 'vitest';
import type { Desk } from '../../../support/desk.ts';
import { createShiftDesk } from '../../../support/incidents-desk.ts';
import { databases, suiteDatabase } from '../../../support/store.ts';

const errors = ({ logLines }: Desk) => logLines.filter(({ level }) => level === 'error');

const affectedIn = (text = '') =>
  Number(/[Aa]bout (\d+) (?:messages? late|messages? more than usual)/.exec(text)?.[1]);

describe.each(databases)('an incident, %s', (_name, url) => {
  const database = suiteDatabase(url);
  beforeAll(() => database().open());

  test('starts at the second bad check, updates one message, and ends after good checks', async () => {
    const shift = await createShiftDesk(database());
    await shift.watch();
    const desk = await shift.startBot();
    await shift.checkAt('15:01:00');
    shift.steady.breaks(new Date('2026-11-18T15:02:00Z'), 'Entel');
    await shift.checkAt('15:06:30');
    expect(shift.posts()).toEqual([]);
    await shift.checkAt('15:12:00');
    const [root] = shift.roots();
    // Exact to five minutes, the distance between reconstructed checks.
    expect(root?.text).toContain('Entel: down or late since 18 Nov 15:00');
    const before = affectedIn(root?.text);
    expect(before).toBeGreaterThan(0);
    expect(root?.text).toContain('as of 15:12');
    expect(root?.metadata?.event_type).toBe('sms_desk_post');
    await shift.checkAt('15:17:30');
    expect(shift.roots()).toHaveLength(1);
    expect(shift.roots()[0]).toMatchObject({ ts: root?.ts, replaced: 1 });
    expect(shift.roots()[0]?.text).toContain('as of 15:17');

    expect(await shift.recoverFrom('15:20:00')).toBe(2);
    const [over] = shift.roots();
    expect(shift.roots()).toHaveLength(1);
    expect(over?.ts).toBe(root?.ts);
    // It ended with the first of the good checks.
    expect(over?.text).toMatch(
      /^Entel: recovered after about 35 min\nWorked again from 18 Nov 15:36.* · closed 15:41\n/,
    );
    expect(affectedIn(over?.text)).toBeGreaterThanOrEqual(before);
    expect(shift.replies().map(({ threadTs, text }) => [threadTs, text])).toEqual([
      [
        root?.ts,
        expect.stringMatching(
          /^Recovered 15:36, after about 35 min\. Closed 15:41, .* more than usual were late \(over 2 minutes\)\.$/,
        ),
      ],
    ]);
    expect(await shift.incidents.open()).toEqual([]);
    expect(errors(desk)).toEqual([]);
  });

  test('that is bad again within two hours is the same message, and calls once', async () => {
    const shift = await createShiftDesk(database());
    await shift.watch({ mention: { of: 'group', id: 'S2' } });
    const desk = await shift.startBot();
    await shift.breakDown('Entel');
    await shift.recoverFrom('15:20:00');
    for (const [since, found, found2, over] of [
      ['16:02:00', '16:06:30', '16:12:00', '16:20:00'],
      ['17:02:00', '17:06:30', '17:12:00', '17:20:00'],
    ] as const) {
      shift.steady.breaks(new Date(`2026-11-18T${since}Z`), 'Entel');
      await shift.checkAt(found);
      await shift.checkAt(found2);
      await shift.recoverFrom(over);
    }
    expect(shift.roots()).toHaveLength(1);
    expect(shift.roots()[0]?.text).toMatch(/^Entel: recovered after about 2 h \d+ min \(bad 3 times\)\n/);
    expect(shift.roots()[0]?.text).toMatch(/Entel: 15:00–15:\d\d, 16:00–16:\d\d, 17:00–17:\d\d/);
    const broadcasts = shift.replies().filter(({ isBroadcast }) => isBroadcast);
    expect(broadcasts.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^Entel: down or late again since 16:00 \(second time since 15:00\) · <!subteam\^S2>$/,
      ),
    ]);
    expect(shift.replies().map(({ text }) => text)).toContainEqual(
      'Entel: down or late again (third time since 15:00).',
    );
    expect(errors(desk)).toEqual([]);
  });

  test('of operators that overlap has one message, with the time of each', async () => {
    const shift = await createShiftDesk(database());
    await shift.watch();
    await shift.startBot();
    await shift.breakDown('Entel');
    shift.steady.breaks(new Date('2026-11-18T15:13:00Z'), 'Movistar');
    await shift.checkAt('15:17:30');
    await shift.checkAt('15:23:00');
    expect(shift.roots()).toHaveLength(1);
    expect(shift.roots()[0]?.text).toMatch(/^Entel and Movistar: down or late since 18 Nov 15:00/);
    expect(shift.roots()[0]?.text).toMatch(/Entel: since 15:00 · Movistar: since 15:1\d/);
    expect(shift.replies().map(({ text }) => text)).toEqual([
      'More operators are affected now: Entel and Movistar.',
    ]);
    await shift.recoverFrom('15:30:00');
    expect(shift.roots().map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Entel and Movistar: recovered/),
    ]);
  });

  test('that started before the watch has its onset, or says when it was first seen', async () => {
    const shift = await createShiftDesk(database());
    await shift.watch();
    await shift.startBot();
    shift.steady.breaks(new Date('2026-11-18T13:31:00Z'), 'Entel');
    shift.steady.breaks(new Date('2026-11-18T02:00:00Z'), 'Movistar');
    await shift.checkAt('15:01:00');
    await shift.checkAt('15:06:30');
    expect(shift.roots()[0]?.text).toMatch(/^Entel and Movistar: down or late, first seen 18 Nov 10:\d\d/);
  });

  test('is found in the platform’s own traffic when an operator stops, and ends when it recovers', async () => {
    const shift = await createShiftDesk(database(), { perDay: 14_000, isReal: true });
    await shift.watch();
    await shift.startBot();
    await shift.checkAt('15:01:00');
    shift.sandbox.setFaults({ operatorDown: { operator: 'Entel', since: '2026-11-18T15:02:00Z' } });
    await shift.checkAt('15:06:30');
    await shift.checkAt('15:12:00');
    expect(shift.roots().map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Entel: down since 18 Nov 15:00/),
    ]);
    await shift.recoverFrom('15:20:00');
    expect(shift.roots().map(({ text }) => text)).toEqual([expect.stringMatching(/^Entel: recovered/)]);
  });

  test('of an unreadable platform says so, without rates', async () => {
    const shift = await createShiftDesk(database());
    await shift.watch({ language: 'es', zone: 'America/Santiago' });
    const desk = await shift.startBot();
    await shift.checkAt('15:01:00');
    shift.steady.state.isReachable = false;
    await shift.checkAt('15:06:30');
    await shift.checkAt('15:12:00');
    const [root] = shift.roots();
    expect(root?.text).toMatch(/^La plataforma de SMS: no responde desde el 18 nov 12:06/);
    expect(root?.text).not.toContain('%');
    await shift.recoverFrom('15:17:30');
    expect(shift.roots()).toHaveLength(1);
    expect(shift.roots()[0]?.text).toMatch(/^La plataforma de SMS: normal otra vez tras/);
    expect(shift.replies()[0]?.text).toMatch(/^Normal otra vez desde las 12:\d\d, tras/);
    expect(errors(desk)).toEqual([]);
  });

  test('of a platform that rejects the credentials says who can fix them', async () => {
    const shift = await createShiftDesk(database());
    await shift.watch();
    await shift.startBot();
    await shift.checkAt('15:01:00');
    Object.assign(shift.steady.state, { isReachable: false, failure: 'wrong_credentials' });
    await shift.checkAt('15:06:30');
    await shift.checkAt('15:12:00');
    const [root] = shift.roots();
    expect(root?.text).toMatch(/^The SMS platform: refusing SMS Desk since/);
    expect(root?.text).toContain('Ask whoever runs SMS Desk to check its credentials');
    expect(root?.text).not.toContain('Call the platform');
  });

  test('of a rate-limited platform is posted later, without requests before the permitted time', async () => {
    const shift = await createShiftDesk(database());
    await shift.watch();
    const desk = await shift.startBot();
    await shift.checkAt('15:01:00');
    shift.steady.state.retryAfterMs = 12 * 60_000;
    await shift.checkAt('15:06:30');
    const { readings } = shift.steady.state;
    await shift.checkAt('15:12:00');
    expect((await desk.ask('watches')).text).toContain('No check since 15:06');
    await shift.checkAt('15:17:30');
    expect(shift.steady.state.readings).toBe(readings);
    expect(shift.posts()).toEqual([]);
    await shift.checkAt('15:23:00');
    expect(shift.steady.state.readings).toBe(readings + 1);
    expect(shift.roots().map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^The SMS platform: refusing SMS Desk since 18 Nov 15:17 UTC\n(?:.*\n)*.*asked too often/,
      ),
    ]);
    const refusals = desk.logLines.filter(({ msg }) => msg === 'no check of the traffic could be made');
    expect(refusals).toMatchObject([{ level: 'warn', code: 'rate_limited', retryAfterMs: 720_000 }, {}]);
    shift.steady.state.retryAfterMs = undefined;
    await shift.recoverFrom('15:30:00');
    expect(shift.roots()[0]?.text).toMatch(/^The SMS platform: recovered/);
  });
});
