import { describe, expect, test } from 'vitest';
import type { Message } from '../../../src/domain/messages/message.ts';
import {
  compareWithPeers,
  hourAround,
  type TroubledMessage,
  troubledMessage,
} from '../../../src/domain/messages/peer-comparison.ts';
import { traceMessages, verdictOf } from '../../../src/domain/messages/status-verdict.ts';
import { aMessage, at } from '../../support/messages.ts';
import { type Batch, trafficOf } from '../../support/report-figures.ts';

const troubled: TroubledMessage = { operator: 'Entel', platformAt: at('10:32:05'), handedOver: true };

/** Entel's messages from 10:00 to 11:00, of which so many never arrive. */
function entel(count: number, lost: number, from = '2026-11-18T10:00:00Z', hours = 1): Batch[] {
  return [
    { from, hours, count: count - lost, operator: 'Entel' },
    { from, hours, count: lost, operator: 'Entel', word: 'sent', legs: [2] },
  ];
}

function compare(
  batches: readonly Batch[],
  { own = [], readAt = at('12:00:00'), one = troubled }: Partial<Case> = {},
) {
  const { between } = trafficOf(batches, readAt);
  return compareWithPeers(one, own, { between, readAt });
}

interface Case {
  readonly own: readonly Message[];
  readonly readAt: Date;
  readonly one: TroubledMessage;
}

describe('what others say of a message that fares badly', () => {
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

  test('before it was handed over, the handset is not to blame', () => {
    const one = { ...troubled, handedOver: false };
    expect(compare(entel(400, 0), { one })?.suggests).toBe('message');
    expect(compare(entel(400, 200), { one })?.suggests).toBe('not_alone');
  });

  test.each([
    ['too few', entel(49, 0), {}],
    ['none of that operator', [{ ...entel(400, 0)[0], operator: 'Claro' } as Batch], {}],
    ['none at that hour', entel(400, 0, '2026-11-18T08:00:00Z'), {}],
    ['read before the message', entel(400, 0), { readAt: at('10:32:00') }],
    ['read too soon after it', entel(400, 0), { readAt: at('10:36:00') }],
    ['none since it was sent', entel(400, 0, '2026-11-18T10:00:00Z', 0.5), {}],
  ])('%s: nothing is said', (_, batches, changes) => {
    expect(compare(batches, changes)).toBeUndefined();
  });

  test('an outage that began shortly before the message is not blamed on the handset', () => {
    const well = entel(300, 0, '2026-11-18T10:00:00Z', 0.5);
    const ill = entel(100, 100, '2026-11-18T10:30:00Z', 0.25);
    expect(compare([...well, ...ill])).toMatchObject({ count: 100, share: 0, suggests: 'not_alone' });
  });

  test('where no receipt of the operator is known, nothing is said', () => {
    expect(compare(entel(360, 360))).toBeUndefined();
    expect(compare(entel(360, 350))).toBeUndefined();
    const before = aMessage({ platformAt: at('08:00:00') });
    expect(compare(entel(360, 360), { own: [{ ...before, operator: 'Claro' }] })).toBeUndefined();
    // With one it is an outage.
    expect(compare(entel(360, 360), { own: [before] })).toMatchObject({ share: 0, suggests: 'not_alone' });
  });

  test('a few that are younger than five minutes are no matter; with many it cannot be told yet', () => {
    const readAt = at('10:40:00');
    const young = (count: number) => entel(count, count, '2026-11-18T10:36:00Z', 1 / 15);
    const before = entel(300, 0, '2026-11-18T10:00:00Z', 0.6);
    expect(compare([...before, ...young(3)], { readAt })?.suggests).toBe('handset');
    expect(compare([...before, ...young(200)], { readAt })).toBeUndefined();
    expect(compare([...before, ...young(200)], { readAt: at('10:50:00') })?.suggests).toBe('not_alone');
  });

  test('the number’s own messages are not among them', () => {
    const stuck = Array.from({ length: 30 }, (_, second) =>
      aMessage({
        status: 'pending',
        statusWord: 'sent',
        handsetAt: undefined,
        platformAt: new Date(at('10:20:00').getTime() + second * 1_000),
      }),
    );
    const elsewhere = [
      aMessage({ operator: 'Claro' }),
      aMessage({ platformAt: at('08:00:00') }),
      aMessage({ platformAt: undefined }),
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

  test('deliveries without a usable time are neither quick nor slow', () => {
    const untimed: Batch = { from: '2026-11-18T10:00:00Z', count: 100, operator: 'Entel', legs: [2] };
    expect(compare([...entel(200, 0), untimed])).toMatchObject({ count: 200, share: 1 });
    expect(compare([untimed])).toBeUndefined();
  });
});

describe('the message that is compared', () => {
  const now = at('12:00:00');
  const stuck = aMessage({ status: 'pending', statusWord: 'sent', handsetAt: undefined });
  const found = (...messages: Message[]) => {
    const traced = traceMessages(messages, { now, settleHours: 72 });
    return troubledMessage(traced, verdictOf(traced, now));
  };

  test('is the newest where it is stuck, failed, slow, or has no receipt', () => {
    expect(found(stuck)).toEqual(troubled);
    expect(found({ ...stuck, operatorAt: undefined })).toEqual({ ...troubled, handedOver: false });
    expect(found(aMessage({ status: 'failed', statusWord: 'expired' }))).toEqual(troubled);
    expect(found(aMessage({ handsetAt: at('11:00:00') }))).toEqual(troubled);
    expect(found(aMessage({ operatorAt: at('10:59:00'), handsetAt: at('11:00:00') }))).toEqual({
      ...troubled,
      handedOver: false,
    });
    const old = new Date('2026-11-10T10:00:00Z');
    expect(found({ ...stuck, platformAt: old, operatorAt: old })?.platformAt).toEqual(old);
  });

  test('is the one before, where the newest is on its way as usual', () => {
    const fresh = { ...stuck, platformAt: at('11:59:00'), operatorAt: at('11:59:01') };
    expect(found(fresh)).toBeUndefined();
    expect(found(fresh, stuck)).toEqual(troubled);
  });

  test.each([
    ['all is well', [aMessage()]],
    ['there is none', []],
    ['its operator is not known', [{ ...stuck, operator: undefined }]],
    ['when it was sent is not known', [{ ...stuck, platformAt: undefined }]],
    ['its word is not known', [aMessage({ status: 'other', statusWord: 'skipped' })]],
  ])('is none where %s', (_, messages) => {
    expect(found(...messages)).toBeUndefined();
  });
});

test.each([
  ['10:00:00', '09:30', '10:30'],
  ['10:07:29', '09:30', '10:30'],
  ['10:07:31', '09:45', '10:45'],
  ['10:14:59', '09:45', '10:45'],
])('the hour around %s is from %s to %s', (time, start, end) => {
  expect(hourAround({ ...troubled, platformAt: at(time) })).toEqual({
    start: at(`${start}:00`),
    end: at(`${end}:00`),
  });
});
