import { type Fault, type FaultKind, LASTING, REAL } from './faults.ts';
import { type Alarm, CADENCE } from './rules.ts';
import { GRACE_SECONDS } from './score.ts';
import { type Batch, operators, QUARTER } from './traffic.ts';

/** How many more fail of what it is told to look for. */
const RISE = 0.05;
/** Messages are judged once, at this age. */
const YOUNGEST_SECONDS = 120;

/** The told test's score of each operator that sends receipts, at one check after the other. */
export interface Told {
  readonly firstAt: number;
  readonly scores: ReadonlyMap<string, Float64Array>;
}

/**
 * The best that a test for more failures could do: one that is told which share usually fails and which does in the
 * fault, and adds up the logarithms of how much likelier each message is by the second (Page's CUSUM, the fastest there
 * is of the same rate of false alarms: G. Moustakides, The Annals of Statistics 14, 1986). It is told also when a fault
 * is over, and begins anew.
 */
export function createTold(faults: readonly Fault[], firstAt: number, checks: number) {
  const heard = operators
    .filter(({ receiptCoverage }) => receiptCoverage > 0)
    .map(({ name, failureRate, receiptCoverage }) => ({
      name,
      faults: faults.filter((fault) => isOfOperator(fault, name)),
      scores: new Float64Array(checks),
      weights: weightsOf(failureRate * receiptCoverage, (failureRate + RISE) * receiptCoverage),
    }));
  return {
    /** No batches where the platform could not be read: these messages are never judged. */
    check(index: number, batches: readonly Batch[] | undefined): void {
      const at = firstAt + index * CADENCE;
      for (const { name, faults: own, scores, weights } of heard) {
        const isAnew = own.some(({ end }) => end + GRACE_SECONDS <= at && end + GRACE_SECONDS > at - CADENCE);
        const { failed, others } = ripeOf(batches ?? [], name, at);
        const before = isAnew ? 0 : (scores[index - 1] ?? 0);
        scores[index] = Math.max(0, before + failed * weights.failed + others * weights.other);
      }
    },
    told: (): Told => ({ firstAt, scores: new Map(heard.map(({ name, scores }) => [name, scores])) }),
  };
}

function weightsOf(usual: number, risen: number) {
  return { failed: Math.log(risen / usual), other: Math.log((1 - risen) / (1 - usual)) };
}

/** Messages 2 to 7 minutes old, of which nearly all that fail have. */
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

function isOfOperator({ kind, operator }: Fault, name: string): boolean {
  const isExcused = [...REAL, ...LASTING].includes(kind);
  return isExcused && (operator === undefined || operator === name);
}

/** What of a run it takes to hold ours against it. */
interface ToldRun {
  readonly faults: readonly Fault[];
  readonly told: Told;
}

export const FAILURES: readonly FaultKind[] = ['failures', 'one_word'];

/**
 * The faults that the told test finds. From where on it alarms is set for each operator so that it raises as many false
 * alarms as ours did of it, in the same traffic; one of all operators together counts for each.
 */
export function foundByTold(runs: readonly ToldRun[], ourFalseAlarms: readonly Alarm[]): ReadonlySet<Fault> {
  const found = new Set<Fault>();
  const names = new Set(runs.flatMap(({ told }) => [...told.scores.keys()]));
  for (const name of names) {
    const own = runs.map(({ faults, told: { firstAt, scores } }) => ({
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

/** The highest score each time that it leaves nought and comes back, where no fault had a part in it. */
function quietPeaks({ faults, firstAt, scores }: Path & { readonly faults: readonly Fault[] }): number[] {
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

/** It begins to, while the fault goes on or within the grace after it. */
function exceeds({ firstAt, scores }: Path, { start, end }: Fault, limit: number): boolean {
  return scores.some((score, index) => {
    const at = firstAt + index * CADENCE;
    return at >= start && at <= end + GRACE_SECONDS && score > limit && (scores[index - 1] ?? 0) <= limit;
  });
}
