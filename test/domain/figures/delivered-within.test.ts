import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deliveryCurve, shareAt, shareWithin } from '../../../src/domain/figures/delivered-within.ts';
import { type FigureFate, figuresOf, some } from '../../support/figures.ts';

const seconds = fc.integer({ min: 0, max: 30 });
const delivered = seconds.map((after): FigureFate => ({ after }));
const failed = seconds.map((after): FigureFate => ({ word: 'expired', after }));
const endedUnseen = fc.constantFrom<FigureFate>({ word: 'rejected' }, {}, { word: 'raro' });
const pending = seconds.map((age): FigureFate => ({ word: 'enroute', age }));

const fates = (...kinds: fc.Arbitrary<FigureFate>[]) =>
  fc.array(fc.oneof(...kinds), { minLength: 1, maxLength: 40 });
const figuresOfFates = (all: readonly FigureFate[]) => figuresOf(all.flatMap((fate) => some(1, fate)));
const curveOf = (all: readonly FigureFate[]) => deliveryCurve(figuresOfFates(all));
const isTimed = ({ word, after }: FigureFate) => word === undefined && after !== undefined;

describe('deliveryCurve', () => {
  test('equals delivered within t ÷ submitted when nothing is censored', () => {
    fc.assert(
      fc.property(fates(delivered, failed, endedUnseen), seconds, (all, t) => {
        const curve = curveOf(all);
        if (!all.some(isTimed)) {
          expect(curve?.seconds).toEqual(all.some(({ word }) => word === undefined) ? undefined : []);
          return;
        }
        const within = all.filter((fate) => isTimed(fate) && (fate.after ?? 0) <= t).length;
        expect(curve && shareAt(curve, t)).toBe(within / all.length);
        expect(curve?.lastSecond).toBeUndefined();
      }),
    );
  });

  test('equals the textbook formula of the Aalen–Johansen estimator', () => {
    fc.assert(
      fc.property(fates(delivered, failed, endedUnseen, pending), seconds, (all, t) => {
        const curve = curveOf(all);
        const share = curve && shareAt(curve, t);
        if (share !== undefined) expect(share).toBeCloseTo(textbook(all, t), 10);
      }),
    );
  });

  test('up to a given second equals the whole curve until then', () => {
    fc.assert(
      fc.property(fates(delivered, failed, endedUnseen, pending), seconds, seconds, (all, t, until) => {
        const whole = curveOf(all);
        const part = deliveryCurve(figuresOfFates(all), until);
        expect(part === undefined).toBe(whole === undefined);
        if (!whole || !part) return;
        expect(shareAt(part, t)).toBe(t > until ? undefined : shareAt(whole, t));
        const within = shareWithin(figuresOfFates(all), [until]);
        expect(within.map(({ share }) => share)).toEqual([shareAt(whole, until)]);
      }),
    );
  });

  test('never decreases, and stays within 0 and 1', () => {
    fc.assert(
      fc.property(fates(delivered, failed, endedUnseen, pending), (all) => {
        const { shares = [] } = curveOf(all) ?? {};
        expect(shares).toEqual(shares.toSorted((a, b) => a - b));
        expect(shares.every((share) => share > 0 && share <= 1)).toBe(true);
      }),
    );
  });

  test('shows no fast delivery during an outage', () => {
    const outage = [...some(10, { after: 4 }), ...some(90, { word: 'enroute', age: 600 })];
    const curve = deliveryCurve(figuresOf(outage));
    expect(curve && shareAt(curve, 60)).toBe(0.1);
    expect(curve?.shares.at(-1)).toBeLessThan(0.5);
    expect(curve?.lastSecond).toBe(600);
    expect(curve && shareAt(curve, 601)).toBeUndefined();
  });

  test('is not distorted by young pending messages', () => {
    const young = [...some(80, { after: 10 }), ...some(20, { word: 'expired', after: 30 })];
    const curve = deliveryCurve(figuresOf([...young, ...some(50, { word: 'accepted', age: 5 })]));
    expect(curve && shareAt(curve, 9)).toBe(0);
    expect(curve && shareAt(curve, 10)).toBeCloseTo(0.8, 12);
    expect(curve?.shares.at(-1)).toBeLessThan(0.9);
  });

  test('contains the share of deliveries without a time', () => {
    const curve = deliveryCurve(
      figuresOf([...some(6, { after: 5 }), ...some(3, {}), ...some(1, { word: 'raro' })]),
    );
    expect(curve).toEqual({ seconds: [5], shares: [0.6], lastSecond: undefined, untimedShare: 0.3 });
  });

  test('is undefined without messages or without a timed delivery', () => {
    expect(deliveryCurve(figuresOf([]))).toBeUndefined();
    expect(deliveryCurve(figuresOf(some(5, {})))).toBeUndefined();
  });
});

describe('shareWithin', () => {
  test('returns the shares at the usual times, and the share of messages observed that long', () => {
    const figures = figuresOf([
      ...some(4, { after: 5 }),
      ...some(3, { after: 12 }),
      ...some(1, { word: 'failed', after: 2 }),
      ...some(2, { word: 'enroute', age: 30 }),
    ]);
    expect(shareWithin(figures)).toEqual([
      { seconds: 5, share: 0.4, followed: 1 },
      { seconds: 10, share: 0.4, followed: 1 },
      { seconds: 30, share: 0.7, followed: 1 },
      { seconds: 60, share: undefined, followed: 0.8 },
    ]);
  });

  test('is undefined without messages', () => {
    expect(shareWithin(figuresOf([]), [5])).toEqual([{ seconds: 5, share: undefined, followed: 0 }]);
  });
});

/** F(t) = Σ S(u−) · d(u) ÷ n(u), second by second; untimed messages stay at risk throughout. */
function textbook(all: readonly FigureFate[], t: number): number {
  const endOf = ({ word, after, age }: FigureFate) =>
    (word === 'enroute' ? age : after) ?? Number.POSITIVE_INFINITY;
  let surviving = 1;
  let share = 0;
  for (let u = 0; u <= t; u++) {
    const atRisk = all.filter((fate) => endOf(fate) >= u).length;
    const ending = all.filter((fate) => endOf(fate) === u && fate.word !== 'enroute');
    if (atRisk === 0) continue;
    share += (surviving * ending.filter(isTimed).length) / atRisk;
    surviving *= 1 - ending.length / atRisk;
  }
  return share;
}
