import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../../src/domain/messages/message.ts';
import { type Timeline, timelineOf } from '../../../src/domain/messages/timeline.ts';
import { at, testMessage } from '../../support/messages.ts';

const now = at('12:00:00');
const trace = (changes: Partial<Message>, when = now) =>
  timelineOf(testMessage(changes), { now: when, receiptHours: 72 });

const pending = { status: 'pending', statusWord: 'enroute', handsetAt: undefined } as const;
const threeDaysLater = new Date(at('10:32:05').getTime() + 72 * 3_600_000);

describe('timelineOf', () => {
  test('measures the legs of a delivered message', () => {
    expect(trace({})).toEqual({
      outcome: 'delivered',
      platformToOperator: { seconds: 2, clockOff: false },
      operatorToHandset: { seconds: 7, clockOff: false },
      total: { seconds: 9, clockOff: false },
      position: undefined,
      clockOff: false,
    });
  });

  test.each<[string, Partial<Message>, Partial<Timeline>, Date?]>([
    [
      'waits at the operator since the hand-over',
      pending,
      { outcome: 'waiting', position: { at: 'operator', since: at('10:32:07') } },
    ],
    [
      'waits at the platform where no hand-over is recorded',
      { ...pending, operatorAt: undefined },
      {
        outcome: 'waiting',
        position: { at: 'platform', since: at('10:32:05') },
        platformToOperator: undefined,
      },
    ],
    ['waits until the last moment', pending, { outcome: 'waiting' }, new Date(threeDaysLater.getTime() - 1)],
    ['gets no receipt any more after that', pending, { outcome: 'no_receipt' }, threeDaysLater],
    [
      'delivered without a receipt time has no latency',
      { handsetAt: undefined },
      { outcome: 'delivered', total: undefined },
    ],
    [
      'knows nothing where the platform received nothing',
      {
        status: 'pending',
        statusWord: undefined,
        platformAt: undefined,
        operatorAt: undefined,
        handsetAt: undefined,
      },
      { outcome: 'unknown', position: undefined, total: undefined },
    ],
    [
      'waits somewhere where only a word is known',
      { ...pending, platformAt: undefined, operatorAt: undefined },
      { outcome: 'waiting', position: undefined },
    ],
    [
      'a failed message is nowhere any more',
      { status: 'failed', statusWord: 'expired' },
      { outcome: 'failed', position: undefined },
    ],
    [
      'keeps an unknown word apart',
      { status: 'other', statusWord: 'skipped' },
      { outcome: 'other', position: undefined },
    ],
    [
      'a leg that goes back in time is a clock that is off, and spoils the total',
      { operatorAt: at('08:32:07') },
      {
        clockOff: true,
        platformToOperator: { seconds: -7198, clockOff: true },
        total: { seconds: 9, clockOff: true },
      },
    ],
    [
      'a time that has not come yet is a clock that is off',
      { operatorAt: at('13:32:07'), handsetAt: at('13:32:14') },
      { clockOff: true, platformToOperator: { seconds: 10_802, clockOff: true } },
    ],
    [
      'a receipt time without a status is neither a delivery nor a wait',
      { status: 'pending', statusWord: undefined },
      { outcome: 'unconfirmed', position: undefined, total: { seconds: 9, clockOff: false } },
    ],
    [
      'a hand-over ahead of now, without a time before it, is nowhere to be counted from',
      { ...pending, platformAt: undefined, operatorAt: at('14:00:00') },
      { outcome: 'waiting', clockOff: true, position: undefined },
    ],
    ['a receipt a few seconds ahead is tolerated', { handsetAt: at('12:00:30') }, { clockOff: false }],
  ])('%s', (_, message, expected, when = now) => {
    expect(trace(message, when)).toMatchObject(expected);
  });

  test('the legs add up to the total when all three times are known', () => {
    const time = fc
      .date({ min: at('00:00:00'), max: now, noInvalidDate: true })
      .map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000));
    fc.assert(
      fc.property(time, time, time, (platformAt, operatorAt, handsetAt) => {
        const { platformToOperator, operatorToHandset, total, clockOff } = trace({
          platformAt,
          operatorAt,
          handsetAt,
        });
        expect((platformToOperator?.seconds ?? 0) + (operatorToHandset?.seconds ?? 0)).toBe(total?.seconds);
        expect(clockOff).toBe(operatorAt < platformAt || handsetAt < operatorAt || handsetAt < platformAt);
      }),
    );
  });
});

describe('operators without receipts and configured failure words', () => {
  const withoutReceipts = new Set(['Ruta Andina']);
  const outcomeOf = (changes: Partial<Message>) =>
    timelineOf(testMessage(changes), {
      now: threeDaysLater,
      receiptHours: 72,
      operatorsWithoutReceipts: withoutReceipts,
      failureWords: new Set(['absent']),
    });

  test.each<[string, Partial<Message>, Timeline['outcome']]>([
    ['an operator that sends no receipts has sent it', { ...pending, operator: 'Ruta Andina' }, 'sent'],
    [
      'before it has it, it waits as others',
      { ...pending, operator: 'Ruta Andina', operatorAt: undefined },
      'no_receipt',
    ],
    ['another operator’s is without a receipt', pending, 'no_receipt'],
    ['a receipt that comes all the same counts', { operator: 'Ruta Andina' }, 'delivered'],
    ['a word that stands for a failure here is one', { status: 'other', statusWord: ' Absent ' }, 'failed'],
    ['another is not', { status: 'other', statusWord: 'skipped' }, 'other'],
  ])('%s', (_, changes, outcome) => {
    expect(outcomeOf(changes)).toMatchObject({ outcome });
    if (outcome === 'sent') expect(outcomeOf(changes).position).toBeUndefined();
  });
});
