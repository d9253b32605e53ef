import { describe, expect, test } from 'vitest';
import { type ReceiptTrust, receiptTrustOf } from '../../../src/domain/figures/receipt-trust.ts';
import type { Message } from '../../../src/domain/messages/message.ts';
import { figuresOf, some } from '../../support/figures.ts';

const DAY = 86_400;
const well = some(900, { after: 9, age: 2 * DAY });
const pending = (count: number) => some(count, { word: 'sent', age: 2 * DAY });

describe('receiptTrustOf', () => {
  test.each<[what: string, messages: readonly Message[], doubts: readonly ReceiptTrust[]]>([
    ['receipts for nearly all', [...well, ...pending(100)], []],
    ['receipts for some', [...well, ...pending(200)], ['few']],
    ['hardly a receipt', [...pending(970), ...some(30, { after: 9, age: 2 * DAY })], ['none']],
    ['receipts at once', [...well, ...some(450, { after: 1, age: 2 * DAY })], ['instant']],
    ['some receipts at once', [...well, ...some(300, { after: 1, age: 2 * DAY })], []],
    ['receipts hours late', [...well, ...some(120, { after: 3601, age: 2 * DAY })], ['late_tail']],
    ['times that cannot be', [...well, ...some(60, { after: -7200, age: 2 * DAY })], ['clock_off']],
    ['failures, which are receipts too', some(900, { word: 'rejected', age: 2 * DAY }), []],
    ['too few messages to tell', pending(49), []],
    ['no message', [], []],
  ])('%s', (_, messages, doubts) => {
    expect(receiptTrustOf(figuresOf(messages)).doubts).toEqual(doubts);
  });

  test('returns the counts behind its doubts', () => {
    const messages = [
      ...some(10, { after: 1, age: 2 * DAY }),
      ...some(70, { after: 9, age: 2 * DAY }),
      ...some(15, { after: 4000, age: 2 * DAY }),
      ...some(5, { after: -60, age: 2 * DAY }),
      ...pending(20),
    ];
    expect(receiptTrustOf(figuresOf(messages))).toMatchObject({
      receipts: { of: 120, hits: 100 },
      instant: { of: 95, hits: 10 },
      lateTail: { of: 95, hits: 15 },
      clockOff: { of: 100, hits: 5 },
    });
  });
});
