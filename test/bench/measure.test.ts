import { expect, test } from 'vitest';
import { atLeast, atMost, differences, ratios, seconds, times, withRange } from '../../bench/measure.ts';

test('the ratio is the median of the ratios of all pairs, not a ratio of medians', () => {
  const ours = [1, 20, 3];
  const peer = [1, 10, 6];
  expect(ratios(ours, peer)).toEqual([1, 2, 0.5]);
  expect(withRange(ratios(ours, peer), times)).toBe('1× (0.5×–2×)');
  expect(differences(ours, peer)).toEqual([0, 10, -3]);
});

test('omitted measurements have no pair', () => {
  expect(ratios([2, 4, 6], [1, 2])).toEqual([2, 2]);
  expect(ratios([2], [])).toEqual([]);
});

test('a figure is a median with its range', () => {
  expect(withRange([2_000, 1_000, 4_000], seconds)).toBe('2.00 s (1.00 s–4.00 s)');
  expect(withRange([2_000], seconds)).toBe('2.00 s');
  expect(withRange([], seconds)).toBe('–');
});

test('a target is met by the median, and never without measurements', () => {
  expect(atMost('it', [1, 2, 9], 2)).toMatchObject({ wanted: '≤ 2×', measured: '2× (1×–9×)', isMet: true });
  expect(atMost('it', [1, 2.1, 2.2], 2).isMet).toBe(false);
  expect(atLeast('it', [0.59], 0.6)).toMatchObject({ wanted: '≥ 0.6×', isMet: false });
  for (const target of [atMost('it', [], 2), atLeast('it', [], 2)]) expect(target.isMet).toBe(false);
});
