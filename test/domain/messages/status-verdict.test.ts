import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../../src/domain/messages/message.ts';
import {
  countOutcomes,
  type StatusVerdict,
  traceMessages,
  verdictOf,
} from '../../../src/domain/messages/status-verdict.ts';
import { at, testMessage } from '../../support/messages.ts';

const now = at('12:00:00');
const judge = (messages: Message[], when = now) =>
  verdictOf(traceMessages(messages, { now: when, receiptHours: 72 }), when);

const failed = (time: string, changes: Partial<Message> = {}) =>
  testMessage({
    status: 'failed',
    statusWord: 'sent_failed',
    platformAt: at(time),
    operatorAt: at(time),
    handsetAt: undefined,
    ...changes,
  });
const pending = (changes: Partial<Message>) =>
  testMessage({
    status: 'pending',
    statusWord: 'sent',
    operatorAt: undefined,
    handsetAt: undefined,
    ...changes,
  });
const lastDelivery = { at: at('10:32:14'), totalSeconds: 9, clockOff: false, delayedBy: undefined };

const onItsWay = (kind: 'waiting' | 'stuck', place: 'operator' | 'platform', since: string) => {
  return { kind, position: { at: place, since: at(since) }, problemsBefore: 0, before: undefined } as const;
};
const failing = { kind: 'failed', word: 'sent_failed', at: at('11:00:00'), before: undefined } as const;

describe('verdictOf', () => {
  test.each<[string, Message[], StatusVerdict]>([
    ['no messages', [], { kind: 'none' }],
    ['the newest was delivered', [testMessage(), failed('09:00:00')], { kind: 'works', last: lastDelivery }],
    [
      'delivered without a time',
      [testMessage({ handsetAt: undefined })],
      { kind: 'works', last: { ...lastDelivery, at: at('10:32:07'), totalSeconds: undefined } },
    ],
    [
      'delivered by a clock that is off',
      [testMessage({ handsetAt: at('08:00:00') })],
      {
        kind: 'works',
        last: { ...lastDelivery, at: at('10:32:05'), totalSeconds: undefined, clockOff: true },
      },
    ],
    [
      'delivered late by the platform',
      [testMessage({ platformAt: at('10:20:00') })],
      { kind: 'works', last: { ...lastDelivery, totalSeconds: 734, delayedBy: 'platform' } },
    ],
    [
      'delivered late by operator or handset',
      [testMessage({ handsetAt: at('10:42:06') })],
      {
        kind: 'works',
        last: { ...lastDelivery, at: at('10:42:06'), totalSeconds: 601, delayedBy: 'operator' },
      },
    ],
    [
      'handed over a minute ago, after a delivery',
      [testMessage(), pending({ platformAt: at('11:58:58'), operatorAt: at('11:59:00') })],
      { ...onItsWay('waiting', 'operator', '11:59:00'), before: lastDelivery },
    ],
    [
      'with the operator for longer than is usual',
      [pending({ platformAt: at('11:40:00'), operatorAt: at('11:40:02') })],
      onItsWay('stuck', 'operator', '11:40:02'),
    ],
    [
      'taken seconds ago',
      [pending({ platformAt: at('11:59:57') })],
      onItsWay('waiting', 'platform', '11:59:57'),
    ],
    [
      'not handed over for longer than is usual',
      [pending({ platformAt: at('11:58:00') })],
      onItsWay('stuck', 'platform', '11:58:00'),
    ],
    [
      'taken seconds ago, after others that are stuck, failed and delivered',
      [
        pending({ platformAt: at('11:59:57') }),
        pending({ platformAt: at('11:30:00'), operatorAt: at('11:30:02') }),
        failed('11:00:00'),
        testMessage(),
        failed('09:00:00'),
      ],
      { ...onItsWay('waiting', 'platform', '11:59:57'), problemsBefore: 2, before: lastDelivery },
    ],
    [
      'on its way by a clock two hours behind: counted by the platform’s',
      [pending({ platformAt: at('11:59:50'), operatorAt: at('09:59:52') })],
      onItsWay('waiting', 'operator', '11:59:50'),
    ],
    [
      'on its way by a clock three hours ahead: counted by the platform’s',
      [pending({ platformAt: at('11:00:00'), operatorAt: at('14:00:02') })],
      onItsWay('stuck', 'operator', '11:00:00'),
    ],
    [
      'a receipt’s time without a status',
      [testMessage({ status: 'pending', statusWord: undefined })],
      { kind: 'unconfirmed', at: at('10:32:14'), before: undefined },
    ],
    [
      'failures in a row are counted up to the last success',
      [failed('11:00:00'), failed('10:50:00'), testMessage(), failed('09:00:00')],
      { ...failing, count: 2, handedOver: true, before: lastDelivery },
    ],
    [
      'failed before it was handed over',
      [failed('11:00:00', { operatorAt: undefined })],
      { ...failing, count: 1, handedOver: false },
    ],
    [
      'a word we do not know',
      [testMessage({ status: 'other', statusWord: 'skipped' })],
      { kind: 'unclear', word: 'skipped', before: undefined },
    ],
    [
      'nothing received',
      [pending({ statusWord: undefined, platformAt: undefined })],
      { kind: 'unknown', before: undefined },
    ],
  ])('%s', (_, messages, expected) => {
    expect(judge(messages)).toEqual(expected);
  });

  test('has no receipt after the receipt window', () => {
    const later = new Date(at('10:00:00').getTime() + 73 * 3_600_000);
    expect(
      judge([pending({ platformAt: at('10:00:00') }), pending({ platformAt: at('09:00:00') })], later),
    ).toEqual({ kind: 'no_receipt', count: 2, handedOver: false, before: undefined });
  });
});

const anyMessage = fc
  .record({
    status: fc.constantFrom('delivered', 'failed', 'pending', 'other'),
    platformAt: fc.option(fc.date({ min: at('00:00:00'), max: now, noInvalidDate: true }), {
      nil: undefined,
    }),
    operatorAt: fc.constant(undefined),
    handsetAt: fc.constant(undefined),
  } as const)
  .map((changes) => testMessage(changes));

describe('any messages', () => {
  test('give the same verdict in any order', () => {
    const distinctTimes = { selector: (message: Message) => message.platformAt?.getTime() ?? 'none' };
    fc.assert(
      fc.property(fc.uniqueArray(anyMessage, distinctTimes), (messages) => {
        expect(judge(messages.toReversed())).toEqual(judge(messages));
      }),
    );
  });

  test('are counted once each', () => {
    fc.assert(
      fc.property(fc.array(anyMessage), (messages) => {
        const counts = countOutcomes(traceMessages(messages, { now, receiptHours: 72 }));
        expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(messages.length);
      }),
    );
  });
});
