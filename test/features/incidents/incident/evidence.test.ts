import { describe, expect, test } from 'vitest';
import type { Counts } from '../../../../src/domain/incidents/counts.ts';
import type { Check } from '../../../../src/domain/incidents/detect.ts';
import { evidenceOf } from '../../../../src/domain/incidents/evidence.ts';
import { updateEvidence } from '../../../../src/features/incidents/incident/evidence.ts';
import type { IncidentEvidence } from '../../../../src/store/incidents/incident.ts';
import { checkOf, unreachableAt, usualWith, wellCounts } from '../../../support/incidents.ts';
import { at } from '../../../support/messages.ts';

const whose = { of: 'operator', operator: 'Entel' } as const;
const beganAt = at('12:00:00');
/** What the messages of the newest quarter hour come to. */
const counting = (count: number) => (_: unknown, from: Date) => [{ start: from, count }];

/** A check at which so many of 900 messages were late. */
function lateAt(time: string, hits: number, recent = 900): Check {
  const counts = wellCounts(recent, { late: { of: recent, hits } });
  return checkOf([['Entel', counts, usualWith({ leastRecent: 20 })]], { at: at(time) });
}

function knownOf(...checks: readonly Check[]): IncidentEvidence | undefined {
  return checks.reduce<IncidentEvidence | undefined>(
    (before, check) =>
      updateEvidence(before, { check, whose, beganAt, now: evidenceOf(check, whose), count: counting(7) }),
    undefined,
  );
}

describe('what is known of an incident', () => {
  test('is what the last check found, and the worst that any did', () => {
    const known = knownOf(lateAt('12:00:00', 500), lateAt('12:05:00', 800), lateAt('12:10:00', 300));
    expect(known?.readAt).toEqual(at('12:10:00'));
    expect(known?.worst?.readAt).toEqual(at('12:05:00'));
    expect(known?.worst?.findings[0]).toMatchObject({ kind: 'late', share: 800 / 900 });
  });

  test('stays, with since when, while checks cannot tell, of whatever kind they are', () => {
    const seen = knownOf(lateAt('12:00:00', 800));
    const few = lateAt('12:10:00', 1, 30);
    expect(few.detections[1]?.verdict).toBe('too_little_traffic');
    for (const blind of [
      [unreachableAt(at('12:05:00')), few],
      [lateAt('12:05:00', 1, 30), few],
    ]) {
      const known = knownOf(lateAt('12:00:00', 800), ...blind);
      expect(known).toMatchObject({
        findings: seen?.findings,
        unseenSince: at('12:05:00'),
        affected: { count: 7 },
      });
    }
    const failing = { since: at('12:02:00'), because: 'busy', until: at('12:11:00') } as const;
    const check = unreachableAt(at('12:10:00'));
    const refused = updateEvidence(seen, { check, whose, beganAt, now: evidenceOf(check, whose), failing });
    expect(refused).toMatchObject({ findings: seen?.findings, unseenSince: at('12:02:00') });
    const other = checkOf([['Claro', wellCounts(900), usualWith()]], { at: at('12:05:00') });
    expect(knownOf(lateAt('12:00:00', 800), other)?.unseenSince).toEqual(at('12:05:00'));
  });

  test('of one that was kept without its worst begins with what it has', () => {
    const { worst, ...old } = knownOf(lateAt('12:00:00', 800)) ?? {};
    expect(worst).toBeDefined();
    const check = lateAt('12:05:00', 20);
    const now = evidenceOf(check, whose);
    const before = { findings: [], operators: [], platform: { login: true, report: true }, ...old };
    const known = updateEvidence(before, { check, whose, beganAt, now });
    expect(known).toMatchObject({ findings: [], worst: { readAt: at('12:00:00') }, affected: { count: 7 } });
  });

  test('of the platform is why it was not asked, as long as it is not', () => {
    const check = unreachableAt(at('12:00:00'));
    const platform = { of: 'platform' } as const;
    const seen = (one: Check) => ({
      check: one,
      whose: platform,
      beganAt,
      now: evidenceOf(one, platform),
      failing: { since: at('11:55:00'), because: 'busy', until: at('12:01:00') } as const,
    });
    const refused = updateEvidence(undefined, seen(check));
    expect(refused.refusal).toBe('busy');
    expect(updateEvidence(refused, seen(lateAt('12:05:00', 20)))).not.toHaveProperty('refusal');
    const asked = { ...seen(check), failing: undefined, failure: 'wrong_credentials' } as const;
    const known = updateEvidence(refused, asked);
    expect(known.failure).toBe('wrong_credentials');
    expect(known).not.toHaveProperty('refusal');
    expect(updateEvidence(known, seen(lateAt('12:05:00', 20)))).not.toHaveProperty('failure');
  });

  test('counts messages while something is unusual, and up to the end of that', () => {
    const counted = (before: IncidentEvidence | undefined, check: Check, count: number) =>
      updateEvidence(before, {
        check,
        whose,
        beganAt,
        now: evidenceOf(check, whose),
        count: counting(count),
      });
    const bad = counted(undefined, lateAt('12:00:00', 800), 90);
    const over = counted(bad, lateAt('12:05:00', 20), 96);
    expect(over.affected?.count).toBe(96);
    const well = counted(over, lateAt('12:20:00', 20), 500);
    expect(well.affected?.count).toBe(96);
    const worse = counted(well, lateAt('12:25:00', 800), 4);
    expect(worse.affected?.count).toBe(100);
  });

  test('is which operators send no receipts, once a check could tell', () => {
    const none = (recent: number) => wellCounts(recent, { waiting: { of: recent / 3, hits: recent / 3 } });
    const lateWith = (time: string, usual: number) =>
      checkOf(
        [
          ['Entel', wellCounts(900, { late: { of: 900, hits: 800 } }), usualWith()],
          [undefined, none(90), usualWith({ counts: none(usual) })],
        ],
        { at: at(time) },
      );
    expect(knownOf(lateWith('12:00:00', 90))).not.toHaveProperty('withoutReceipts');
    const known = knownOf(lateWith('12:00:00', 900), lateWith('12:05:00', 90));
    expect(known?.withoutReceipts).toEqual([null]);
  });

  test('tells when trouble was last seen, by what looks back for the least time', () => {
    const found = (time: string, changes: Partial<Counts>) =>
      checkOf([['Entel', wellCounts(900, changes), usualWith()]], { at: at(time) });
    const [waiting, late] = [{ waiting: { of: 300, hits: 280 } }, { late: { of: 900, hits: 500 } }];
    const over = (...checks: readonly Check[]) => knownOf(...checks)?.overSince;
    const outage = [found('12:15:00', { ...waiting, ...late }), found('12:20:00', { ...waiting, ...late })];
    const [lingering, next, well] = [
      found('12:25:00', late),
      found('12:35:00', late),
      lateAt('12:40:00', 20),
    ];
    expect(over(...outage)).toBeUndefined();
    expect(over(...outage, lingering, lateAt('12:30:00', 20), well)).toEqual(at('12:20:00'));
    // Of a quarter of an hour that began after that.
    expect(over(...outage, lingering, next, well)).toEqual(at('12:35:00'));
    expect(over(...outage, lingering, well, found('12:45:00', waiting))).toBeUndefined();
    expect(over(...outage, unreachableAt(at('12:25:00')), well)).toEqual(at('12:40:00'));
  });

  test('tells since when all is well, in a row', () => {
    const well = (...checks: readonly Check[]) => knownOf(...checks)?.wellSince;
    const [bad, first, second] = [lateAt('12:00:00', 800), lateAt('12:05:00', 20), lateAt('12:10:00', 20)];
    expect(well(bad)).toBeUndefined();
    expect(well(bad, first, second)).toEqual(at('12:05:00'));
    expect(well(bad, first, unreachableAt(at('12:07:00')), second)).toEqual(at('12:05:00'));
    expect(well(bad, first, lateAt('12:07:00', 800), second)).toEqual(at('12:10:00'));
  });
});
