import { WEEK_MS } from '../../runtime/durations.ts';
import { CHECK_INTERVAL_MS } from './check-pace.ts';
import { type AccumulatedEvidence, FALSE_ALARMS_PER_YEAR, marginOf, type Sensitivity } from './findings.ts';
import { baselineShareOf, type Sample, type Samples } from './sample.ts';

/** Page’s CUSUM (Biometrika 41, 1954): a sum of log-likelihood ratios that never falls below zero. */
interface Cusum extends Omit<AccumulatedEvidence, 'perYear'> {
  readonly sum: number;
}

export type Cusums = Readonly<Partial<Record<CusumName, Cusum>>>;
export type CusumName = keyof typeof CUSUM_TESTS;
export type TestedKind = 'waiting' | 'slow_hand_over' | 'failures' | 'silence';

export interface TestConditions {
  readonly sensitivity: Sensitivity;
  readonly reconstructedShare: number;
}

interface CusumTest {
  readonly kind: TestedKind;
  readonly ratio: (sample: Sample, conditions: TestConditions) => number;
}

/** Tests for `bad` of the good messages turning bad; `margin` multiplies the difference that is normal. */
const SOME_BAD = { bad: 1 / 3, margin: 1 };
const MOST_BAD = { bad: 0.95, margin: 0.5 };
/** Nothing is tested if the share of bad messages that counts as normal exceeds this. */
const MAX_TESTED_SHARE = 0.6;
/** Failure rates without and with a problem, as multiples of the usual rate plus its margin. */
const FAILURES_IN_CONTROL = 0.75;
const FAILURES_OUT_OF_CONTROL = 1.6;
/** Message rates without and with a silence, as parts of the rate in the quietest past week. */
const TRAFFIC_IN_CONTROL = 0.2;
const TRAFFIC_OUT_OF_CONTROL = 0.01;

const CUSUM_TESTS = {
  some_wait: { kind: 'waiting', ratio: marginRatio('waiting', SOME_BAD) },
  most_wait: { kind: 'waiting', ratio: marginRatio('waiting', MOST_BAD) },
  some_kept: { kind: 'slow_hand_over', ratio: marginRatio('slow_hand_over', SOME_BAD) },
  most_kept: { kind: 'slow_hand_over', ratio: marginRatio('slow_hand_over', MOST_BAD) },
  more_fail: { kind: 'failures', ratio: failureRatio },
  most_fail: { kind: 'failures', ratio: marginRatio('failures', MOST_BAD) },
  silence: {
    kind: 'silence',
    ratio: ({ hits, of }) =>
      hits * Math.log(TRAFFIC_OUT_OF_CONTROL / TRAFFIC_IN_CONTROL) +
      (TRAFFIC_IN_CONTROL - TRAFFIC_OUT_OF_CONTROL) * of,
  },
} as const satisfies Record<string, CusumTest>;

export const CUSUM_NAMES = Object.keys(CUSUM_TESTS) as CusumName[];
const SAMPLES_PER_YEAR = (365 * WEEK_MS) / (7 * CHECK_INTERVAL_MS);
/** Limits how far a sum exceeds its threshold, so that good messages with odds of 50 to 1 end an alarm. */
const MAX_EXCESS = Math.log(50);
/** One check adds at most this part of the threshold to a sum, because its messages may share one cause. */
const MAX_SAMPLE_PART = 0.5;

/**
 * At threshold h the mean time between false alarms of a test is at least e^h samples: Lorden, Annals of Mathematical
 * Statistics 42 (1971).
 */
export function cusumThreshold(sensitivity: Sensitivity): number {
  return Math.log((SAMPLES_PER_YEAR * CUSUM_NAMES.length) / FALSE_ALARMS_PER_YEAR[sensitivity]);
}

/** `sinceMs` returns the time of the oldest message since the last check. */
export function updateCusums(
  before: Cusums,
  samples: Samples,
  conditions: TestConditions,
  sinceMs: (kind: TestedKind) => number,
): Cusums {
  const threshold = cusumThreshold(conditions.sensitivity);
  const after: Partial<Record<CusumName, Cusum>> = {};
  for (const name of CUSUM_NAMES) {
    const test: CusumTest = CUSUM_TESTS[name];
    const sample = samples[test.kind];
    const was = before[name];
    const ratio = sample && sample.of > 0 ? test.ratio(sample, conditions) : 0;
    const sum = Math.min(
      threshold + MAX_EXCESS,
      (was?.sum ?? 0) + Math.min(ratio, threshold * MAX_SAMPLE_PART),
    );
    if (sum <= 0) continue;
    after[name] = {
      sum,
      sinceMs: was?.sinceMs ?? sinceMs(test.kind),
      of: (was?.of ?? 0) + (sample?.of ?? 0),
      hits: (was?.hits ?? 0) + (sample?.hits ?? 0),
      usualHits: (was?.usualHits ?? 0) + (sample?.usualHits ?? 0),
    };
  }
  return after;
}

export function evidenceAboveThreshold(
  cusums: Cusums,
  sensitivity: Sensitivity,
): ReadonlyMap<TestedKind, AccumulatedEvidence> {
  const strongest = new Map<TestedKind, AccumulatedEvidence>();
  for (const name of CUSUM_NAMES) {
    const cusum = cusums[name];
    if (!cusum || cusum.sum < cusumThreshold(sensitivity)) continue;
    const { sum, ...evidence } = cusum;
    const perYear = SAMPLES_PER_YEAR * CUSUM_NAMES.length * Math.exp(-sum);
    const { kind } = CUSUM_TESTS[name];
    if (perYear < (strongest.get(kind)?.perYear ?? Number.POSITIVE_INFINITY))
      strongest.set(kind, { ...evidence, perYear });
  }
  return strongest;
}

function marginRatio(
  kind: Exclude<TestedKind, 'silence'>,
  { bad, margin }: { readonly bad: number; readonly margin: number },
): CusumTest['ratio'] {
  return (sample, { sensitivity, reconstructedShare }) => {
    const usual = baselineShareOf(sample);
    const good = usual + margin * marginOf(kind, usual, reconstructedShare, sensitivity);
    return good > MAX_TESTED_SHARE ? 0 : logLikelihoodRatio(sample, good, good + bad * (1 - good));
  };
}

function failureRatio(sample: Sample, { sensitivity, reconstructedShare }: TestConditions): number {
  const usual = baselineShareOf(sample);
  const limit = usual + marginOf('failures', usual, reconstructedShare, sensitivity);
  return limit > MAX_TESTED_SHARE
    ? 0
    : logLikelihoodRatio(sample, FAILURES_IN_CONTROL * limit, FAILURES_OUT_OF_CONTROL * limit);
}

function logLikelihoodRatio({ of, hits }: Sample, good: number, bad: number): number {
  return hits * Math.log(bad / good) + (of - hits) * Math.log((1 - bad) / (1 - good));
}
