import { describe, expect, test } from 'vitest';
import type { Message } from '../../../src/domain/messages/message.ts';
import {
  type AffectedMessage,
  compareWithPeers,
  findAffectedMessage,
  hourAround,
} from '../../../src/domain/messages/peer-comparison.ts';
import { traceMessages, verdictOf } from '../../../src/domain/messages/status-verdict.ts';
import { at, testMessage } from '../../support/messages.ts';
import { type MessageGroup, trafficOf } from '../../support/report-figures.ts';

const affected: AffectedMessage = { operator: 'Entel', platformAt: at('10:32:05'), handedOver: true };

/** Entel's messages, by default from 10:00 to 11:00; `lost` of them never arrive. */
function entel(count: number, lost: number, from = '2026-11-18T10:00:00Z', hours = 1): MessageGroup[] {
  return [
    { from, hours, count: count - lost, operator: 'Entel' },
    { from, hours, count: lost, operator: 'Entel', word: 'sent', legs: [2] },
  ];
}

function compare(
  batches: readonly MessageGroup[],
  { own = [], readAt = at('12:00:00'), one = affected }: Partial<Case> = {},
) {
  const { between } = trafficOf(batches, readAt);
  return compareWithPeers(one, own, { between, readAt });
}

interface Case {
  readonly own: readonly Message[];
  readonly readAt: Date;
  readonly one: AffectedMessage;
}

describe('the comparison of an affected message with its peers', () => {
  test.each([
    ['all arrive: the handset', 400, 0, 'handset', 1],
    ['nearly all arrive: the handset', 400, 12, 'handset', 0.97],
    ['a little less than that, by chance: the handset', 400, 44, 'handset', 0.89],
    ['some do not: left open', 400, 60, undefined, 0.85],
    ['many do not: not only this one', 400, 160, 'not_alone', 0.6],
    ['hardly any arrives', 400, 380, 'not_alone', 0.05],
  ] as const)('%s', (_, count, lost, suggests, share) => {
    const others = compare(entel(count, lost));
    expect(others).toMatchObject({ operator: 'Entel', count, suggests });
    expect(others?.share).toBeCloseTo(share, 2);
  });

  test('does not blame the handset before the hand-over', () => {
    const one = { ...affected, handedOver: false };
    expect(compare(entel(400, 0), { one })?.suggests).toBe('message');
    expect(compare(entel(400, 200), { one })?.suggests).toBe('not_alone');
  });

  test.each([
    ['too few', entel(49, 0), {}],
    ['none of that operator', [{ ...entel(400, 0)[0], operator: 'Claro' } as MessageGroup], {}],
    ['none at that hour', entel(400, 0, '2026-11-18T08:00:00Z'), {}],
    ['read before the message', entel(400, 0), { readAt: at('10:32:00') }],
    ['read too soon after it', entel(400, 0), { readAt: at('10:36:00') }],
    ['none since it was sent', entel(400, 0, '2026-11-18T10:00:00Z', 0.5), {}],
  ])('%s: returns no comparison', (_, batches, changes) => {
    expect(compare(batches, changes)).toBeUndefined();
  });

  test('does not blame the handset for an outage that began shortly before the message', () => {
    const well = entel(300, 0, '2026-11-18T10:00:00Z', 0.5);
    const ill = entel(100, 100, '2026-11-18T10:30:00Z', 0.25);
    expect(compare([...well, ...ill])).toMatchObject({ count: 100, share: 0, suggests: 'not_alone' });
  });

  test('returns no comparison when no receipt of the operator is known', () => {
    expect(compare(entel(360, 360))).toBeUndefined();
    expect(compare(entel(360, 350))).toBeUndefined();
    const before = testMessage({ platformAt: at('08:00:00') });
    expect(compare(entel(360, 360), { own: [{ ...before, operator: 'Claro' }] })).toBeUndefined();
    // With one receipt it is an outage.
    expect(compare(entel(360, 360), { own: [before] })).toMatchObject({ share: 0, suggests: 'not_alone' });
  });

  test('ignores a few messages younger than five minutes, and returns nothing when there are many', () => {
    const readAt = at('10:40:00');
    const young = (count: number) => entel(count, count, '2026-11-18T10:36:00Z', 1 / 15);
    const before = entel(300, 0, '2026-11-18T10:00:00Z', 0.6);
    expect(compare([...before, ...young(3)], { readAt })?.suggests).toBe('handset');
    expect(compare([...before, ...young(200)], { readAt })).toBeUndefined();
    expect(compare([...before, ...young(200)], { readAt: at('10:50:00') })?.suggests).toBe('not_alone');
  });

  test('leaves out the number’s own messages', () => {
    const stuck = Array.from({ length: 30 }, (_, second) =>
      testMessage({
        status: 'pending',
        statusWord: 'sent',
        handsetAt: undefined,
        platformAt: new Date(at('10:20:00').getTime() + second * 1_000),
      }),
    );
    const elsewhere = [
      testMessage({ operator: 'Claro' }),
      testMessage({ platformAt: at('08:00:00') }),
      testMessage({ platformAt: undefined }),
    ];
    const batches = [...entel(100, 0), ...entel(30, 30, '2026-11-18T10:20:00Z', 1 / 120)];
    expect(compare(batches)).toMatchObject({ count: 130, suggests: undefined });
    expect(compare(batches, { own: [...stuck, ...elsewhere] })).toEqual({
      operator: 'Entel',
      count: 100,
      share: 1,
      suggests: 'handset',
    });
    const arrived = stuck.map(({ platformAt, ...message }): Message => {
      const handsetAt = platformAt && new Date(platformAt.getTime() + 9_000);
      return { ...message, platformAt, handsetAt, status: 'delivered' };
    });
    expect(compare(batches, { own: arrived })?.share).toBeCloseTo(0.7, 2);
  });

  test('ignores deliveries without a usable time', () => {
    const untimed: MessageGroup = { from: '2026-11-18T10:00:00Z', count: 100, operator: 'Entel', legs: [2] };
    expect(compare([...entel(200, 0), untimed])).toMatchObject({ count: 200, share: 1 });
    expect(compare([untimed])).toBeUndefined();
  });
});

describe('the compared message', () => {
  const now = at('12:00:00');
  const stuck = testMessage({ status: 'pending', statusWord: 'sent', handsetAt: undefined });
  const found = (...messages: Message[]) => {
    const traced = traceMessages(messages, { now, receiptHours: 72 });
    return findAffectedMessage(traced, verdictOf(traced, now));
  };

  test('is the newest one when it is stuck, failed, slow or without receipt', () => {
    expect(found(stuck)).toEqual(affected);
    expect(found({ ...stuck, operatorAt: undefined })).toEqual({ ...affected, handedOver: false });
    expect(found(testMessage({ status: 'failed', statusWord: 'expired' }))).toEqual(affected);
    expect(found(testMessage({ handsetAt: at('11:00:00') }))).toEqual(affected);
    expect(found(testMessage({ operatorAt: at('10:59:00'), handsetAt: at('11:00:00') }))).toEqual({
      ...affected,
      handedOver: false,
    });
    const old = new Date('2026-11-10T10:00:00Z');
    expect(found({ ...stuck, platformAt: old, operatorAt: old })?.platformAt).toEqual(old);
  });

  test('is the one before when the newest is on its way as usual', () => {
    const fresh = { ...stuck, platformAt: at('11:59:00'), operatorAt: at('11:59:01') };
    expect(found(fresh)).toBeUndefined();
    expect(found(fresh, stuck)).toEqual(affected);
  });

  test.each([
    ['all is well', [testMessage()]],
    ['there is none', []],
    ['its operator is not known', [{ ...stuck, operator: undefined }]],
    ['when it was sent is not known', [{ ...stuck, platformAt: undefined }]],
    ['its word is not known', [testMessage({ status: 'other', statusWord: 'skipped' })]],
  ])('is undefined when %s', (_, messages) => {
    expect(found(...messages)).toBeUndefined();
  });
});

test.each([
  ['10:00:00', '09:30', '10:30'],
  ['10:07:29', '09:30', '10:30'],
  ['10:07:31', '09:45', '10:45'],
  ['10:14:59', '09:45', '10:45'],
])('the hour around %s lasts from %s to %s', (time, start, end) => {
  expect(hourAround({ ...affected, platformAt: at(time) })).toEqual({
    start: at(`${start}:00`),
    end: at(`${end}:00`),
  });
});
