import { type FaultKind, type InjectedFault, LASTING, REAL } from './faults.ts';
import { type Alarm, CADENCE } from './rules.ts';
import { GRACE_SECONDS } from './score.ts';
import { type Batch, operators, QUARTER } from './traffic.ts';

/** Rise of the failure rate that the oracle tests for. */
const RISE = 0.05;
/** Each message is judged once, at this age. */
const YOUNGEST_SECONDS = 120;

/** CUSUM score per check, for each operator that sends receipts. */
export interface OracleScores {
  readonly firstAt: number;
  readonly scores: ReadonlyMap<string, Float64Array>;
}

/**
 * Upper bound for any test of the failure rate: Page's CUSUM of log-likelihood ratios with the true rates before and
 * during the fault. It has the shortest delay for a given false alarm rate (G. Moustakides, The Annals of Statistics
 * 14, 1986). It also knows when a fault is over, and restarts.
 */
export function createOracle(faults: readonly InjectedFault[], firstAt: number, checks: number) {
  const withReceipts = operators
    .filter(({ receiptCoverage }) => receiptCoverage > 0)
    .map(({ name, failureRate, receiptCoverage }) => ({
      name,
      faults: faults.filter((fault) => isOfOperator(fault, name)),
      scores: new Float64Array(checks),
      weights: weightsOf(failureRate * receiptCoverage, (failureRate + RISE) * receiptCoverage),
    }));
  return {
    /** `undefined` batches: the platform could not be read. These messages are never judged. */
    check(index: number, batches: readonly Batch[] | undefined): void {
      const at = firstAt + index * CADENCE;
      for (const { name, faults: own, scores, weights } of withReceipts) {
        const isRestart = own.some(
          ({ end }) => end + GRACE_SECONDS <= at && end + GRACE_SECONDS > at - CADENCE,
        );
        const { failed, others } = ripeOf(batches ?? [], name, at);
        const before = isRestart ? 0 : (scores[index - 1] ?? 0);
        scores[index] = Math.max(0, before + failed * weights.failed + others * weights.other);
      }
    },
    scores: (): OracleScores => ({
      firstAt,
      scores: new Map(withReceipts.map(({ name, scores }) => [name, scores])),
    }),
  };
}

function weightsOf(usual: number, risen: number) {
  return { failed: Math.log(risen / usual), other: Math.log((1 - risen) / (1 - usual)) };
}

/** Messages 2 to 7 minutes old: by then nearly all failures are known. */
function ripeOf(batches: readonly Batch[], operator: string, at: number) {
  const sum = { failed: 0, others: 0 };
  for (const batch of batches) {
    const isRipe =
      batch.start < at - YOUNGEST_SECONDS && batch.start + QUARTER > at - YOUNGEST_SECONDS - CADENCE;
    if (batch.operator.name !== operator || !isRipe) continue;
    for (let index = 0; index < batch.size; index++) {
      const age = at - (batch.platformAt[index] ?? Number.NaN);
      if (!(age >= YOUNGEST_SECONDS && age < YOUNGEST_SECONDS + CADENCE)) continue;
      const hasFailed = batch.word[index] !== 0 && (batch.receiptKnownAt[index] ?? Number.NaN) <= at;
      if (hasFailed) sum.failed += 1;
      else sum.others += 1;
    }
  }
  return sum;
}

function isOfOperator({ kind, operator }: InjectedFault, name: string): boolean {
  const isExcused = [...REAL, ...LASTING].includes(kind);
  return isExcused && (operator === undefined || operator === name);
}

interface OracleRun {
  readonly faults: readonly InjectedFault[];
  readonly oracle: OracleScores;
}

export const FAILURES: readonly FaultKind[] = ['failures', 'one_word'];

/**
 * The faults that the oracle finds. Its threshold per operator gives as many false alarms as ours in the same traffic;
 * a false alarm about all operators counts for each of them.
 */
export function foundByOracle(
  runs: readonly OracleRun[],
  ourFalseAlarms: readonly Alarm[],
): ReadonlySet<InjectedFault> {
  const found = new Set<InjectedFault>();
  const names = new Set(runs.flatMap(({ oracle }) => [...oracle.scores.keys()]));
  for (const name of names) {
    const own = runs.map(({ faults, oracle: { firstAt, scores } }) => ({
      faults: faults.filter((fault) => isOfOperator(fault, name)),
      firstAt,
      scores: scores.get(name) ?? new Float64Array(),
    }));
    const ofOurs = ourFalseAlarms.filter(
      ({ about, operator }) => about === 'delivery' && (operator ?? name) === name,
    );
    const peaks = own.flatMap(quietPeaks).sort((a, b) => b - a);
    const limit = peaks[ofOurs.length] ?? 0;
    for (const { faults, ...path } of own) {
      const wanted = faults.filter(({ kind }) => FAILURES.includes(kind));
      for (const fault of wanted.filter((one) => exceeds(path, one, limit))) found.add(fault);
    }
  }
  return found;
}

interface Path {
  readonly firstAt: number;
  readonly scores: Float64Array;
}

/** The peak of each excursion of the score above zero that overlaps no fault. */
function quietPeaks({
  faults,
  firstAt,
  scores,
}: Path & { readonly faults: readonly InjectedFault[] }): number[] {
  const peaks: number[] = [];
  let peak = 0;
  let isQuiet = true;
  for (const [index, score] of scores.entries()) {
    const at = firstAt + index * CADENCE;
    isQuiet &&= !faults.some(({ start, end }) => at >= start && at <= end + GRACE_SECONDS);
    peak = Math.max(peak, score);
    if (score > 0) continue;
    if (isQuiet && peak > 0) peaks.push(peak);
    peak = 0;
    isQuiet = true;
  }
  if (isQuiet && peak > 0) peaks.push(peak);
  return peaks;
}

/** True if the score crosses the limit upwards during the fault or its grace period. */
function exceeds({ firstAt, scores }: Path, { start, end }: InjectedFault, limit: number): boolean {
  return scores.some((score, index) => {
    const at = firstAt + index * CADENCE;
    return at >= start && at <= end + GRACE_SECONDS && score > limit && (scores[index - 1] ?? 0) <= limit;
  });
}
