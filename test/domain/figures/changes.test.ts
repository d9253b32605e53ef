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

/** A day of one operator: so many hundred messages, with what is not delivered in 5 s told. */
function aDay(hundreds: number, { expired = 2, slow = 5, operator = 'Entel' } = {}): Message[] {
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
      aDay(10),
      aDay(10, { expired: 22 }),
      { kind: 'failures', word: 'expired', subject: entel, from: 0.02, to: 0.22 },
    ],
    [
      'a delivery rate that fell without failures',
      aDay(10),
      [...aDay(5), ...some(500, { word: 'enroute' })],
      { kind: 'delivery_rate', subject: entel, from: 0.98, to: 0.49 },
    ],
    [
      'a slow leg',
      aDay(10),
      aDay(10, { slow: 40 }),
      { kind: 'latency', leg: 'operatorToHandset', subject: entel, from: 5, to: 40 },
    ],
    [
      'the operator that it is about, not the average of all',
      [...aDay(10), ...aDay(30, { operator: 'Movistar' })],
      [...aDay(10, { expired: 30 }), ...aDay(30, { operator: 'Movistar' })],
      { kind: 'failures', subject: entel },
    ],
    ['traffic that stopped', aDay(10), [], { kind: 'volume', subject: entel, from: 1000, to: 0 }],
    ['traffic that tripled', aDay(10), aDay(30), { kind: 'volume', from: 1000, to: 3000 }],
    ['delivery before volume', aDay(10), aDay(1, { expired: 30 }), { kind: 'failures', word: 'expired' }],
  ])('finds %s', (_, before, now, expected) => {
    expect(change(before, now)).toMatchObject(expected);
  });

  test('speaks of operators that were not told apart as part of all together only', () => {
    const untold = { operator: OTHER_NAME };
    const [before, now] = [aDay(10, untold), aDay(10, { ...untold, expired: 40 })];
    const entels = aDay(1);
    const changes = notableChanges(
      tallyOf([...before, ...entels]).cells(),
      tallyOf([...now, ...entels]).cells(),
    );
    expect(changes.length).toBeGreaterThan(0);
    expect(new Set(changes.map(({ subject }) => subject.of))).toEqual(new Set(['all']));
  });

  test('does not take an operator for silent, or for new, that may be among those not told apart', () => {
    const told = tallyOf([...aDay(1), ...aDay(10, { operator: 'Movistar' })]).cells();
    const untold = tallyOf([...aDay(1), ...aDay(10, { operator: OTHER_NAME })]).cells();
    expect(notableChanges(told, untold)).toEqual([]);
    expect(notableChanges(untold, told)).toEqual([]);
  });

  test.each<[string, Message[], Message[]]>([
    ['a tenth more traffic', aDay(10), aDay(11)],
    ['a large share of few messages', some(40, { after: 5 }), some(40, { word: 'expired' })],
    ['a trifle on very many messages', aDay(300), aDay(300, { expired: 3 })],
    ['nothing at all', [], []],
  ])('does not speak of %s', (_, before, now) => {
    expect(change(before, now)).toBeUndefined();
  });

  describe('several days against one', () => {
    const days = (count: number, day: Message[]) => Array.from({ length: count }, () => day).flat();
    const against = (before: readonly Message[], now: readonly Message[], options: CompareOptions) =>
      notableChanges(tallyOf(before).cells(), tallyOf(now).cells(), options);

    test('are no more traffic than one of them', () => {
      expect(against(days(4, aDay(10)), aDay(10), { times: 4 })).toEqual([]);
      const [change] = against(days(4, aDay(10)), aDay(30), { times: 4 });
      expect(change).toMatchObject({ kind: 'volume', from: 1000, to: 3000 });
    });

    test('tell more surely than one what is usual', () => {
      const surpriseBy = (times: number) =>
        against(days(times, aDay(10)), aDay(10, { expired: 12 }), { times })[0]?.surprise ?? 0;
      expect(surpriseBy(4)).toBeGreaterThan(surpriseBy(1));
    });

    test('leave failing words out where these cannot be compared, and not the rate', () => {
      const changes = against(days(4, aDay(10)), aDay(10, { expired: 22 }), { times: 4, hasFailures: false });
      expect(changes.map(({ kind }) => kind)).toEqual(['delivery_rate']);
    });
  });

  test('finds nothing between equals, and the same change the other way round', () => {
    const many = fc
      .array(anyMessage, { maxLength: 30 })
      .map((some) => Array.from({ length: 8 }, () => some).flat());
    fc.assert(
      fc.property(many, many, (a, b) => {
        expect(change(a, a)).toBeUndefined();
        const [there, back] = [change(a, b), change(b, a)];
        if (there?.kind !== 'volume' || back?.kind !== 'volume') return;
        expect([back.from, back.to, back.surprise]).toEqual([there.to, there.from, -there.surprise]);
      }),
      { numRuns: 50 },
    );
  });
});
