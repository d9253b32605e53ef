import { WEEK_MS } from '../../runtime/durations.ts';
import { CHECKED_EVERY_MS } from './check-pace.ts';
import { type Accumulated, FALSE_ALARMS_PER_YEAR, marginOf, type Sensitivity } from './findings.ts';
import { baselineShareOf, type Look, type Looks } from './look.ts';

/** Page's CUSUM of log-likelihood ratios, message by message. It is zero without trouble. */
interface Cusum {
  readonly sum: number;
  /** Start of the current rise above zero, and the messages since then. */
  readonly sinceMs: number;
  readonly of: number;
  readonly hits: number;
  readonly usualHits: number;
}

export type Cusums = Readonly<Partial<Record<TestName, Cusum>>>;
export type TestName = keyof typeof TESTS;
export type TestedKind = 'waiting' | 'slow_hand_over' | 'failures' | 'silence';

export interface Circumstances {
  readonly sensitivity: Sensitivity;
  /** Reconstructed part of the usual weeks, from 0 to 1. */
  readonly rebuilt: number;
}

interface Test {
  readonly kind: TestedKind;
  readonly ratio: (look: Look, circumstances: Circumstances) => number;
}

/** The alternative: this part of the good messages turns bad, with this part of the margin as usual. */
const A_THIRD = { bad: 1 / 3, margin: 1 };
const MOST = { bad: 0.95, margin: 0.5 };
/** Where this share is usually bad, more says nothing. */
const MOSTLY_BAD = 0.6;
/** Up to the first part of the limit a failing share is usual, from the second on it is not. */
const FAILURES_AS_EVER = 0.75;
const FAILURES_RISEN = 1.6;
/** A low night has a fifth of the poorest usual week; in silence a stray message may come. */
const LOW_TRAFFIC = 0.2;
const STRAY_TRAFFIC = 0.01;

const TESTS = {
  some_wait: { kind: 'waiting', ratio: beyondMargin('waiting', A_THIRD) },
  most_wait: { kind: 'waiting', ratio: beyondMargin('waiting', MOST) },
  some_kept: { kind: 'slow_hand_over', ratio: beyondMargin('slow_hand_over', A_THIRD) },
  most_kept: { kind: 'slow_hand_over', ratio: beyondMargin('slow_hand_over', MOST) },
  more_fail: { kind: 'failures', ratio: riseOfFailures },
  most_fail: { kind: 'failures', ratio: beyondMargin('failures', MOST) },
  silence: {
    kind: 'silence',
    ratio: ({ hits, of }) =>
      hits * Math.log(STRAY_TRAFFIC / LOW_TRAFFIC) + (LOW_TRAFFIC - STRAY_TRAFFIC) * of,
  },
} as const satisfies Record<string, Test>;

export const TEST_NAMES = Object.keys(TESTS) as TestName[];
const LOOKS_A_YEAR = (365 * WEEK_MS) / (7 * CHECKED_EVERY_MS);
/** Limit above the threshold, so that odds of fifty to one for a good state end any incident. */
const HEADROOM = Math.log(50);
/** Messages of one check share a cause, so one check adds at most this part of the threshold. */
const MOST_OF_A_LOOK = 0.5;

/** By Lorden's bound: one false alarm in e^threshold checks of each test. */
export function thresholdOf(sensitivity: Sensitivity): number {
  return Math.log((LOOKS_A_YEAR * TEST_NAMES.length) / FALSE_ALARMS_PER_YEAR[sensitivity]);
}

/** `sinceMs`: when the oldest new message was sent. */
export function addUp(
  before: Cusums,
  looks: Looks,
  circumstances: Circumstances,
  sinceMs: (kind: TestedKind) => number,
): Cusums {
  const threshold = thresholdOf(circumstances.sensitivity);
  const after: Partial<Record<TestName, Cusum>> = {};
  for (const name of TEST_NAMES) {
    const test: Test = TESTS[name];
    const look = looks[test.kind];
    const was = before[name];
    const ratio = look && look.of > 0 ? test.ratio(look, circumstances) : 0;
    const sum = Math.min(threshold + HEADROOM, (was?.sum ?? 0) + Math.min(ratio, threshold * MOST_OF_A_LOOK));
    if (sum <= 0) continue;
    after[name] = {
      sum,
      sinceMs: was?.sinceMs ?? sinceMs(test.kind),
      of: (was?.of ?? 0) + (look?.of ?? 0),
      hits: (was?.hits ?? 0) + (look?.hits ?? 0),
      usualHits: (was?.usualHits ?? 0) + (look?.usualHits ?? 0),
    };
  }
  return after;
}

/** Evidence above the threshold by kind, the strongest of each. */
export function sureOf(cusums: Cusums, sensitivity: Sensitivity): ReadonlyMap<TestedKind, Accumulated> {
  const sure = new Map<TestedKind, Accumulated>();
  for (const name of TEST_NAMES) {
    const cusum = cusums[name];
    if (!cusum || cusum.sum < thresholdOf(sensitivity)) continue;
    const { sum, ...come } = cusum;
    const perYear = LOOKS_A_YEAR * TEST_NAMES.length * Math.exp(-sum);
    const { kind } = TESTS[name];
    if (perYear < (sure.get(kind)?.perYear ?? Number.POSITIVE_INFINITY)) sure.set(kind, { ...come, perYear });
  }
  return sure;
}

function beyondMargin(
  kind: Exclude<TestedKind, 'silence'>,
  { bad, margin }: { readonly bad: number; readonly margin: number },
): Test['ratio'] {
  return (look, { sensitivity, rebuilt }) => {
    const usual = baselineShareOf(look);
    const asEver = usual + margin * marginOf(kind, usual, rebuilt, sensitivity);
    return asEver > MOSTLY_BAD ? 0 : logRatio(look, asEver, asEver + bad * (1 - asEver));
  };
}

function riseOfFailures(look: Look, { sensitivity, rebuilt }: Circumstances): number {
  const usual = baselineShareOf(look);
  const limit = usual + marginOf('failures', usual, rebuilt, sensitivity);
  return limit > MOSTLY_BAD ? 0 : logRatio(look, FAILURES_AS_EVER * limit, FAILURES_RISEN * limit);
}

/** Log-likelihood ratio of a share `bad` against `good`. */
function logRatio({ of, hits }: Look, good: number, bad: number): number {
  return hits * Math.log(bad / good) + (of - hits) * Math.log((1 - bad) / (1 - good));
}
