import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packCells } from '../../../src/domain/counting/codec.ts';
import { createTally } from '../../../src/domain/counting/tally.ts';
import type { Cell } from '../../../src/domain/figures/figures.ts';
import {
  createDayFigures,
  KEPT_AGES_MS,
  readingsToDrop,
  type StoredReading,
} from '../../../src/store/figures/day-figures.ts';
import { unpackCells } from '../../support/cells.ts';
import { aName, databases, suiteDatabase } from '../../support/store.ts';

const readAt = new Date('2026-11-18T15:00:00.123Z');

function someCells(): Cell[] {
  const tally = createTally(readAt);
  const at = Date.parse('2026-11-18T10:00:00Z') / 1000;
  tally.add('Entel', 'DELIVERED', { platformAt: at, operatorAt: at + 2, handsetAt: at + 9 });
  tally.add('Entel', 'rejected', { platformAt: at + 900, operatorAt: at + 902, handsetAt: at + 930 });
  tally.add(undefined, '-', { platformAt: at, operatorAt: Number.NaN, handsetAt: Number.NaN });
  tally.add('', 'Ñandú', { platformAt: Number.NaN, operatorAt: at, handsetAt: Number.NaN });
  return [...tally.cells()];
}

const aReading = (changes: Partial<StoredReading> = {}): StoredReading => ({
  day: '2026-11-18',
  readAt,
  tookMs: 850,
  bytes: 5_000_000_000,
  received: 4,
  unreadable: 1,
  mayLackDays: false,
  packedCells: packCells(someCells()),
  ...changes,
});

describe.each(databases)('rollups, %s', (_name, url) => {
  const database = suiteDatabase(url);
  const someRollups = (account = aName()) =>
    createDayFigures({ db: database().db, account, zone: 'America/Santiago', settleHours: 72 });

  test('give a reading as it was saved', async () => {
    const rollups = someRollups();
    const reading = aReading({ announced: 12_000_000_000, failingNumbers: 1, mayLackDays: true });
    const bare = aReading({ day: '2026-11-19', packedCells: packCells([]) });
    for (const [one, cells] of [
      [reading, someCells()],
      [bare, []],
    ] as const) {
      const { packedCells: _, ...facts } = one;
      await rollups.save(one);
      expect((await rollups.latest([one.day, '2026-11-20'])).get(one.day)).toEqual(facts);
      const [found] = await rollups.readings([one]);
      const { packedCells = new Uint8Array(), ...others } = found ?? {};
      expect(others).toEqual(facts);
      expect(unpackCells(packedCells)).toEqual(cells);
    }
  });

  test('give the latest of each day, by sender and apart from other accounts', async () => {
    const account = aName();
    const rollups = someRollups(account);
    const later = new Date(readAt.getTime() + 1);
    await rollups.save(aReading({ readAt: later, received: 9 }));
    await rollups.save(aReading());
    await rollups.save(aReading({ sender: '56001', received: 2 }));
    await rollups.save(aReading({ day: '2026-11-17', received: 7 }));
    await someRollups().save(aReading({ readAt: new Date(later.getTime() + 1), received: 100 }));

    const latest = await rollups.latest(['2026-11-18', '2026-11-17', '2026-11-16']);
    expect([...latest].map(([day, { received }]) => [day, received])).toEqual([
      ['2026-11-17', 7],
      ['2026-11-18', 9],
    ]);
    const ofSender = await rollups.latest(['2026-11-18'], '56001');
    expect(ofSender.get('2026-11-18')).toMatchObject({ sender: '56001', received: 2 });
    expect(await rollups.latest([])).toEqual(new Map());
    expect(await rollups.latest(['2026-11-18'], '56002')).toEqual(new Map());
  });

  test('give earlier readings by their times', async () => {
    const rollups = someRollups();
    const times = [0, 1, 2].map((hour) => new Date(readAt.getTime() + hour * 3_600_000));
    for (const time of times.toReversed()) await rollups.save(aReading({ readAt: time }));
    await rollups.save(aReading({ day: '2026-11-17' }));

    expect(await rollups.readTimes(['2026-11-16', '2026-11-17', '2026-11-18'])).toEqual(
      new Map([
        ['2026-11-17', [readAt]],
        ['2026-11-18', times],
      ]),
    );
    const wanted = [
      { day: '2026-11-18', readAt: times[1] ?? readAt },
      { day: '2026-11-17', readAt },
      { day: '2026-11-17', readAt: new Date(0) },
    ];
    const found = await rollups.readings(wanted);
    expect(found.map((reading) => [reading.day, reading.readAt])).toEqual([
      ['2026-11-17', readAt],
      ['2026-11-18', times[1]],
    ]);
    expect(await rollups.readings([])).toEqual([]);
  });

  test('keep one of two readings made at the same moment: the one saved last', async () => {
    const rollups = someRollups();
    await rollups.save(aReading());
    await rollups.save(aReading({ received: 5, packedCells: packCells([]) }));
    const found = await rollups.readings([aReading()]);
    expect(found.map(({ received, packedCells }) => [received, unpackCells(packedCells)])).toEqual([[5, []]]);
  });

  test('are thinned once the day is settled, for each sender by itself', async () => {
    const rollups = someRollups();
    // The day of Santiago ends at 03:00 UTC. Read every five minutes for two hours, and once at the end.
    const noon = Date.parse('2026-11-18T15:00:00Z');
    const times = Array.from({ length: 24 }, (_, index) => new Date(noon + index * 300_000));
    const last = new Date('2026-11-22T04:00:00Z');
    for (const time of [...times, last])
      await rollups.save(aReading({ readAt: time, packedCells: packCells([]) }));
    await rollups.save(aReading({ sender: '56001', packedCells: packCells([]) }));

    expect(await rollups.thin(new Date('2026-11-22T02:59:00Z'))).toBe(0);
    const dropped = await rollups.thin(new Date('2026-11-22T03:00:00Z'));
    expect(dropped).toBeGreaterThan(15);
    const left = (await rollups.readTimes(['2026-11-18'])).get('2026-11-18') ?? [];
    expect(left).toHaveLength(25 - dropped);
    expect(left).toContainEqual(last);
    expect(left).toContainEqual(new Date('2026-11-18T15:15:00Z'));
    expect((await rollups.readTimes(['2026-11-18'], '56001')).get('2026-11-18')).toHaveLength(1);
    expect(await rollups.thin(new Date('2026-11-22T03:00:00Z'))).toBe(0);
  });
});

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const start = new Date('2026-11-18T03:00:00Z');
const day = { start, end: new Date(start.getTime() + 24 * HOUR_MS) };
const minutesIn = (minutes: number) => new Date(start.getTime() + minutes * MINUTE_MS);

describe('thinning a settled day', () => {
  test('keeps of a reading every five minutes about two an hour, and those of the days after that are needed', () => {
    const read = Array.from({ length: (4 * 24 * 60) / 5 }, (_, index) => minutesIn(index * 5));
    const dropped = new Set(readingsToDrop(read, day).map(Number));
    const kept = read.filter((time) => !dropped.has(time.getTime()));
    const inDay = kept.filter((time) => time < day.end);
    // At each full hour from the second on, and a quarter past each hour's end.
    expect(inDay.map((time) => (time.getTime() - start.getTime()) / MINUTE_MS)).toEqual(
      Array.from({ length: 23 }, (_, hour) => (hour + 1) * 60 + 15)
        .flatMap((quarterPast) => [...(quarterPast > 75 ? [quarterPast - 15] : []), quarterPast])
        .sort((a, b) => a - b),
    );
    // An hour, three and six after the last hour's end, a day and three after each: the last reading is one.
    expect(kept.length).toBeLessThan(120);
    expect(kept.at(-1)).toEqual(read.at(-1));
  });

  test('keeps a lone reading, and one before any hour is over only as the last', () => {
    expect(readingsToDrop([minutesIn(10)], day)).toEqual([]);
    expect(readingsToDrop([minutesIn(10), minutesIn(5_000)], day)).toEqual([minutesIn(10)]);
    expect(readingsToDrop([], day)).toEqual([]);
  });

  test('never drops what is nearest to a kept age of an hour, and is done after one go', () => {
    const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 6 * 24 * 60 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(minutes, fc.nat(23), fc.constantFrom(...KEPT_AGES_MS), (of, hour, ageMs) => {
        const read = of.map(minutesIn);
        const dropped = new Set(readingsToDrop(read, day).map(Number));
        const kept = read.filter((time) => !dropped.has(time.getTime()));
        expect(readingsToDrop(kept, day)).toEqual([]);
        const hourEnd = start.getTime() + (hour + 1) * HOUR_MS;
        const off = (times: readonly Date[]) =>
          Math.min(
            ...times
              .filter((time) => time.getTime() >= hourEnd)
              .map((time) => Math.abs(time.getTime() - hourEnd - ageMs)),
          );
        expect(off(kept)).toBe(off(read));
      }),
    );
  });
});
