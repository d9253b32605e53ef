import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addCounts, type Counts } from '../../../src/domain/detection/counts.ts';
import { severityOf } from '../../../src/domain/detection/verdict.ts';
import { checkOf, detectionOf, usualWith } from '../../support/incidents.ts';

const name = fc.constantFrom('waiting', 'late', 'slowHandOver', 'failed', 'clockOff' as const);
const part = fc
  .tuple(fc.integer({ min: 0, max: 2000 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([of, share]) => ({ of, hits: Math.floor(of * share) }));
const anyCounts: fc.Arbitrary<Counts> = fc
  .record({
    recent: fc.integer({ min: 0, max: 2000 }),
    waiting: part,
    late: part,
    slowHandOver: part,
    failed: part,
    clockOff: part,
  })
  .map((counts) => addCounts([counts]));

describe('judge', () => {
  test('gives no better verdict for worse counts', () => {
    fc.assert(
      fc.property(
        anyCounts,
        anyCounts,
        name,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (now, usual, name, worse) => {
          const baseline = usualWith({ counts: usual });
          const { of, hits } = now[name];
          const before = detectionOf(now, baseline);
          const after = detectionOf({ ...now, [name]: { of, hits: hits + worse * (of - hits) } }, baseline);
          expect(severityOf(after.verdict)).toBeGreaterThanOrEqual(severityOf(before.verdict));
          expect(after.findings.length).toBeGreaterThanOrEqual(before.findings.length);
          if (!before.isWell) expect(after.isWell).toBe(false);
        },
      ),
    );
  });

  test('is never well with a finding', () => {
    fc.assert(
      fc.property(anyCounts, anyCounts, fc.integer({ min: 0, max: 100_000 }), (now, usual, lowestRecent) => {
        const detection = detectionOf(now, usualWith({ counts: usual, lowestRecent }));
        if (detection.findings.length > 0) expect(detection.isWell).toBe(false);
      }),
    );
  });

  test('does not depend on the order of operators', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyCounts, anyCounts), { maxLength: 5 }), (pairs) => {
        const operators = pairs.map(
          ([now, usual], index) => [`operator ${index}`, now, usualWith({ counts: usual })] as const,
        );
        const [all, ...each] = checkOf(operators).detections;
        const [otherAll, ...others] = checkOf(operators.toReversed()).detections;
        expect(others.toReversed()).toEqual(each);
        expect(otherAll?.verdict).toBe(all?.verdict);
      }),
    );
  });

  test('gives all operators the verdict of the only operator', () => {
    fc.assert(
      fc.property(anyCounts, anyCounts, (now, usual) => {
        const [all, own] = checkOf([['Entel', now, usualWith({ counts: usual })]]).detections;
        expect({ ...all, subject: undefined, sendsReceipts: undefined }).toEqual({
          ...own,
          subject: undefined,
          sendsReceipts: undefined,
        });
      }),
    );
  });
});
