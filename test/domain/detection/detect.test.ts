import { describe, expect, test } from 'vitest';
import type { Baseline } from '../../../src/domain/detection/baseline.ts';
import type { Counts } from '../../../src/domain/detection/counts.ts';
import { detect, observationsOf } from '../../../src/domain/detection/detect.ts';
import type { FindingKind } from '../../../src/domain/detection/findings.ts';
import type { Detection } from '../../../src/domain/detection/judge.ts';
import type { IncidentVerdict } from '../../../src/domain/detection/verdict.ts';
import { OTHER_NAME } from '../../../src/domain/figures/figures.ts';
import { checkOf, detectionOf, unreachableAt, usualWith, wellCounts } from '../../support/incidents.ts';
import { at } from '../../support/messages.ts';

const CASES: readonly (readonly [
  what: string,
  counts: Counts,
  verdict: IncidentVerdict,
  kinds: readonly FindingKind[],
  owner: Detection['owner'],
])[] = [
  ['an hour as ever', wellCounts(900), 'normal', [], undefined],
  [
    'a fifth of it waiting',
    wellCounts(900, { waiting: { of: 300, hits: 90 } }),
    'degraded',
    ['waiting'],
    'operator',
  ],
  [
    'the first minutes of an outage, with little traffic',
    wellCounts(75, { waiting: { of: 25, hits: 16 } }),
    'degraded',
    ['waiting'],
    'operator',
  ],
  [
    'an outage',
    wellCounts(900, { waiting: { of: 300, hits: 290 }, late: { of: 600, hits: 400 } }),
    'down',
    ['waiting', 'late'],
    'operator',
  ],
  [
    'a link that is down',
    wellCounts(900, { waiting: { of: 300, hits: 290 }, slowHandOver: { of: 900, hits: 890 } }),
    'down',
    ['slow_hand_over', 'waiting'],
    'platform',
  ],
  [
    'a hand-over that takes half a minute longer',
    wellCounts(900, { slowHandOver: { of: 900, hits: 630, missing: 20 } }),
    'degraded',
    ['slow_hand_over'],
    'platform',
  ],
  [
    'everything failing',
    wellCounts(900, { late: { of: 900, hits: 890, failed: 890 }, failed: { of: 3600, hits: 900 } }),
    'down',
    ['failures'],
    undefined,
  ],
  [
    'five points more failures',
    wellCounts(900, { failed: { of: 3600, hits: 250 } }),
    'degraded',
    ['failures'],
    undefined,
  ],
  [
    'failures that doubled, as they do',
    wellCounts(900, { failed: { of: 3600, hits: 144 } }),
    'normal',
    [],
    undefined,
  ],
  [
    'a clock that is off',
    wellCounts(900, { clockOff: { of: 900, hits: 900 } }),
    'clock_off',
    ['clock_off'],
    undefined,
  ],
  ['nothing handed in', wellCounts(0), 'silent', ['silence'], undefined],
  ['two of two', wellCounts(60, { waiting: { of: 2, hits: 2 } }), 'normal', [], undefined],
  ['nine of nine', wellCounts(60, { late: { of: 9, hits: 9 } }), 'normal', [], undefined],
  ['ten of ten', wellCounts(60, { late: { of: 10, hits: 10 } }), 'down', ['late'], 'operator'],
  ['a quiet quarter', wellCounts(49), 'too_little_traffic', [], undefined],
  ['just enough', wellCounts(50), 'normal', [], undefined],
  ['ten times the traffic', wellCounts(9000), 'normal', [], undefined],
];

describe('judge', () => {
  test.each(CASES)('gives the right verdict for %s', (_, counts, verdict, kinds, owner) => {
    const detection = detectionOf(counts);
    expect(detection.verdict).toBe(verdict);
    expect(detection.findings.map(({ kind }) => kind)).toEqual(kinds);
    expect(detection.owner).toBe(owner);
  });

  test('returns the observed share together with the usual one', () => {
    const counts = wellCounts(900, { waiting: { of: 300, hits: 150 } });
    const [finding] = detectionOf(counts).findings;
    expect(finding).toEqual({
      kind: 'waiting',
      share: 0.5,
      of: 300,
      usual: 0.06,
      basis: 'observed',
      isOfMost: false,
    });
    expect(detectionOf(counts)).toMatchObject({
      usual: { waiting: { of: 300, hits: 18 } },
      baseline: { weeks: 4, basis: 'observed' },
    });
  });

  test('is milder with a reconstructed baseline, and compares no failures with it', () => {
    const usual = usualWith({ basis: 'reconstructed' });
    expect(detectionOf(wellCounts(900, { waiting: { of: 300, hits: 76 } }), usual).verdict).toBe('normal');
    expect(detectionOf(wellCounts(900, { waiting: { of: 300, hits: 76 } })).verdict).toBe('degraded');
    expect(detectionOf(wellCounts(900, { failed: { of: 3600, hits: 1800 } }), usual).verdict).toBe('normal');
  });

  test('depends on the number of reconstructed weeks in the baseline', () => {
    const usual = (reconstructedWeeks: number) =>
      usualWith({ reconstructedWeeks, basis: reconstructedWeeks > 0 ? 'reconstructed' : 'observed' });
    const counts = wellCounts(900, { waiting: { of: 300, hits: 76 } });
    expect([0, 1, 3, 4].map((weeks) => detectionOf(counts, usual(weeks)).verdict)).toEqual([
      'degraded',
      'degraded',
      'normal',
      'normal',
    ]);
  });

  test.each([
    ['failed', 500, 'degraded', true, undefined],
    ['was late', 60, 'degraded', false, 'operator'],
  ] as const)(
    'distinguishes failures from delays without a usual failure rate: what is late %s',
    (_, failed, verdict, isFailing, owner) => {
      const usual = usualWith({ basis: 'reconstructed' });
      const counts = wellCounts(900, { late: { of: 900, hits: 400, failed: Math.min(failed, 360) } });
      expect(detectionOf(counts, usual)).toMatchObject({ verdict, isFailing, owner });
    },
  );

  test.each([
    // 9 points more than usual are one or two of 25 messages: chance is enough.
    [75, 0.15, true],
    [75, 0.4, false],
    [30, 0.4, undefined],
    [9000, 0.15, false],
    [9000, 0.1, true],
  ])('of %i messages in a quarter hour, a share of %d waits: isWell is %s', (recent, share, isWell) => {
    const counts = wellCounts(recent, { waiting: { of: recent / 3, hits: (recent / 3) * share } });
    expect(detectionOf(counts)).toMatchObject(
      isWell === undefined ? { verdict: 'too_little_traffic' } : { isWell },
    );
  });

  test('is not well with far fewer messages than usual, even if all are delivered', () => {
    const usual = usualWith({ counts: wellCounts(12_000), lowestRecent: 3000 });
    expect(detectionOf(wellCounts(55), usual)).toMatchObject({ verdict: 'silent', isWell: false });
    expect(detectionOf(wellCounts(100), usual)).toMatchObject({ verdict: 'normal', isWell: false });
    expect(detectionOf(wellCounts(160), usual)).toMatchObject({ verdict: 'normal', isWell: true });
  });

  test.each([
    ['low', 'normal'],
    ['normal', 'degraded'],
    ['high', 'degraded'],
  ] as const)('with %s sensitivity, 85 of 300 waiting messages are %s', (sensitivity, verdict) => {
    const counts = wellCounts(900, { waiting: { of: 300, hits: 85 } });
    expect(detectionOf(counts, usualWith(), { sensitivity }).verdict).toBe(verdict);
  });

  test('judges an operator without receipts by its hand-over, failures and silence', () => {
    const none = (recent: number, changes: Partial<Counts> = {}) =>
      wellCounts(recent, {
        waiting: { of: recent / 3, hits: recent / 3 },
        late: { of: recent, hits: recent },
        ...changes,
      });
    const usual = usualWith({ counts: none(3600) });
    expect(detectionOf(none(900), usual)).toMatchObject({ verdict: 'normal', sendsReceipts: false });
    const unhanded = (missing: number) =>
      detectionOf(none(900, { slowHandOver: { of: 900, hits: 700, missing } }), usual);
    expect(unhanded(600)).toMatchObject({ verdict: 'down', owner: 'platform' });
    expect(unhanded(300)).toMatchObject({ verdict: 'degraded', owner: 'platform' });
    expect(detectionOf(none(0), usual).verdict).toBe('silent');
    expect(detectionOf(wellCounts(900)).sendsReceipts).toBe(true);
  });

  test.each<[string, Baseline | undefined]>([
    ['no usual hour', undefined],
    ['one that was silent once', usualWith({ lowestRecent: 49 })],
    ['one known of a single week', usualWith({ weeks: 1 })],
  ])('finds no silence with %s', (_, baseline) => {
    const detections = checkOf([['Entel', wellCounts(0), baseline]]).detections;
    expect(detections.map(({ verdict }) => verdict)).toEqual(['too_little_traffic', 'too_little_traffic']);
  });

  test('reports an operator without any message as silent', () => {
    const check = detect(
      { readAt: at('12:00:00'), counts: [], baselines: [{ operator: 'Entel', baseline: usualWith() }] },
      { at: at('12:00:00'), platform: { login: true, report: true } },
    );
    expect(check.detections.map(({ verdict }) => verdict)).toEqual(['silent', 'silent']);
  });

  test('detects an outage of all operators when each one has too little traffic', () => {
    const bad = wellCounts(45, { waiting: { of: 15, hits: 13 } });
    const usual = usualWith();
    const check = checkOf([
      ['Entel', bad, usual],
      ['WOM', bad, usual],
    ]);
    expect(check.detections.map(({ verdict }) => verdict)).toEqual([
      'down',
      'too_little_traffic',
      'too_little_traffic',
    ]);
    expect(check.verdict).toBe('down');
  });

  test('does not report all operators as worse after a burst at a poor operator', () => {
    const poor = (recent: number) => wellCounts(recent, { late: { of: recent, hits: recent * 0.4 } });
    const check = checkOf([
      ['Entel', wellCounts(900), usualWith()],
      ['VTR', poor(9000), usualWith({ counts: poor(3600) })],
    ]);
    expect(check.verdict).toBe('normal');
  });

  test('judges no operator when the platform cannot be read', () => {
    const check = unreachableAt(at('12:00:00'));
    expect(check).toMatchObject({ verdict: 'platform_unreachable', readAt: undefined, detections: [] });
    expect(observationsOf(check)).toEqual([]);
  });

  test('returns the observations for later weeks, marked when they are in an incident', () => {
    const bad = wellCounts(900, { waiting: { of: 300, hits: 290 } });
    const check = checkOf([
      ['Entel', bad, usualWith()],
      [undefined, wellCounts(60), usualWith()],
    ]);
    expect(observationsOf(check)).toMatchObject([
      { operator: 'Entel', counts: bad, basis: 'observed', inIncident: true },
      { operator: undefined, inIncident: false },
    ]);
  });

  test('judges undistinguished operators only as part of all, and stores their observation', () => {
    const bad = wellCounts(900, { waiting: { of: 300, hits: 290 } });
    const check = checkOf([
      ['Entel', wellCounts(60), usualWith()],
      [OTHER_NAME, bad, usualWith()],
    ]);
    expect(check.detections.map(({ subject }) => subject)).toEqual([
      { of: 'all' },
      { of: 'operator', operator: 'Entel' },
    ]);
    expect(check.detections[0]).toMatchObject({ verdict: 'down', counts: { recent: 960 } });
    expect(check.otherCounts).toEqual(bad);
    expect(observationsOf(check)).toMatchObject([
      { operator: 'Entel', inIncident: false },
      { operator: OTHER_NAME, counts: bad, inIncident: true },
    ]);
  });
});

describe('the owner of a delay, compared with other operators', () => {
  const notHandedOver = wellCounts(900, {
    slowHandOver: { of: 900, hits: 900, missing: 900 },
    waiting: { of: 300, hits: 300 },
  });
  const waiting = wellCounts(900, { waiting: { of: 300, hits: 280 } });
  const well = wellCounts(900);
  const few = wellCounts(40);
  const fewNotHandedOver = wellCounts(40, { slowHandOver: { of: 40, hits: 40, missing: 40 } });
  const fewWaiting = wellCounts(40, { waiting: { of: 13, hits: 13 } });
  /** Neither certainly worse nor well. */
  const straying = wellCounts(900, { waiting: { of: 60, hits: 11 } });
  const withoutReceipts = usualWith({ counts: wellCounts(3600, { waiting: { of: 1200, hits: 1200 } }) });

  test.each([
    ['one takes nothing, another does', [notHandedOver, well], ['link', 'link', undefined]],
    [
      'one takes nothing, of another there is nothing to tell by',
      [notHandedOver, wellCounts(6)],
      ['platform', 'platform', undefined],
    ],
    [
      'one takes nothing, another does, of too few for a verdict',
      [notHandedOver, few],
      ['link', 'link', undefined],
    ],
    [
      'so do others, of too few for a verdict',
      [notHandedOver, fewNotHandedOver, well],
      ['platform', 'platform', undefined, undefined],
    ],
    [
      'several take nothing',
      [notHandedOver, notHandedOver, well],
      ['platform', 'platform', 'platform', undefined],
    ],
    ['one has them', [waiting, well], ['operator', 'operator', undefined]],
    ['all have them', [waiting, waiting], ['shared', 'shared', 'shared']],
    [
      'of all that can be told of',
      [waiting, waiting, wellCounts(6)],
      ['shared', 'shared', 'shared', undefined],
    ],
    [
      'and others do not, of too few for a verdict',
      [waiting, waiting, few],
      ['operator', 'operator', 'operator', undefined],
    ],
    ['and others do, of too few for a verdict', [waiting, fewWaiting], ['shared', 'shared', undefined]],
    ['and none is well', [waiting, waiting, straying], ['shared', 'shared', 'shared', undefined]],
    [
      'several have them, and one is well',
      [waiting, waiting, well],
      ['operator', 'operator', 'operator', undefined],
    ],
  ])('%s', (_, operators, owners) => {
    const names = ['Entel', 'Movistar', 'Claro'];
    const check = checkOf(operators.map((counts, at) => [names[at], counts, usualWith()]));
    expect(check.detections.map(({ owner }) => owner)).toEqual(owners);
  });

  test('does not depend on an operator without receipts', () => {
    const check = checkOf([
      ['Entel', waiting, usualWith()],
      ['Movistar', waiting, usualWith()],
      ['Ruta Andina', waiting, withoutReceipts],
    ]);
    expect(check.detections.map(({ owner }) => owner)).toEqual(['shared', 'shared', 'shared', undefined]);
  });
});

test('a baseline of too few messages gives no normal verdict', () => {
  const rare = usualWith({ counts: wellCounts(12), lowestRecent: 3 });
  expect(detectionOf(wellCounts(60), rare)).toMatchObject({ verdict: 'too_little_traffic', isWell: false });
  expect(detectionOf(wellCounts(60), usualWith({ lowestRecent: 3 })).verdict).toBe('normal');
});
