import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Change,
  type CompareOptions,
  compare,
  notableChanges,
} from '../../../src/domain/figures/changes.ts';
import { OTHER_NAME } from '../../../src/domain/figures/figures.ts';
import type { Message } from '../../../src/domain/messages/message.ts';
import { anyMessage, some, tallyOf } from '../../support/figures.ts';

const change = (before: readonly Message[], now: readonly Message[]) =>
  compare(tallyOf(before).cells(), tallyOf(now).cells());

/** Messages of one operator in a day, in hundreds: shares in percent expire, or arrive after 40 s instead of 5 s. */
function messagesOfDay(hundreds: number, { expired = 2, slow = 5, operator = 'Entel' } = {}): Message[] {
  return [
    ...some(hundreds * (100 - expired - slow), { after: 5, operator }),
    ...some(hundreds * slow, { after: 40, operator }),
    ...some(hundreds * expired, { word: 'expired', operator }),
  ];
}

const entel = { of: 'operator', operator: 'Entel' } as const;

describe('compare', () => {
  test.each<[string, Message[], Message[], Partial<Change>]>([
    [
      'failures of one word',
      messagesOfDay(10),
      messagesOfDay(10, { expired: 22 }),
      { kind: 'failures', word: 'expired', subject: entel, from: 0.02, to: 0.22 },
    ],
    [
      'a delivery rate that fell without failures',
      messagesOfDay(10),
      [...messagesOfDay(5), ...some(500, { word: 'enroute' })],
      { kind: 'delivery_rate', subject: entel, from: 0.98, to: 0.49 },
    ],
    [
      'a slow leg',
      messagesOfDay(10),
      messagesOfDay(10, { slow: 40 }),
      { kind: 'latency', leg: 'operatorToHandset', subject: entel, from: 5, to: 40 },
    ],
    [
      'the operator that it is about, not the average of all',
      [...messagesOfDay(10), ...messagesOfDay(30, { operator: 'Movistar' })],
      [...messagesOfDay(10, { expired: 30 }), ...messagesOfDay(30, { operator: 'Movistar' })],
      { kind: 'failures', subject: entel },
    ],
    ['traffic that stopped', messagesOfDay(10), [], { kind: 'volume', subject: entel, from: 1000, to: 0 }],
    ['traffic that tripled', messagesOfDay(10), messagesOfDay(30), { kind: 'volume', from: 1000, to: 3000 }],
    [
      'delivery before volume',
      messagesOfDay(10),
      messagesOfDay(1, { expired: 30 }),
      { kind: 'failures', word: 'expired' },
    ],
  ])('finds %s', (_, before, now, expected) => {
    expect(change(before, now)).toMatchObject(expected);
  });

  test('reports operators that were not distinguished only as part of all operators', () => {
    const undistinguished = { operator: OTHER_NAME };
    const [before, now] = [
      messagesOfDay(10, undistinguished),
      messagesOfDay(10, { ...undistinguished, expired: 40 }),
    ];
    const entels = messagesOfDay(1);
    const changes = notableChanges(
      tallyOf([...before, ...entels]).cells(),
      tallyOf([...now, ...entels]).cells(),
    );
    expect(changes.length).toBeGreaterThan(0);
    expect(new Set(changes.map(({ subject }) => subject.of))).toEqual(new Set(['all']));
  });

  test('reports no operator as silent or new when it may be among the undistinguished ones', () => {
    const distinguished = tallyOf([
      ...messagesOfDay(1),
      ...messagesOfDay(10, { operator: 'Movistar' }),
    ]).cells();
    const undistinguished = tallyOf([
      ...messagesOfDay(1),
      ...messagesOfDay(10, { operator: OTHER_NAME }),
    ]).cells();
    expect(notableChanges(distinguished, undistinguished)).toEqual([]);
    expect(notableChanges(undistinguished, distinguished)).toEqual([]);
  });

  test.each<[string, Message[], Message[]]>([
    ['a tenth more traffic', messagesOfDay(10), messagesOfDay(11)],
    ['a large share of few messages', some(40, { after: 5 }), some(40, { word: 'expired' })],
    ['a trifle on very many messages', messagesOfDay(300), messagesOfDay(300, { expired: 3 })],
    ['nothing at all', [], []],
  ])('does not report %s', (_, before, now) => {
    expect(change(before, now)).toBeUndefined();
  });

  describe('several days compared with one', () => {
    const days = (count: number, day: Message[]) => Array.from({ length: count }, () => day).flat();
    const against = (before: readonly Message[], now: readonly Message[], options: CompareOptions) =>
      notableChanges(tallyOf(before).cells(), tallyOf(now).cells(), options);

    test('are scaled to the traffic of one day', () => {
      expect(against(days(4, messagesOfDay(10)), messagesOfDay(10), { times: 4 })).toEqual([]);
      const [change] = against(days(4, messagesOfDay(10)), messagesOfDay(30), { times: 4 });
      expect(change).toMatchObject({ kind: 'volume', from: 1000, to: 3000 });
    });

    test('make a change more certain than a single day does', () => {
      const surpriseBy = (times: number) =>
        against(days(times, messagesOfDay(10)), messagesOfDay(10, { expired: 12 }), { times })[0]?.zScore ??
        0;
      expect(surpriseBy(4)).toBeGreaterThan(surpriseBy(1));
    });

    test('report the rate, but no failing words when these cannot be compared', () => {
      const changes = against(days(4, messagesOfDay(10)), messagesOfDay(10, { expired: 22 }), {
        times: 4,
        hasFailures: false,
      });
      expect(changes.map(({ kind }) => kind)).toEqual(['delivery_rate']);
    });
  });

  test('finds nothing between equal figures, and reverses a change of volume when they are swapped', () => {
    const many = fc
      .array(anyMessage, { maxLength: 30 })
      .map((some) => Array.from({ length: 8 }, () => some).flat());
    fc.assert(
      fc.property(many, many, (a, b) => {
        expect(change(a, a)).toBeUndefined();
        const [there, back] = [change(a, b), change(b, a)];
        if (there?.kind !== 'volume' || back?.kind !== 'volume') return;
        expect([back.from, back.to, back.zScore]).toEqual([there.to, there.from, -there.zScore]);
      }),
      { numRuns: 50 },
    );
  });
});
