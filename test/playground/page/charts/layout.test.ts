import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CartesianChart } from '../../../../src/playground/page/charts/chart-data.ts';
import { cut, everyNth, spread, textWidth } from '../../../../src/playground/page/charts/labels.ts';
import { layoutOf, TEXT_PX } from '../../../../src/playground/page/charts/layout.ts';

describe('names of categories', () => {
  it('are all shown where they fit, else each nth', () => {
    expect(everyNth([30, 30, 30], 40, 8)).toBe(1);
    expect(everyNth([30, 30, 30, 30], 20, 8)).toBe(2);
    expect(everyNth([300, 300], 20, 8)).toBe(2);
    expect(everyNth([300], 20, 8)).toBe(1);
  });

  it('are cut with an ellipsis', () => {
    expect(cut('Entel', 100, 12)).toBe('Entel');
    expect(cut('Virgin Mobile', 50, 12)).toMatch(/^Virg.*…$/);
    expect(textWidth(cut('Virgin Mobile', 50, 12), 12)).toBeLessThanOrEqual(50);
  });
});

describe('labels side by side', () => {
  it('stay where they are wanted while that can be', () => {
    expect(spread([10, 50, 90], 15, { from: 0, to: 100 })).toEqual([10, 50, 90]);
  });

  it('keep apart, within the bounds, in their order', () => {
    const wanted = fc.array(fc.integer({ min: 0, max: 180 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(wanted, (places) => {
        const placed = spread(places, 15, { from: 0, to: 180 });
        const sorted = placed.toSorted((a, b) => a - b);
        for (const [at, place] of sorted.entries()) {
          expect(place).toBeGreaterThanOrEqual(-1e-9);
          expect(place).toBeLessThanOrEqual(180 + 1e-9);
          if (at > 0) expect(place - (sorted[at - 1] ?? 0)).toBeGreaterThanOrEqual(15 - 1e-9);
        }
        for (const [a, left] of places.entries()) {
          for (const [b, right] of places.entries()) {
            if (left < right) expect(placed[a]).toBeLessThan(placed[b] ?? 0);
          }
        }
      }),
    );
  });

  it('stand evenly where they do not fit', () => {
    expect(spread([50, 50, 50], 40, { from: 0, to: 40 })).toEqual([0, 20, 40]);
  });
});

describe('a laid out chart', () => {
  const word = fc.string({ minLength: 1, maxLength: 20 });
  const chart = fc
    .record({
      kind: fc.constantFrom('line', 'bar', 'area'),
      categories: fc.uniqueArray(word, { minLength: 1, maxLength: 20 }),
      names: fc.uniqueArray(word, { minLength: 1, maxLength: 6 }),
      value: fc.integer({ min: 0, max: 2_000_000 }),
    })
    .map(
      ({ kind, categories, names, value }): CartesianChart => ({
        kind,
        title: 'A chart',
        categories,
        series: names.map((name, at) => ({
          name,
          values: categories.map((_, place) => (value * (at + place)) % 997),
        })),
        xLabel: '',
        yLabel: '',
      }),
    );

  it('has no text on another, and none over the edge, at any width', () => {
    fc.assert(
      fc.property(chart, fc.integer({ min: 240, max: 700 }), (drawn, widthPx) => {
        const layout = layoutOf(drawn, widthPx, 'en-US');
        let end = -1;
        for (const { x, text, isSlanted } of layout.labels) {
          if (isSlanted) continue;
          const half = textWidth(text, TEXT_PX) / 2;
          expect(x - half).toBeGreaterThan(end);
          end = x + half;
        }
        expect(end).toBeLessThanOrEqual(widthPx + 1e-6);
        const names = layout.names.map(({ y }) => y).toSorted((a, b) => a - b);
        for (const [at, y] of names.entries()) {
          if (at > 0) expect(y - (names[at - 1] ?? 0)).toBeGreaterThanOrEqual(TEXT_PX);
        }
        for (const { values } of drawn.series) {
          for (const value of values) {
            expect(layout.y(value ?? 0)).toBeGreaterThanOrEqual(layout.top - 1e-6);
            expect(layout.y(value ?? 0)).toBeLessThanOrEqual(layout.bottom + 1e-6);
          }
        }
      }),
    );
  });
});
