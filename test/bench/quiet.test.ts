import { expect, test } from 'vitest';
import { quietDays } from '../../bench/incidents/quiet.ts';

test('lists the stated and the counted false alarms of each sensitivity, with the interval', () => {
  expect(quietDays(1, 1).split('\n').slice(2)).toEqual([
    '| low | 0.05 | 0 | 0.00 | 0.00–224.41 |',
    '| normal | 0.2 | 0 | 0.00 | 0.00–224.41 |',
    '| high | 12 | 0 | 0.00 | 0.00–224.41 |',
  ]);
});
