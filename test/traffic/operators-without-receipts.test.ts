import { expect, test } from 'vitest';
import { operatorsWithoutReceipts } from '../../src/traffic/operators-without-receipts.ts';
import type { StoredFigures } from '../../src/traffic/types.ts';
import { trafficOf } from '../support/report-figures.ts';

const now = new Date('2026-11-18T12:00:00Z');
const options = { now, receiptHours: 72, zone: 'UTC' };

/** A store of some days, with a number of messages for each of two operators. */
function createStore(days: Readonly<Record<string, number>>) {
  const asked: string[] = [];
  const stored = async ({ start }: { readonly start: Date }): Promise<StoredFigures | undefined> => {
    const day = start.toISOString().slice(0, 10);
    asked.push(day);
    const count = days[day];
    if (count === undefined) return undefined;
    const from = `${day}T08:00:00Z`;
    const batches = [
      { from, count, operator: 'Andina', word: 'sent', legs: [4] },
      { from, count, operator: 'Entel' },
    ] as const;
    return { ...trafficOf([...batches], now), readAt: now };
  };
  return { stored, asked };
}

test('an operator without receipts on a complete day sends none', async () => {
  const { stored } = createStore({ '2026-11-11': 60 });
  const found = await operatorsWithoutReceipts(['Andina', 'Entel', 'WOM'], stored, options);
  expect([...found]).toEqual(['Andina']);
});

test('skips a day with too few messages, and uses the next stored one', async () => {
  const { stored, asked } = createStore({ '2026-11-11': 20, '2026-11-04': 60 });
  expect([...(await operatorsWithoutReceipts(['Andina'], stored, options))]).toEqual(['Andina']);
  expect(asked).toEqual(['2026-11-11', '2026-11-14', '2026-11-13', '2026-11-04']);
});

test('skips days that may still get receipts, and returns none without stored days', async () => {
  const { stored, asked } = createStore({ '2026-11-14': 60 });
  expect(await operatorsWithoutReceipts(['Andina'], stored, { ...options, receiptHours: 120 })).toEqual(
    new Set(),
  );
  expect(asked).toEqual(['2026-11-11', '2026-11-04']);
});
