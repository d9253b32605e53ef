import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addCounts, type Counts, countsOf, timeToOperator } from '../../../src/domain/detection/counts.ts';
import { shareOf } from '../../../src/domain/figures/rates.ts';
import type { Message } from '../../../src/domain/messages/message.ts';
import { anyMessage, some, tallyOf, withWord } from '../../support/figures.ts';
import { at } from '../../support/messages.ts';

/** Ten minutes into a quarter hour. */
const readAt = at('20:10:00');

/** Messages sent evenly between two ages in seconds; delivered after a time, or with another status word. */
function messagesBetween(
  count: number,
  [youngest, oldest]: readonly [number, number],
  { after, word = 'delivered', handOver = 2 }: { after?: number; word?: string; handOver?: number | null },
): Message[] {
  return Array.from({ length: count }, (_, index) => {
    const age = youngest + ((index + 0.5) * (oldest - youngest)) / count;
    const platformAt = new Date(readAt.getTime() - Math.ceil(age) * 1000);
    const later = (seconds: number) => new Date(platformAt.getTime() + seconds * 1000);
    return withWord(word, {
      operator: 'Entel',
      platformAt,
      operatorAt: handOver === null ? undefined : later(handOver),
      handsetAt: after === undefined ? undefined : later(after),
    });
  });
}

function countsAt(messages: readonly Message[]): Counts | undefined {
  return countsOf(tallyOf(messages, readAt).cells(), readAt)[0]?.counts;
}

describe('countsOf', () => {
  test('counts an hour without failures', () => {
    const counts = countsAt(messagesBetween(3600, [0, 3600], { after: 9 }));
    expect(counts).toMatchObject({ recent: 900, slowHandOver: { of: 600, hits: 0 } });
    expect(counts?.waiting).toEqual({ of: 300, hits: 0 });
    expect(counts?.late).toEqual({ of: 600, hits: 0, failed: 0 });
    expect(counts?.clockOff).toEqual({ of: 600, hits: 0 });
    // Quarter hours that began within the hour: 10 minutes and three whole ones.
    expect(counts?.failed).toEqual({ of: 3300, hits: 0 });
  });

  test('detects an outage of five minutes in the messages that are old enough', () => {
    const counts = countsAt([
      ...messagesBetween(3300, [300, 3600], { after: 9 }),
      ...messagesBetween(300, [0, 300], { word: 'enroute' }),
    ]);
    expect(counts?.waiting).toEqual({ of: 300, hits: 181 });
    expect(counts?.late.of).toBe(481);
    // The youngest messages are counted like the others of their quarter hour.
    expect(counts && shareOf(counts.late)).toBeCloseTo(0.5, 1);
  });

  test('does not count messages as late that are too young to judge', () => {
    const counts = countsAt([
      ...messagesBetween(480, [119, 600], { after: 9 }),
      ...messagesBetween(119, [0, 119], { word: 'enroute' }),
    ]);
    expect(counts?.waiting.hits).toBe(0);
    expect(counts?.late.hits).toBeCloseTo(0, 6);
  });

  test('distinguishes failed messages among the late ones', () => {
    const counts = countsAt([
      ...messagesBetween(50, [300, 600], { after: 200 }),
      ...messagesBetween(30, [300, 600], { word: 'rejected' }),
      ...messagesBetween(20, [300, 600], { after: 120 }),
    ]);
    expect(counts?.late).toEqual({ of: 100, hits: 80, failed: 30 });
    expect(counts?.failed).toEqual({ of: 100, hits: 30 });
  });

  test('counts slow hand-overs, but not those of messages that are too young', () => {
    const counts = countsAt([
      ...messagesBetween(30, [0, 30], { word: 'accepted', handOver: null }),
      ...messagesBetween(40, [60, 600], { word: 'accepted', handOver: null }),
      ...messagesBetween(10, [60, 600], { after: 50, handOver: 31 }),
      ...messagesBetween(50, [60, 600], { after: 50, handOver: 30 }),
    ]);
    expect(counts?.slowHandOver).toEqual({ of: 100, hits: 50, missing: 40 });
  });

  test('does not count messages that failed before the hand-over as missing hand-overs', () => {
    const counts = countsAt([
      ...messagesBetween(40, [60, 600], { word: 'rejected', handOver: null }),
      ...messagesBetween(60, [60, 600], { after: 9 }),
    ]);
    expect(counts?.slowHandOver).toEqual({ of: 60, hits: 0, missing: 0 });
    expect(counts?.late).toEqual({ of: 100, hits: 40, failed: 40 });
  });

  test.each([-7200, 7200])('a clock that is off by %i s makes no message late', (offset) => {
    const counts = countsAt(messagesBetween(600, [0, 600], { after: 9 + offset, handOver: 2 + offset }));
    expect(counts?.clockOff).toEqual({ of: 600, hits: 600 });
    expect(counts?.late.hits).toBe(0);
    expect(counts?.waiting.hits).toBe(0);
    expect(counts?.slowHandOver.hits).toBe(0);
  });

  test('does not depend on cells older than an hour', () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 30 }), (messages) => {
        const cells = tallyOf(messages, readAt).cells();
        const newest = cells.filter(({ quarter = 0 }) => quarter * 1000 > readAt.getTime() - 3_600_000);
        expect(countsOf(cells, readAt)).toEqual(countsOf(newest, readAt));
      }),
    );
  });

  test('gives the same counts in any order or grouping, and no count exceeds its total', () => {
    fc.assert(
      fc.property(fc.array(recentMessage, { maxLength: 30 }), fc.array(recentMessage), (some, others) => {
        const together = countsOf(tallyOf([...some, ...others], readAt).cells(), readAt);
        const apart = countsOf(
          [others, some].flatMap((messages) => tallyOf(messages, readAt).cells()),
          readAt,
        );
        for (const { operator, counts } of together) {
          expect(rounded(apart.find((one) => one.operator === operator)?.counts)).toEqual(rounded(counts));
          expect(counts.late.failed).toBeLessThanOrEqual(counts.late.hits + 1e-9);
          expect(counts.slowHandOver.missing).toBeLessThanOrEqual(counts.slowHandOver.hits);
          for (const part of partsOf(counts)) {
            expect(part.hits).toBeGreaterThanOrEqual(0);
            expect(part.hits).toBeLessThanOrEqual(part.of + 1e-9);
          }
        }
        expect(apart.length).toBe(together.length);
      }),
    );
  });
});

describe('addCounts', () => {
  test('adds up each count', () => {
    const counts = countsOf(
      tallyOf(some(4, { word: 'enroute', age: 200, operator: 'WOM' }), at('20:00:00')).cells(),
      at('20:00:00'),
    )[0]?.counts;
    expect(counts && addCounts([counts, counts]).waiting.hits).toBe(8);
    expect(addCounts([]).recent).toBe(0);
  });
});

const recentMessage = fc
  .record({
    message: anyMessage,
    age: fc.integer({ min: 0, max: 3600 }),
    after: fc.integer({ min: 0, max: 300 }),
  })
  .map(({ message, age, after }) => {
    const platformAt = new Date(readAt.getTime() - age * 1000);
    const handsetAt = message.handsetAt && new Date(platformAt.getTime() + after * 1000);
    return { ...message, platformAt, handsetAt };
  });

function partsOf({ waiting, late, slowHandOver, failed, clockOff }: Counts) {
  return [waiting, late, slowHandOver, failed, clockOff];
}

/** Windows cut quarter hours: parts and whole are equal except for rounding. */
function rounded(counts: Counts | undefined) {
  const round = (value: number) => Math.round(value * 1e6) / 1e6;
  return counts && [round(counts.recent), ...partsOf(counts).map(({ of, hits }) => [round(of), round(hits)])];
}

const timedAt = at('20:10:00');

/** Messages of one age with a given time to the operator; `undefined`: not handed over. */
function messages(count: number, seconds: number | undefined, word = 'sent', age = 180): Message[] {
  const platformAt = new Date(timedAt.getTime() - age * 1000);
  const operatorAt = seconds === undefined ? undefined : new Date(platformAt.getTime() + seconds * 1000);
  return Array.from({ length: count }, () =>
    withWord(word, { operator: 'Entel', platformAt, operatorAt, handsetAt: undefined }),
  );
}

const readingOf = (list: readonly Message[]) => ({ cells: tallyOf(list, timedAt).cells(), readAt: timedAt });

test.each<[what: string, list: Message[], seconds: number | undefined]>([
  ['the 95th of a hundred', [...messages(95, 2), ...messages(5, 40)], 2],
  ['the first above it', [...messages(94, 2), ...messages(6, 40)], 40],
  ['what is not there yet is slower than any', [...messages(94, 2), ...messages(6, undefined)], undefined],
  ['a few of them are no matter', [...messages(96, 2), ...messages(4, undefined)], 2],
  ['the youngest may take their time', [...messages(60, 2), ...messages(40, undefined, 'sent', 10)], 2],
  ['what failed was not kept', [...messages(60, 2), ...messages(40, undefined, 'rejected')], 2],
])('timeToOperator is the 95th percentile: %s', (_, list, seconds) => {
  expect(timeToOperator([readingOf(list)])).toEqual({ seconds });
});

test('timeToOperator needs fifty messages, in one reading or in several', () => {
  const few = readingOf(messages(49, 2));
  expect(timeToOperator([few])).toBeUndefined();
  expect(timeToOperator([few, few])).toEqual({ seconds: 2 });
  expect(timeToOperator([])).toBeUndefined();
});
