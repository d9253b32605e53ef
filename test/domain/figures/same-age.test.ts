import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countBetween, sizeOf } from '../../../src/domain/counting/second-counts.ts';
import { type Cell, type Figures, mergeFigures } from '../../../src/domain/figures/figures.ts';
import { countStatuses } from '../../../src/domain/figures/rates.ts';
import { asOfMoment } from '../../../src/domain/figures/same-age.ts';
import type { Message } from '../../../src/domain/messages/message.ts';
import { QUARTER_SECONDS } from '../../../src/runtime/durations.ts';
import { anyMessage, readAt, tallyOf, withWord } from '../../support/figures.ts';

const unix = (time: Date) => time.getTime() / 1000;
const start = Date.parse('2026-11-18T10:00:00Z') / 1000;
const read = unix(readAt);

/** The cells as of a moment, reconstructed from a later reading. */
const reconstructed = (messages: readonly Message[], moment: number): Cell[] =>
  tallyOf(messages)
    .cells()
    .flatMap((cell) => asOfMoment(cell, moment, read) ?? []);

/** The messages as they were known at a moment, computed one by one. */
function knownThen(messages: readonly Message[], moment: number): Message[] {
  const known = (time: Date | undefined) => (time && unix(time) <= moment ? time : undefined);
  return messages
    .filter(({ platformAt }) => known(platformAt))
    .map((message) => {
      const operatorAt = known(message.operatorAt);
      const isOpen = message.handsetAt !== undefined && !known(message.handsetAt);
      return isOpen
        ? withWord('', { ...message, operatorAt, handsetAt: undefined })
        : { ...message, operatorAt };
    });
}

const countedOneByOne = (messages: readonly Message[], moment: number): Cell[] =>
  tallyOf(knownThen(messages, moment), new Date(moment * 1000)).cells();

const summed = (cells: readonly Cell[]): Figures => mergeFigures(cells.map(({ figures }) => figures));

interface Kind {
  readonly count: number;
  readonly word: string;
  /** Quarter hours after the start, and seconds to the operator and the receipt. */
  readonly quarter: number;
  readonly toOperator: number;
  readonly after: number;
  readonly operator: string;
}

/** Messages of one kind, evenly spread over their quarter hour. */
function spread({ count, quarter, ...kind }: Pick<Kind, 'count' | 'quarter'> & Partial<Kind>): Message[] {
  const { word = 'delivered', toOperator = 2, after = 9, operator = 'Entel' } = kind;
  return Array.from({ length: count }, (_, index) => {
    const second = Math.floor(((index + 0.5) * QUARTER_SECONDS) / count);
    const platformAt = start + quarter * QUARTER_SECONDS + second;
    const hasReceipt = word === 'delivered' || word === 'expired' || word === 'undeliverable';
    return withWord(word, {
      operator,
      platformAt: new Date(platformAt * 1000),
      operatorAt: new Date((platformAt + toOperator) * 1000),
      handsetAt: hasReceipt ? new Date((platformAt + after) * 1000) : undefined,
    });
  });
}

const kinds = fc.array(
  fc.record({
    count: fc.integer({ min: 1, max: 90 }),
    word: fc.constantFrom('delivered', 'delivered', 'expired', 'undeliverable', 'sent', 'raro'),
    quarter: fc.integer({ min: 0, max: 7 }),
    toOperator: fc.integer({ min: 0, max: 60 }),
    after: fc.integer({ min: 60, max: 4_000 }),
    operator: fc.constantFrom('Entel', 'Movistar'),
  }),
  { minLength: 1, maxLength: 12 },
);
const moments = fc.integer({ min: start - 600, max: start + 9_000 });

describe('figures as of a moment', () => {
  test('are close to a count message by message, also within a quarter hour', () => {
    fc.assert(
      fc.property(kinds, moments, (some, moment) => {
        const messages = some.flatMap(spread);
        const [fast, slow] = [
          summed(reconstructed(messages, moment)),
          summed(countedOneByOne(messages, moment)),
        ];
        // Each kind is rounded to whole messages twice.
        const off = 2 * some.length;
        const [statuses, truly] = [countStatuses(fast), countStatuses(slow)];
        for (const status of ['delivered', 'failed', 'pending', 'other'] as const) {
          expect(Math.abs(statuses[status] - truly[status])).toBeLessThanOrEqual(off);
        }
        expect(Math.abs(fast.submitted - slow.submitted)).toBeLessThanOrEqual(off);
        const handedOver = (figures: Figures) => sizeOf(figures.platformToOperator.latencies);
        expect(Math.abs(handedOver(fast) - handedOver(slow))).toBeLessThanOrEqual(off);
      }),
    );
  });

  test('are correct in total when every message has a different latency', () => {
    // One message per second: each one is rounded.
    const messages = Array.from({ length: 900 }, (_, index) =>
      spread({ count: 1, quarter: 0, after: 60 + index }),
    ).flat();
    for (const passed of [200, 450, 800, 1_000, 1_500]) {
      const isThere = Math.min(1, passed / QUARTER_SECONDS);
      const share = (after: number) => Math.min(1, Math.max(0, passed - after) / QUARTER_SECONDS);
      const delivered = messages.reduce((sum, _, index) => sum + share(60 + index), 0);
      const then = summed(reconstructed(messages, start + passed));
      expect(Math.abs(countStatuses(then).delivered - delivered)).toBeLessThanOrEqual(0.51);
      expect(Math.abs(then.submitted - 900 * isThere)).toBeLessThanOrEqual(0.51);
    }
  });

  test('are exact when no message starts or ends around that moment', () => {
    const finished = spread({ count: 90, quarter: 0 });
    const failed = spread({ count: 7, word: 'expired', quarter: 1, after: 300 });
    const later = spread({ count: 30, quarter: 6 });
    const moment = start + 4 * QUARTER_SECONDS;
    const messages = [...finished, ...failed, ...later];
    expect(reconstructed(messages, moment)).toEqual(countedOneByOne(messages, moment));
  });

  test('give messages that are still waiting the exact age that they had', () => {
    const waiting = spread({ count: 40, word: 'sent', quarter: 2 });
    for (const moment of [start + 2 * QUARTER_SECONDS + 400, start + 5 * QUARTER_SECONDS]) {
      const [fast, slow] = [summed(reconstructed(waiting, moment)), summed(countedOneByOne(waiting, moment))];
      expect(fast.pendingAges).toEqual(slow.pendingAges);
      expect([...fast.words]).toEqual([...slow.words]);
    }
  });

  test('spread the ages of messages with later receipts over the times at which they may have been sent', () => {
    const slowOnes = spread({ count: 90, quarter: 0, after: 3_000 });
    const { pendingAges, words } = summed(reconstructed(slowOnes, start + 1_800));
    expect(words).toEqual(new Map([['', 90]]));
    expect(sizeOf(pendingAges)).toBe(90);
    // Sent in the first quarter hour, half an hour ago.
    for (let age = 900; age < 1_800; age += 150) expect(countBetween(pendingAges, age, age + 150)).toBe(15);
  });

  test('count the messages that wait for two to seven minutes like a count one by one', () => {
    fc.assert(
      fc.property(kinds, moments, (some, moment) => {
        const messages = some.flatMap(spread);
        const waitingIn = (cells: readonly Cell[]) => countBetween(summed(cells).pendingAges, 120, 420);
        const off = waitingIn(reconstructed(messages, moment)) - waitingIn(countedOneByOne(messages, moment));
        // Each kind is rounded to whole messages at both ends.
        expect(Math.abs(off)).toBeLessThanOrEqual(2 * some.length + 1);
      }),
    );
  });

  test('stay within the bounds of their quarter hours for any messages', () => {
    fc.assert(
      fc.property(
        fc.array(anyMessage, { maxLength: 60 }),
        fc.integer({ min: 0, max: 40_000 }),
        (some, back) => {
          const moment = read - back;
          for (const cell of tallyOf(some).cells()) {
            const { quarter, figures } = cell;
            const then = asOfMoment(cell, moment, read)?.figures;
            if (quarter === undefined || back === 0) {
              expect(then).toEqual(figures);
              continue;
            }
            const { latencies } = figures.total;
            const within = (passed: number) =>
              latencies.seconds.reduce(
                (sum, second, at) => sum + (second < passed ? (latencies.counts[at] ?? 0) : 0),
                0,
              );
            const delivered = then ? sizeOf(then.total.latencies) : 0;
            expect(delivered).toBeGreaterThanOrEqual(within(moment - quarter - QUARTER_SECONDS));
            expect(delivered).toBeLessThanOrEqual(within(moment - quarter));
            if (!then) continue;
            expect([...then.words.values()].reduce((sum, count) => sum + count, 0)).toBe(then.submitted);
            expect(countStatuses(then).delivered).toBeGreaterThanOrEqual(delivered + then.total.clockOff);
            if (moment >= quarter + QUARTER_SECONDS) {
              const hasAges = sizeOf(figures.pendingAges) > 0;
              // A clock ahead of the platform's can make a message younger than it is.
              if (!hasAges) expect(then.submitted).toBe(figures.submitted);
            }
          }
        },
      ),
    );
  });

  test('never have fewer deliveries at a later moment', () => {
    fc.assert(
      fc.property(kinds, fc.array(moments, { minLength: 2, maxLength: 6 }), (some, unordered) => {
        const messages = some.flatMap(spread);
        const delivered = unordered
          .sort((a, b) => a - b)
          .map((moment) => countStatuses(summed(reconstructed(messages, moment))).delivered);
        expect(delivered).toEqual([...delivered].sort((a, b) => a - b));
      }),
    );
  });

  test('equal the reading at its time or later, and are undefined before the first message', () => {
    const [cell] = tallyOf(spread({ count: 9, word: 'sent', quarter: 0 })).cells();
    if (!cell) throw new Error('no cell');
    expect(asOfMoment(cell, read, read)).toBe(cell);
    expect(asOfMoment(cell, read + 900, read)).toBe(cell);
    expect(asOfMoment(cell, start, read)).toBeUndefined();
  });
});
