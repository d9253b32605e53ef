import { describe, expect, test } from 'vitest';
import { countAffected, evidenceOf, isSameSubject } from '../../../src/domain/detection/evidence.ts';
import { figuresOf, some } from '../../support/figures.ts';
import { checkOf, unreachableAt, usualWith, wellCounts } from '../../support/incidents.ts';
import { at } from '../../support/messages.ts';

describe('evidence', () => {
  test('contains the findings of one operator, or of all with the affected operators', () => {
    const stuck = { ...wellCounts(900), waiting: { of: 300, hits: 290 } };
    const check = checkOf([
      ['Entel', stuck, usualWith()],
      [undefined, stuck, usualWith()],
      ['Claro', wellCounts(900), usualWith()],
    ]);
    const ofOne = evidenceOf(check, { of: 'operator', operator: 'Entel' });
    expect(ofOne).toMatchObject({ readAt: check.readAt, owner: 'operator', operators: [] });
    expect(ofOne.findings.map(({ kind }) => kind)).toEqual(['waiting']);
    expect(evidenceOf(check, { of: 'all' }).operators).toEqual(['Entel', null]);
    expect(evidenceOf(check, { of: 'operator', operator: 'VTR' }).findings).toEqual([]);
  });

  test('of an unreachable platform contains the requests that failed', () => {
    const evidence = evidenceOf(unreachableAt(at('12:00:00')), { of: 'platform' });
    expect(evidence).toMatchObject({ findings: [], platform: { login: true, report: false } });
    expect(evidence.readAt).toBeUndefined();
  });

  test('distinguishes subjects, also the unknown route', () => {
    expect(
      isSameSubject({ of: 'operator', operator: undefined }, { of: 'operator', operator: undefined }),
    ).toBe(true);
    expect(
      isSameSubject({ of: 'operator', operator: 'Entel' }, { of: 'operator', operator: undefined }),
    ).toBe(false);
    expect(isSameSubject({ of: 'all' }, { of: 'platform' })).toBe(false);
  });
});

describe('affected messages', () => {
  const affected = (messages: Parameters<typeof figuresOf>[0], sendsReceipts = true) =>
    countAffected([{ operator: 'Entel', figures: figuresOf(messages) }], sendsReceipts);

  test('are late if they arrive late or wait for 2 minutes, or else failed', () => {
    const late = (count: number) => ({ late: count, failed: 0 });
    expect(affected(some(10, { after: 9 }))).toEqual(late(0));
    expect(affected(some(10, { after: 120 }))).toEqual(late(0));
    expect(affected(some(10, { after: 121 }))).toEqual(late(10));
    expect(affected(some(4, { word: 'expired', after: 30 }))).toEqual({ late: 0, failed: 4 });
    expect(affected(some(3, { word: 'sent', age: 119 }))).toEqual(late(0));
    expect(affected(some(3, { word: 'sent', age: 120 }))).toEqual(late(3));
    expect(
      affected([...some(5, { after: 500 }), ...some(2, { word: 'failed' }), ...some(90, { after: 5 })]),
    ).toEqual({ late: 5, failed: 2 });
  });

  test('of an operator without receipts are those that failed', () => {
    const messages = [...some(50, { word: 'sent' }), ...some(2, { word: 'failed' })];
    expect(affected(messages, false)).toEqual({ late: 0, failed: 2 });
  });

  test('do not include messages delivered by a wrong clock', () => {
    expect(affected(some(10, { after: -3_600 }))).toEqual({ late: 0, failed: 0 });
  });
});
