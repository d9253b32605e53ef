import type { Baseline } from '../../src/domain/detection/baseline.ts';
import type { Counts } from '../../src/domain/detection/counts.ts';
import type { Finding } from '../../src/domain/detection/findings.ts';
import type { Detection } from '../../src/domain/detection/judge.ts';
import { type CheckViewOptions, checkTranslations } from '../../src/features/check/locales/index.ts';
import type {
  CheckedSubject,
  CheckModel,
  LastHours,
  OperatorDetails,
  ShownIncident,
} from '../../src/features/check/model.ts';
import type { Language } from '../../src/i18n/index.ts';
import { createFormatter } from '../../src/slack/blocks/format.ts';
import { checkOf, countsWith, usualWith, wellCounts } from './incidents.ts';

export const now = new Date('2026-11-18T15:04:00Z');
export const readAt = new Date('2026-11-18T15:02:00Z');
export const languages: Language[] = ['en', 'es'];
export const hostileName =
  '<!channel> <@U1> `code` *bold* \u202Eevil\u202C +56 9 8765 4321 =HYPERLINK("x")\nline';

const nothingKnown = { weeks: 0, basis: undefined, hasFailures: true, isReading: false, unread: 0 } as const;

export type OperatorRow = readonly [
  operator: string | undefined,
  counts: Counts,
  baseline: Baseline | undefined,
];

export const well: OperatorRow = ['Movistar', wellCounts(900), usualWith()];
const few: OperatorRow = ['VTR', wellCounts(30), usualWith({ counts: wellCounts(120), lowestRecent: 30 })];
export const down: OperatorRow = [
  'Entel',
  wellCounts(900, { waiting: { of: 300, hits: 280 }, late: { of: 600, hits: 570 } }),
  usualWith(),
];
const unhanded: OperatorRow = [
  'Entel',
  wellCounts(900, { slowHandOver: { of: 900, hits: 400 }, waiting: { of: 300, hits: 120 } }),
  usualWith(),
];
const degraded: OperatorRow = ['WOM', wellCounts(900, { waiting: { of: 300, hits: 90 } }), usualWith()];
const failing: OperatorRow = ['Claro', wellCounts(900, { failed: { of: 3_600, hits: 700 } }), usualWith()];
const silent: OperatorRow = ['Entel', countsWith({ recent: 3 }), usualWith()];
const clockOff: OperatorRow = ['Entel', wellCounts(900, { clockOff: { of: 800, hits: 500 } }), usualWith()];
/** Above the baseline, but too few messages to be significant. */
const straying: OperatorRow = [
  'Claro',
  wellCounts(60, { late: { of: 29, hits: 7 } }),
  usualWith({ lowestRecent: 60 }),
];
/** Enough messages now, but not in the baseline. */
const newHere: OperatorRow = ['WOM', wellCounts(60), usualWith({ counts: wellCounts(12), lowestRecent: 3 })];
/** Not significant alone; three times as many are. */
const almostBad = wellCounts(900, { waiting: { of: 60, hits: 16 } });
const withoutReceipts: OperatorRow = [
  'Ruta Andina',
  wellCounts(200, { waiting: { of: 60, hits: 60 }, late: { of: 200, hits: 200 } }),
  usualWith({
    counts: wellCounts(800, { waiting: { of: 270, hits: 268 }, late: { of: 800, hits: 800 } }),
    lowestRecent: 200,
  }),
];
/** Operators with too few messages each, but enough together. */
const manyFew = ['VTR', 'Tigo', 'Virgin', 'GTD', 'Simple', 'Mundo', 'Telsur', 'Netline'].map(
  (name): OperatorRow => [name, wellCounts(45), usualWith({ counts: wellCounts(180), lowestRecent: 45 })],
);
const notCompared: OperatorRow = ['Entel', wellCounts(900), undefined];

export const ana = { id: 'U1', name: 'ana' };
export const shownIncident: ShownIncident = {
  id: 'incident-1',
  extent: { of: 'operators', operators: ['Entel'] },
  beganAt: new Date('2026-11-18T14:48:00Z'),
  sensitivity: 'normal',
  verdict: 'degraded',
  isFailing: false,
  owner: 'operator',
  operators: ['Entel'],
  isRecovering: false,
  acknowledged: undefined,
  snoozed: undefined,
  resolved: undefined,
  channel: 'C1',
};

const points = Array.from({ length: 20 }, (_, index) => ({
  start: new Date(Date.parse('2026-11-18T10:15:00Z') + index * 900_000),
  now: index < 17 ? 0.93 : 0.4,
  usual: 0.94,
}));

const span = (start: string, end: string) => ({
  start: new Date(`2026-11-18T${start}:00Z`),
  end: new Date(`2026-11-18T${end}:00Z`),
});

/** Undefined if half of the messages are not handed over. */
function timeOf({ findings }: Detection): CheckedSubject['toOperator'] {
  const isSlow = findings.some(({ kind }) => kind === 'slow_hand_over');
  return { now: { seconds: isSlow ? undefined : 4 }, usual: { seconds: 3 } };
}

function lastHoursWith(changes: Partial<LastHours> = {}): LastHours {
  return { since: new Date('2026-11-18T12:00:00Z'), delivered: 118, of: 120, usual: 0.99, ...changes };
}

/** At night, with too little traffic to judge: one operator has delivered nothing for half an hour. */
function atNight(): CheckModel {
  const model = modelOf(
    [
      ['VTR', wellCounts(2), usualWith({ counts: wellCounts(8), lowestRecent: 2 })],
      ['Entel', wellCounts(9), usualWith({ counts: wellCounts(36), lowestRecent: 9 })],
      ['Ruta Andina', wellCounts(3), usualWith({ counts: wellCounts(12), lowestRecent: 3 })],
      ['WOM', countsWith({}), usualWith({ counts: wellCounts(4), lowestRecent: 1 })],
    ],
    { chart: undefined },
  );
  const [vtr, entel, andina, wom] = model.operators;
  if (!model.all || !vtr || !entel || !andina || !wom) throw new Error('nobody was judged');
  return {
    ...model,
    all: { ...model.all, lastHours: lastHoursWith({ delivered: 41, of: 48, usual: 0.97 }) },
    operators: [
      {
        ...vtr,
        lastHours: lastHoursWith({ since: new Date('2026-11-18T14:30:00Z'), delivered: 0, of: 5, usual: 1 }),
      },
      { ...entel, lastHours: lastHoursWith({ delivered: 41, of: 43, usual: undefined }) },
      { ...andina, lastHours: lastHoursWith({ delivered: 0, of: 11 }), sendsNoReceipts: true },
      wom,
    ],
  };
}

/** The same night with enough evidence: one operator has delivered nothing since 02:10. */
function certainAtNight(kind: Finding['kind'], verdict: Detection['verdict']): CheckModel {
  const model = atNight();
  const sinceMs = Date.parse('2026-11-18T14:10:00Z');
  const [hits, of, usualHits] = kind === 'silence' ? [0, 31, 31] : [9, 9, 0.4];
  const evidence = { sinceMs, hits, of, usualHits, perYear: 0.08 };
  const finding = {
    kind,
    share: hits / of,
    of,
    usual: usualHits / of,
    basis: 'observed',
    isOfMost: true,
    evidence,
  } as const;
  const operators = model.operators.map((one, at) =>
    at > 0
      ? one
      : {
          ...one,
          detection: {
            ...one.detection,
            ...(kind === 'silence' ? { counts: countsWith({}) } : {}),
            verdict,
            findings: [finding],
            owner: kind === 'waiting' ? ('operator' as const) : undefined,
          },
          onset: { at: new Date(sinceMs), isBefore: false },
          lastHours: undefined,
        },
  );
  return { ...model, operators };
}

export function modelOf(rows: readonly OperatorRow[], changes: Partial<CheckModel> = {}): CheckModel {
  const check = checkOf(rows, { at: readAt });
  const onset = { at: new Date('2026-11-18T14:48:00Z'), isBefore: false };
  const subjects = check.detections.map((detection) => ({
    detection,
    onset: detection.findings.length > 0 ? onset : undefined,
    toOperator: detection.counts.recent >= 50 ? timeOf(detection) : undefined,
    ...(detection.verdict === 'too_little_traffic' && detection.counts.recent > 0
      ? { lastHours: lastHoursWith() }
      : {}),
  }));
  const [all, ...operators] = subjects;
  return {
    at: now,
    verdict: check.verdict,
    all,
    operators,
    about: undefined,
    chart: { kind: 'in_time', points, gaps: [] },
    reading: { readAt, tookMs: 900, isStale: false },
    baseline: { ...nothingKnown, ...check.detections[0]?.baseline },
    unreachable: undefined,
    dataQuality: undefined,
    incidents: [],
    operatorValue: (operator) => (operator === undefined ? '?' : `=${operator}`),
    ...changes,
  };
}

export function aboutThe(
  row: OperatorRow,
  profile?: Partial<NonNullable<OperatorDetails['trust']>['profile']>,
): CheckModel {
  const model = modelOf([row, well]);
  const [subject] = model.operators;
  if (!subject) throw new Error('nobody was judged');
  const part = (hits: number) => ({ of: 1_000, hits });
  const full = {
    receipts: part(985),
    instant: part(31),
    lateTail: part(12),
    clockOff: part(0),
    doubts: [],
    ...profile,
  };
  const day = new Date('2026-11-11T15:02:00Z');
  return { ...model, about: { operator: row[0], subject, trust: profile && { profile: full, day } } };
}

type UnreachableScene = NonNullable<CheckModel['unreachable']>;

function unreachableBy(
  failure: UnreachableScene['failure'],
  known: Partial<UnreachableScene> = {},
): CheckModel {
  return {
    ...modelOf([]),
    verdict: 'platform_unreachable',
    all: undefined,
    chart: undefined,
    reading: undefined,
    baseline: nothingKnown,
    unreachable: { failure, since: undefined, lastReadAt: undefined, ...known },
  };
}

const longAgo = { since: new Date('2026-11-18T14:31:00Z'), lastReadAt: new Date('2026-11-18T14:27:00Z') };
const momentAgo = { lastReadAt: new Date('2026-11-18T14:57:00Z') };

const aCircuit = { since: new Date('2026-11-18T15:01:00Z'), probeEveryMs: 15_000 };

export const scenes: Record<string, CheckModel> = {
  normal: modelOf([well, few]),
  nothing: modelOf([], { chart: undefined }),
  down: modelOf([down, well, few]),
  'hand-over': modelOf([unhanded, well]),
  'hand-over-of-several': modelOf([
    unhanded,
    ['Movistar', unhanded[1], usualWith()],
    ['WOM', wellCounts(900), usualWith()],
  ]),
  degraded: modelOf([degraded, well]),
  straying: modelOf([straying, well]),
  failing: modelOf([failing, well]),
  everybody: modelOf([
    down,
    ['Movistar', down[1], usualWith()],
    ['WOM', down[1], usualWith()],
    ['Claro', down[1], usualWith()],
  ]),
  'some-down-some-degraded': modelOf([down, degraded, well]),
  silent: modelOf([silent, well], {
    chart: { kind: 'volume', points: points.map((point) => ({ ...point, now: 3, usual: 912 })), gaps: [] },
  }),
  'clock-off': modelOf([clockOff, well]),
  'without-receipts': modelOf([withoutReceipts, well]),
  'too-few': modelOf([few], { chart: undefined }),
  night: atNight(),
  'night-down': certainAtNight('waiting', 'down'),
  'night-failing': certainAtNight('failures', 'down'),
  'night-silent': certainAtNight('silence', 'silent'),
  'few-judged': modelOf([well, ...manyFew.slice(0, 7)]),
  'none-judged': modelOf(manyFew),
  'not-compared': modelOf([notCompared]),
  'usually-too-few': modelOf([newHere, well]),
  'rate-limited': modelOf([down, well], {
    reading: { readAt: new Date('2026-11-18T14:52:00Z'), tookMs: 0, isStale: false },
    notRefreshed: { code: 'rate_limited', retryAfterMs: 5_000 },
  }),
  'just-read': modelOf([well], {
    reading: { readAt: new Date('2026-11-18T15:03:26Z'), tookMs: 900, isStale: false },
    notRefreshed: 'just_read',
  }),
  'not-compared-yet': modelOf([notCompared], { baseline: { ...nothingKnown, isReading: true } }),
  reconstructed: modelOf([['Entel', wellCounts(900), usualWith({ basis: 'reconstructed', weeks: 1 })]], {
    baseline: { weeks: 1, basis: 'reconstructed', hasFailures: false, isReading: true, unread: 0 },
  }),
  'not-read': modelOf([notCompared], { baseline: { ...nothingKnown, unread: 4 } }),
  'one-week-not-read': modelOf([['Entel', wellCounts(900), usualWith({ weeks: 3 })]], {
    baseline: { weeks: 3, basis: 'observed', hasFailures: true, isReading: false, unread: 1 },
  }),
  'all-worse-than-each': modelOf([
    ['Entel', { ...almostBad, clockOff: clockOff[1].clockOff }, usualWith()],
    ...['Movistar', 'WOM', 'Claro'].map((name): OperatorRow => [name, almostBad, usualWith()]),
  ]),
  'failing-not-compared': modelOf([
    [
      'Claro',
      wellCounts(900, { late: { of: 900, hits: 400, failed: 360 } }),
      usualWith({ basis: 'reconstructed' }),
    ],
    well,
  ]),
  unreachable: unreachableBy('unavailable', longAgo),
  'unreachable-since-a-moment': unreachableBy('timed_out', { ...momentAgo, last: modelOf([down, well]) }),
  'circuit-open': {
    ...unreachableBy('timed_out', momentAgo),
    circuits: { platform: { ...aCircuit, host: 'platform', state: 'open' }, oauth: undefined },
  },
  'circuit-half-open': {
    ...modelOf([well]),
    circuits: { platform: undefined, oauth: { ...aCircuit, host: 'oauth', state: 'half_open' } },
  },
  'wrong-credentials': unreachableBy('wrong_credentials'),
  'not-allowed': unreachableBy('not_allowed'),
  'not-readable': unreachableBy('invalid_answer', longAgo),
  'not-found': unreachableBy('not_found'),
  'incident-recovering': modelOf([well], { incidents: [{ ...shownIncident, isRecovering: true }] }),
  'incidents-of-two-sensitivities': modelOf([well], {
    incidents: [
      { ...shownIncident, sensitivity: 'low', isRecovering: true },
      { ...shownIncident, sensitivity: 'high', channel: 'C2' },
    ],
  }),
  'chart-with-gaps': modelOf([well], {
    chart: {
      kind: 'in_time',
      points: points.toSpliced(12, 3).toSpliced(4, 2).slice(0, -1),
      gaps: [
        { because: 'not_read', ...span('11:15', '11:45') },
        { because: 'too_few', ...span('13:15', '14:00') },
        { because: 'too_few', ...span('14:45', '15:00') },
      ],
    },
  }),
  doubtful: modelOf([down, well], {
    reading: { readAt: new Date('2026-11-18T14:24:00Z'), tookMs: 120_000, isStale: true },
    dataQuality: {
      announced: 12_000,
      received: 5_000,
      unreadable: 3,
      untimed: 2,
      daysMissing: true,
      isStale: true,
    },
    incidents: [
      {
        ...shownIncident,
        acknowledged: { by: ana, at: readAt },
        snoozed: { by: ana, at: readAt, until: new Date('2026-11-18T17:00:00Z') },
      },
      {
        ...shownIncident,
        extent: { of: 'everywhere' },
        resolved: { by: { id: 'U2', name: hostileName }, at: readAt },
      },
      { ...shownIncident, extent: { of: 'platform' }, snoozed: { by: ana, at: readAt } },
      shownIncident,
    ],
  }),
  'many-operators': modelOf([down, well], { hasUnlistedOperators: true }),
  hostile: modelOf([
    [hostileName, down[1], usualWith()],
    [hostileName.repeat(40), degraded[1], usualWith()],
    ['\u200b', wellCounts(900), usualWith()],
    [undefined, wellCounts(900), usualWith()],
  ]),
  thirty: modelOf(
    Array.from({ length: 30 }, (_, at) => [
      `Operator ${at} with quite a long name`,
      at < 12 ? down[1] : wellCounts(900),
      usualWith(),
    ]),
  ),
  operator: aboutThe(down, {}),
  'operator-few': aboutThe(['WOM', wellCounts(60, { waiting: { of: 3, hits: 3 } }), usualWith()], {}),
  'operator-well': aboutThe(['WOM', wellCounts(900), usualWith()], {}),
  'operator-doubted': aboutThe(degraded, {
    receipts: { of: 1_000, hits: 700 },
    instant: { of: 700, hits: 400 },
    lateTail: { of: 700, hits: 90 },
    clockOff: { of: 700, hits: 300 },
    doubts: ['few', 'instant', 'late_tail', 'clock_off'],
  }),
  'operator-too-few-that-day': aboutThe(well, { receipts: { of: 49, hits: 2 }, instant: { of: 2, hits: 2 } }),
  'operator-without-receipts': aboutThe(withoutReceipts, { doubts: ['none'] }),
  'operator-unknown': aboutThe([undefined, wellCounts(900), usualWith()]),
};

export function optionsFor(language: Language): CheckViewOptions {
  const t = checkTranslations(language);
  return { t, format: createFormatter(t, 'America/Santiago', now), senders: new Map() };
}
