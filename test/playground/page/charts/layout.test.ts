import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChartData } from '../../../../tools/playground/page/charts/chart-data.ts';
import {
  cut,
  everyNth,
  layoutOf,
  spread,
  TEXT_PX,
  textWidth,
  valueAxis,
} from '../../../../tools/playground/page/charts/layout.ts';

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
      kind: fc.constantFrom('line', 'bar'),
      categories: fc.uniqueArray(word, { minLength: 1, maxLength: 20 }),
      names: fc.uniqueArray(word, { minLength: 1, maxLength: 6 }),
      value: fc.integer({ min: 0, max: 2_000_000 }),
    })
    .map(
      ({ kind, categories, names, value }): ChartData => ({
        kind,
        title: 'A chart',
        categories,
        series: names.map((name, at) => ({
          name,
          values: categories.map((_, place) => (value * (at + place)) % 997),
        })),
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

describe('an axis', () => {
  it.each([
    [[0, 7], 4, [0, 2, 4, 6, 8]],
    [[3, 31_240], 4, [0, 10_000, 20_000, 30_000, 40_000]],
    [[0, 0], 4, [0, 1]],
    [[], 4, [0, 1]],
    [[1, 2], 4, [0, 1, 2]],
    [[0.1, 0.3], 3, [0, 0.1, 0.2, 0.3]],
    [[-5, 5], 2, [-5, 0, 5]],
  ])('of %j with about %i marks has the marks %j', (values, about, ticks) => {
    expect(valueAxis(values, { about }).ticks).toEqual(ticks);
  });

  it('begins near close values which are far from zero, where that is allowed', () => {
    expect(valueAxis([88, 98], { about: 4, mayCut: true }).ticks[0]).toBe(88);
    expect(valueAxis([88, 98], { about: 4 }).ticks[0]).toBe(0);
    expect(valueAxis([20, 98], { about: 4, mayCut: true }).ticks[0]).toBe(0);
    expect(valueAxis([98, 98], { about: 4, mayCut: true }).ticks[0]).toBe(0);
  });

  it('holds every value, with few marks which rise evenly, whole ones for whole values', () => {
    const values = fc.array(
      fc.oneof(
        fc.integer({ min: -1e6, max: 1e9 }),
        fc.integer({ min: -1e5, max: 1e9 }).map((thousandths) => thousandths / 1000),
      ),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(values, fc.integer({ min: 2, max: 6 }), fc.boolean(), (some, about, mayCut) => {
        const { scale, ticks } = valueAxis(some, { about, mayCut });
        const [least = 0, most = 0] = scale.domain();
        // Less than could be seen.
        const slack = (most - least) * 1e-8;
        expect(least).toBeLessThanOrEqual(Math.min(...some) + slack);
        expect(most).toBeGreaterThanOrEqual(Math.max(...some) - slack);
        // Steps are 1, 2 or 5 of a power of ten, and both ends are rounded outwards.
        expect(ticks.length).toBeLessThanOrEqual(about * Math.sqrt(2.5) + 3);
        expect(ticks[0]).toBe(least);
        expect(ticks.at(-1)).toBe(most);
        expect(new Set(ticks).size).toBe(ticks.length);
        if (some.every(Number.isInteger)) expect(ticks.every(Number.isInteger)).toBe(true);
      }),
    );
  });
});
