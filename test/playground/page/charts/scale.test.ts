import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linear, niceAxis } from '../../../../src/playground/page/charts/scale.ts';

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
    expect(niceAxis(values, { about }).ticks).toEqual(ticks);
  });

  it('begins near close values which are far from zero, where that is allowed', () => {
    expect(niceAxis([88, 98], { about: 4, mayCut: true }).least).toBe(85);
    expect(niceAxis([88, 98], { about: 4 }).least).toBe(0);
    expect(niceAxis([20, 98], { about: 4, mayCut: true }).least).toBe(0);
    expect(niceAxis([98, 98], { about: 4, mayCut: true }).least).toBe(0);
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
        const { least, most, ticks } = niceAxis(some, { about, mayCut });
        // Less than could be seen.
        const slack = (most - least) * 1e-8;
        expect(least).toBeLessThanOrEqual(Math.min(...some) + slack);
        expect(most).toBeGreaterThanOrEqual(Math.max(...some) - slack);
        expect(ticks.length).toBeLessThanOrEqual(about + 3);
        expect(ticks[0]).toBe(least);
        expect(ticks.at(-1)).toBe(most);
        expect(new Set(ticks).size).toBe(ticks.length);
        if (some.every(Number.isInteger)) expect(ticks.every(Number.isInteger)).toBe(true);
      }),
    );
  });

  it('is mapped to pixels, upside down too', () => {
    const y = linear({ least: 0, most: 10, ticks: [] }, 200, 0);
    expect([y(0), y(5), y(10)]).toEqual([200, 100, 0]);
  });
});
