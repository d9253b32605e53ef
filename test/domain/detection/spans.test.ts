import { describe, expect, test } from 'vitest';
import {
  addAffected,
  countedSince,
  countSpan,
  createCountQuarters,
  type SpanInput,
} from '../../../src/domain/detection/affected.ts';
import type { Counts } from '../../../src/domain/detection/counts.ts';
import type { Check } from '../../../src/domain/detection/detect.ts';
import type { IncidentEvidence, IncidentSpan } from '../../../src/domain/detection/incident.ts';
import { summarizeSpans } from '../../../src/domain/detection/incident-evidence.ts';
import { endSpan, updateSpan } from '../../../src/domain/detection/spans.ts';
import { figuresOf, some } from '../../support/figures.ts';
import { checkOf, unreachableAt, usualWith, wellCounts } from '../../support/incidents.ts';
import { at } from '../../support/messages.ts';

const subject = { of: 'operator', operator: 'Entel' } as const;
const beganAt = at('12:00:00');
const quarter = (time: string, count: number, failed = 0) => ({
  start: at(time),
  count,
  failed,
  missing: 0,
  mostMissing: 0,
});
/** Counts this many affected messages in the incident's first quarter hour. */
const counting = (count: number) => () => [quarter('11:45:00', count)];

/** A check that finds `hits` of 900 messages late. */
function lateAt(time: string, hits: number, recent = 900): Check {
  const counts = wellCounts(recent, { late: { of: recent, hits } });
  return checkOf([['Entel', counts, usualWith({ lowestRecent: 20 })]], { at: at(time) });
}

const noSpan: IncidentSpan = { subject, verdict: 'down', from: beganAt };

/** The span of the operator after another check. */
function spanAfter(span: IncidentSpan, check: Check, changes: Partial<SpanInput> = {}): IncidentSpan {
  const input = { check, count: counting(7), ...changes };
  return countSpan(updateSpan(span, input), input, [span]);
}

const spanOf = (...checks: readonly Check[]) =>
  checks.reduce((before, check) => spanAfter(before, check), noSpan);

/** Evidence of the incident that consists of this span. */
function knownOf(...checks: readonly Check[]): IncidentEvidence | undefined {
  let span = noSpan;
  return checks.reduce<IncidentEvidence | undefined>((before, check) => {
    span = spanAfter(span, check);
    return summarizeSpans(before, [span], check);
  }, undefined);
}

/** A check with only the evidence accumulated since noon: `hits` of `of` messages wait. */
function addedUpAt(time: string, hits: number, of: number): Check {
  const check = lateAt(time, 1, 30);
  const evidence = { sinceMs: beganAt.getTime(), hits, of, usualHits: 0, perYear: 0.1 };
  const finding = { kind: 'waiting', share: hits / of, of, usual: 0, basis: 'observed', evidence } as const;
  return {
    ...check,
    detections: check.detections.map((one) => ({
      ...one,
      verdict: hits > 0 ? 'down' : 'normal',
      findings: hits > 0 ? [{ ...finding, isOfMost: true }] : [],
      isWell: hits === 0,
    })),
  };
}

describe('a span', () => {
  test('ends at the last bad check when messages are few', () => {
    const bad = [addedUpAt('12:05:00', 6, 6), addedUpAt('12:10:00', 9, 9)];
    const good = [addedUpAt('12:15:00', 9, 11), addedUpAt('12:20:00', 9, 13)];
    const span = spanOf(...bad, ...good, addedUpAt('12:25:00', 0, 2));
    expect(span.latest?.lastFound).toEqual({ waiting: at('12:10:00') });
    expect(span.latest).toMatchObject({ overSince: at('12:10:00'), wellSince: at('12:25:00') });
    expect(endSpan(span, at('12:30:00')).to).toEqual(at('12:10:00'));
  });

  test('keeps its findings, with the start of the gap, while checks cannot judge', () => {
    const seen = spanOf(lateAt('12:00:00', 800));
    const few = lateAt('12:10:00', 1, 30);
    expect(few.detections[1]?.verdict).toBe('too_little_traffic');
    const other = checkOf([['Claro', wellCounts(900), usualWith()]], { at: at('12:05:00') });
    for (const blind of [
      [unreachableAt(at('12:05:00')), few],
      [lateAt('12:05:00', 1, 30), few],
      [other, few],
    ]) {
      const span = spanOf(lateAt('12:00:00', 800), ...blind);
      expect(span.latest).toMatchObject({
        findings: seen.latest?.findings,
        unseenSince: at('12:05:00'),
      });
      expect(span.affected).toMatchObject({ count: 7 });
    }
    const failing = { since: at('12:02:00'), because: 'busy', until: at('12:11:00') } as const;
    const refused = spanAfter(seen, unreachableAt(at('12:10:00')), { failing });
    expect(refused.latest).toMatchObject({ unseenSince: at('12:02:00') });
  });

  test('counts its messages again when receipts come later, and none after its end', () => {
    const bad = spanAfter(noSpan, lateAt('12:00:00', 800), { count: counting(90) });
    const count = () => [quarter('11:45:00', 96), quarter('12:15:00', 500)];
    const over = spanAfter(bad, lateAt('12:05:00', 20), { count });
    expect(over.affected).toMatchObject({ count: 96, quarters: [quarter('11:45:00', 96)] });
    const ended = endSpan(over, at('12:10:00'));
    const later = countSpan(
      ended,
      { check: lateAt('12:20:00', 20), count: () => [quarter('11:45:00', 9)] },
      [],
    );
    expect(later.affected?.count).toBe(9);
    expect(countSpan(ended, { check: lateAt('13:20:00', 20), count }, [])).toEqual(ended);
  });

  test('does not count the quarter hour of an earlier span of the same operator', () => {
    const from: Date[] = [];
    const count = (_: unknown, since: Date) => {
      from.push(since);
      return [];
    };
    const earlier = { ...noSpan, to: at('12:16:00') };
    const next = { ...noSpan, from: at('12:20:00') };
    countSpan(next, { check: lateAt('12:40:00', 800), count }, [earlier, next]);
    countSpan(next, { check: lateAt('12:40:00', 800), count }, [next]);
    expect(from).toEqual([at('12:30:00'), at('12:00:00')]);
  });

  test('dates its end by the finding with the shortest window', () => {
    const found = (time: string, changes: Partial<Counts>) =>
      checkOf([['Entel', wellCounts(900, changes), usualWith()]], { at: at(time) });
    const [waiting, late] = [{ waiting: { of: 300, hits: 280 } }, { late: { of: 900, hits: 500 } }];
    const over = (...checks: readonly Check[]) => spanOf(...checks).latest?.overSince;
    const outage = [found('12:15:00', { ...waiting, ...late }), found('12:20:00', { ...waiting, ...late })];
    const [lingering, next] = [found('12:25:00', late), found('12:35:00', late)];
    const well = lateAt('12:40:00', 20);
    expect(over(...outage)).toBeUndefined();
    expect(over(...outage, lingering, lateAt('12:30:00', 20), well)).toEqual(at('12:20:00'));
    // This quarter hour started after the last check with waiting messages.
    expect(over(...outage, lingering, next, well)).toEqual(at('12:35:00'));
    expect(over(...outage, lingering, well, found('12:45:00', waiting))).toBeUndefined();
    expect(over(...outage, unreachableAt(at('12:25:00')), well)).toEqual(at('12:40:00'));
  });
});

describe('the evidence of an incident', () => {
  test('has the findings of the last check and of the worst check', () => {
    const known = knownOf(lateAt('12:00:00', 500), lateAt('12:05:00', 800), lateAt('12:10:00', 300));
    expect(known?.readAt).toEqual(at('12:10:00'));
    expect(known?.worst?.readAt).toEqual(at('12:05:00'));
    expect(known?.worst?.findings[0]).toMatchObject({ kind: 'late', share: 800 / 900 });
  });

  test('lists operators without receipts once a check can tell', () => {
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
    expect(knownOf(lateWith('12:00:00', 900), lateWith('12:05:00', 90))?.withoutReceipts).toEqual([null]);
  });

  test('dates since when all checks in a row are good', () => {
    const well = (...checks: readonly Check[]) => knownOf(...checks)?.wellSince;
    const [bad, first, second] = [lateAt('12:00:00', 800), lateAt('12:05:00', 20), lateAt('12:10:00', 20)];
    expect(well(bad)).toBeUndefined();
    expect(well(bad, first, second)).toEqual(at('12:05:00'));
    expect(well(bad, first, unreachableAt(at('12:07:00')), second)).toEqual(at('12:05:00'));
    expect(well(bad, first, lateAt('12:07:00', 800), second)).toEqual(at('12:10:00'));
  });
});

const now = at('20:00:00');
/** Usually 8 in 100 messages of Entel are late. Claro sends no receipts, and 2 in 100 fail. */
const silent = usualWith({ counts: wellCounts(3_600, { waiting: { of: 1_200, hits: 1_200 } }) });
const check = checkOf(
  [
    ['Entel', wellCounts(900), usualWith()],
    ['Claro', wellCounts(900), silent],
    [undefined, wellCounts(900), undefined],
  ],
  { at: now },
);
const entel = { of: 'operator', operator: 'Entel' } as const;
const all = { of: 'all' } as const;
const late = (count: number) =>
  figuresOf([...some(100 - count, { after: 9 }), ...some(count, { after: 200 })]);

/** Counts three quarter hours. In the third, Entel is well again and better than usual. */
function counted(subject: IncidentSpan['subject'], apart: readonly (string | undefined)[] = []) {
  const byStart = new Map([40, 28, 0].map((count, at) => [`19:${15 * (at + 1)}:00`, late(count)]));
  const claro = figuresOf([...some(90, { word: 'sent' }), ...some(10, { word: 'failed' })]);
  const storedFigures = {
    between(start: Date) {
      const figures = byStart.get(start.toISOString().slice(11, 19));
      if (!figures) return [];
      return [
        { operator: 'Entel', figures },
        { operator: 'Claro', figures: claro },
        { operator: undefined, figures: figuresOf(some(5, { after: 200 })) },
      ];
    },
  };
  return createCountQuarters(check, storedFigures.between)(subject, at('19:20:00'), apart);
}
const counts = (list: ReturnType<typeof counted>) => list.map(({ count }) => Math.round(count));

describe('affected messages', () => {
  test('are those beyond the usual share in each quarter hour, or less than none', () => {
    expect(counted(entel)[0]?.start).toEqual(at('19:15:00'));
    expect(counts(counted(entel))).toEqual([30, 18, -10]);
  });

  test('are the failed ones at an operator without receipts', () => {
    expect(counts(counted({ of: 'operator', operator: 'Claro' }))).toEqual([8, 8, 8]);
  });

  test('add up over all operators, without those that count apart', () => {
    expect(counts(counted(all))).toEqual([43, 31, 3]);
    expect(counts(counted(all, ['Entel']))).toEqual([13, 13, 13]);
    expect(counts(counted(all, ['Entel', undefined]))).toEqual([8, 8, 8]);
  });

  test('add up to the latest count of each quarter hour', () => {
    const first = addAffected(
      undefined,
      [quarter('18:00:00', 20, 2), quarter('19:45:00', 10)],
      at('19:50:00'),
    );
    const none = { missing: 0, mostMissing: 0 };
    expect(first).toEqual({ ...none, count: 30, failed: 2, quarters: [quarter('19:45:00', 10)] });
    const second = addAffected(first, [quarter('19:45:00', 26, 6), quarter('20:00:00', 4)], at('20:05:00'));
    expect(second).toMatchObject({ count: 50, failed: 8 });
    const third = addAffected(second, [quarter('19:45:00', 5, 5)], at('20:10:00'));
    const quarters = [quarter('19:45:00', 5, 5), quarter('20:00:00', 4)];
    expect(third).toEqual({ ...none, count: 29, failed: 7, quarters });
    expect(addAffected(third, [], at('23:00:00'))).toEqual({ ...none, count: 29, failed: 7, quarters: [] });
  });

  test('stay missing after the silence, although a good check counts the same quarter hour again', () => {
    const silent = { ...quarter('19:30:00', 0), missing: 100, mostMissing: 140 };
    const first = addAffected(undefined, [silent], at('19:45:00'));
    const second = addAffected(first, [quarter('19:30:00', 2), quarter('19:45:00', 0)], at('19:50:00'));
    expect(second).toMatchObject({ count: 2, missing: 100, mostMissing: 140 });
  });

  test('are missing during silence: at least and at most, after what is usual', () => {
    const usual = usualWith({ lowestRecent: 100, usualRecent: { low: 90, high: 130 } });
    const check = checkOf([['Entel', wellCounts(0), usual]], { at: at('19:45:00') });
    const found = createCountQuarters(check, () => [])(subject, at('19:20:00'), []);
    expect(found.map(({ missing, mostMissing }) => [missing, mostMissing])).toEqual([
      [90, 130],
      [90, 130],
    ]);
  });

  test('are counted for one day at most when the incident is older', () => {
    const longAgo = new Date(now.getTime() - 72 * 3_600_000);
    expect(countedSince(longAgo, now)).toEqual(new Date(now.getTime() - 24 * 3_600_000));
    expect(countedSince(at('19:20:00'), now)).toEqual(at('19:00:00'));
  });
});
