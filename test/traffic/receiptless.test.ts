import { expect, test } from 'vitest';
import { receiptlessOperators } from '../../src/traffic/operators-without-receipts.ts';
import type { HeldFigures } from '../../src/traffic/types.ts';
import { trafficOf } from '../support/report-figures.ts';

const now = new Date('2026-11-18T12:00:00Z');
const settled = { now, settleHours: 72, zone: 'UTC' };

/** A store that holds these days alone, each with so many messages of two operators. */
function holding(days: Readonly<Record<string, number>>) {
  const asked: string[] = [];
  const held = async ({ start }: { readonly start: Date }): Promise<HeldFigures | undefined> => {
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
  return { held, asked };
}

test('an operator whose messages of a settled day have no receipt sends none', async () => {
  const { held } = holding({ '2026-11-11': 60 });
  const found = await receiptlessOperators(['Andina', 'Entel', 'WOM'], { held }, settled);
  expect([...found]).toEqual(['Andina']);
});

test('a day with too few messages says nothing: the next that is held does', async () => {
  const { held, asked } = holding({ '2026-11-11': 20, '2026-11-04': 60 });
  expect([...(await receiptlessOperators(['Andina'], { held }, settled))]).toEqual(['Andina']);
  expect(asked).toEqual(['2026-11-11', '2026-11-14', '2026-11-13', '2026-11-04']);
});

test('days on which receipts may still come are not asked for, and where nothing is held nothing is known', async () => {
  const { held, asked } = holding({ '2026-11-14': 60 });
  expect(await receiptlessOperators(['Andina'], { held }, { ...settled, settleHours: 120 })).toEqual(
    new Set(),
  );
  expect(asked).toEqual(['2026-11-11', '2026-11-04']);
});
