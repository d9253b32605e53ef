import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packCells } from '../../../src/domain/counting/codec.ts';
import { createTally } from '../../../src/domain/counting/tally.ts';
import type { Cell } from '../../../src/domain/figures/figures.ts';
import {
  createDayFigures,
  RETAINED_AGES_MS,
  readingsToDrop,
  type StoredReading,
} from '../../../src/store/figures/day-figures.ts';
import { unpackCells } from '../../support/cells.ts';
import { databases, suiteDatabase, uniqueName } from '../../support/store.ts';

const readAt = new Date('2026-11-18T15:00:00.123Z');

function createCells(): Cell[] {
  const tally = createTally(readAt);
  const at = Date.parse('2026-11-18T10:00:00Z') / 1000;
  tally.add('Entel', 'DELIVERED', { platformAt: at, operatorAt: at + 2, handsetAt: at + 9 });
  tally.add('Entel', 'rejected', { platformAt: at + 900, operatorAt: at + 902, handsetAt: at + 930 });
  tally.add(undefined, '-', { platformAt: at, operatorAt: Number.NaN, handsetAt: Number.NaN });
  tally.add('', 'Ñandú', { platformAt: Number.NaN, operatorAt: at, handsetAt: Number.NaN });
  return [...tally.cells()];
}

const createReading = (changes: Partial<StoredReading> = {}): StoredReading => ({
  day: '2026-11-18',
  readAt,
  tookMs: 850,
  bytes: 5_000_000_000,
  received: 4,
  unreadable: 1,
  mayLackDays: false,
  packedCells: packCells(createCells()),
  ...changes,
});

describe.each(databases)('day figures, %s', (_name, url) => {
  const database = suiteDatabase(url);
  const createTestFigures = (account = uniqueName()) =>
    createDayFigures({ db: database().db, account, zone: 'America/Santiago', receiptHours: 72 });

  test('return a reading as it was saved', async () => {
    const dayFigures = createTestFigures();
    const reading = createReading({ announced: 12_000_000_000, failingNumbers: 1, mayLackDays: true });
    const bare = createReading({ day: '2026-11-19', packedCells: packCells([]) });
    for (const [one, cells] of [
      [reading, createCells()],
      [bare, []],
    ] as const) {
      const { packedCells: _, ...facts } = one;
      await dayFigures.save(one);
      expect((await dayFigures.latest([one.day, '2026-11-20'])).get(one.day)).toEqual(facts);
      const [found] = await dayFigures.readings([one]);
      const { packedCells = new Uint8Array(), ...others } = found ?? {};
      expect(others).toEqual(facts);
      expect(unpackCells(packedCells)).toEqual(cells);
    }
  });

  test('return the latest reading of each day, by sender and account', async () => {
    const dayFigures = createTestFigures(uniqueName());
    const later = new Date(readAt.getTime() + 1);
    await dayFigures.save(createReading({ readAt: later, received: 9 }));
    await dayFigures.save(createReading());
    await dayFigures.save(createReading({ sender: '56001', received: 2 }));
    await dayFigures.save(createReading({ day: '2026-11-17', received: 7 }));
    await createTestFigures().save(createReading({ readAt: new Date(later.getTime() + 1), received: 100 }));

    const latest = await dayFigures.latest(['2026-11-18', '2026-11-17', '2026-11-16']);
    expect([...latest].map(([day, { received }]) => [day, received])).toEqual([
      ['2026-11-17', 7],
      ['2026-11-18', 9],
    ]);
    const ofSender = await dayFigures.latest(['2026-11-18'], '56001');
    expect(ofSender.get('2026-11-18')).toMatchObject({ sender: '56001', received: 2 });
    expect(await dayFigures.latest([])).toEqual(new Map());
    expect(await dayFigures.latest(['2026-11-18'], '56002')).toEqual(new Map());
  });

  test('return earlier readings by their times', async () => {
    const dayFigures = createTestFigures();
    const times = [0, 1, 2].map((hour) => new Date(readAt.getTime() + hour * 3_600_000));
    for (const time of times.toReversed()) await dayFigures.save(createReading({ readAt: time }));
    await dayFigures.save(createReading({ day: '2026-11-17' }));

    expect(await dayFigures.readTimes(['2026-11-16', '2026-11-17', '2026-11-18'])).toEqual(
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
    expect((await dayFigures.readings(wanted)).map((reading) => [reading.day, reading.readAt])).toEqual([
      ['2026-11-17', readAt],
      ['2026-11-18', times[1]],
    ]);
    expect(await dayFigures.readings([])).toEqual([]);
  });

  test('contain one of two readings of the same moment: the one saved last', async () => {
    const dayFigures = createTestFigures();
    await dayFigures.save(createReading());
    await dayFigures.save(createReading({ received: 5, packedCells: packCells([]) }));
    const found = await dayFigures.readings([createReading()]);
    expect(found.map(({ received, packedCells }) => [received, unpackCells(packedCells)])).toEqual([[5, []]]);
  });

  test('are thinned once the day is complete, separately for each sender', async () => {
    const dayFigures = createTestFigures();
    // The day of Santiago ends at 03:00 UTC. Readings are every five minutes for two hours, and one at the end.
    const noon = Date.parse('2026-11-18T15:00:00Z');
    const times = Array.from({ length: 24 }, (_, index) => new Date(noon + index * 300_000));
    const last = new Date('2026-11-22T04:00:00Z');
    for (const time of [...times, last])
      await dayFigures.save(createReading({ readAt: time, packedCells: packCells([]) }));
    await dayFigures.save(createReading({ sender: '56001', packedCells: packCells([]) }));

    expect(await dayFigures.thin(new Date('2026-11-22T02:59:00Z'))).toBe(0);
    const dropped = await dayFigures.thin(new Date('2026-11-22T03:00:00Z'));
    expect(dropped).toBeGreaterThan(15);
    const left = (await dayFigures.readTimes(['2026-11-18'])).get('2026-11-18') ?? [];
    expect(left).toHaveLength(25 - dropped);
    expect(left).toContainEqual(last);
    expect(left).toContainEqual(new Date('2026-11-18T15:15:00Z'));
    expect((await dayFigures.readTimes(['2026-11-18'], '56001')).get('2026-11-18')).toHaveLength(1);
    expect(await dayFigures.thin(new Date('2026-11-22T03:00:00Z'))).toBe(0);
  });
});

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const start = new Date('2026-11-18T03:00:00Z');
const day = { start, end: new Date(start.getTime() + 24 * HOUR_MS) };
const minutesIn = (minutes: number) => new Date(start.getTime() + minutes * MINUTE_MS);

describe('thinning a complete day', () => {
  test('keeps about two readings an hour, and those needed from the days after it', () => {
    const read = Array.from({ length: (4 * 24 * 60) / 5 }, (_, index) => minutesIn(index * 5));
    const dropped = new Set(readingsToDrop(read, day).map(Number));
    const remaining = read.filter((time) => !dropped.has(time.getTime()));
    const inDay = remaining.filter((time) => time < day.end);
    // At each full hour from the second on, and 15 minutes after the end of each hour.
    expect(inDay.map((time) => (time.getTime() - start.getTime()) / MINUTE_MS)).toEqual(
      Array.from({ length: 23 }, (_, hour) => (hour + 1) * 60 + 15)
        .flatMap((quarterPast) => [...(quarterPast > 75 ? [quarterPast - 15] : []), quarterPast])
        .sort((a, b) => a - b),
    );
    // One, three and six hours after the last hour, one and three days after each hour, and the last reading.
    expect(remaining.length).toBeLessThan(120);
    expect(remaining.at(-1)).toEqual(read.at(-1));
  });

  test('keeps a single reading, and one within the first hour only if it is the last', () => {
    expect(readingsToDrop([minutesIn(10)], day)).toEqual([]);
    expect(readingsToDrop([minutesIn(10), minutesIn(5_000)], day)).toEqual([minutesIn(10)]);
    expect(readingsToDrop([], day)).toEqual([]);
  });

  test('never drops the reading nearest to a required age, and is complete after one run', () => {
    const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 6 * 24 * 60 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(minutes, fc.nat(23), fc.constantFrom(...RETAINED_AGES_MS), (of, hour, ageMs) => {
        const read = of.map(minutesIn);
        const dropped = new Set(readingsToDrop(read, day).map(Number));
        const remaining = read.filter((time) => !dropped.has(time.getTime()));
        expect(readingsToDrop(remaining, day)).toEqual([]);
        const hourEnd = start.getTime() + (hour + 1) * HOUR_MS;
        const off = (times: readonly Date[]) =>
          Math.min(
            ...times
              .filter((time) => time.getTime() >= hourEnd)
              .map((time) => Math.abs(time.getTime() - hourEnd - ageMs)),
          );
        expect(off(remaining)).toBe(off(read));
      }),
    );
  });
});
