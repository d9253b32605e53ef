import { type Proportion, shareOf, sumOf, wilsonInterval } from '../figures/rates.ts';
import type { Basis } from '../figures/same-age.ts';
import { addIntervals, type Baseline, FEWEST_SILENT_WEEKS, type Interval } from './baseline.ts';
import { addCounts, type Counts, NO_COUNTS, type ShareName } from './counts.ts';
import { type Level, NO_LEVEL } from './level.ts';
import { baselineShareOf, type Sample } from './sample.ts';

const FEWEST_USUAL = 50;
/** An operator sends no receipts if this share of messages or more has none; the rest are errors. */
const NO_RECEIPTS_SHARE = 0.95;

const SHARES: readonly ShareName[] = ['waiting', 'late', 'slowHandOver', 'failed', 'clockOff'];

/** Current and usual counts of one operator or all; both are zero where nothing can be compared. */
export interface BaselineComparison {
  readonly now: Counts;
  readonly usual: Counts;
  readonly shares: Readonly<Partial<Record<ShareName, number>>>;
  readonly lowestRecent: number;
  readonly usualRecent: Interval;
  readonly weeks: number;
  readonly reconstructedShare: number;
  readonly basis: Basis;
}

export function sendsReceipts({ counts: { waiting } }: Baseline): boolean {
  return waiting.of < FEWEST_USUAL || waiting.hits / waiting.of < NO_RECEIPTS_SHARE;
}

/** Waiting and late messages of an operator that sends no receipts are not compared. */
export function compareWithBaseline(
  now: Counts,
  baseline: Baseline,
  level: Level = NO_LEVEL,
): BaselineComparison {
  const { counts, basis, weeks, reconstructedWeeks, lowestRecent, usualRecent } = baseline;
  const receipts: readonly ShareName[] = sendsReceipts(baseline) ? [] : ['waiting', 'late'];
  const excluded = new Set([...SHARES.filter((name) => counts[name].of < FEWEST_USUAL), ...receipts]);
  const each = (of: (name: ShareName) => Proportion) =>
    Object.fromEntries(SHARES.map((name) => [name, excluded.has(name) ? NO_COUNTS[name] : of(name)])) as Omit<
      Counts,
      'recent'
    >;
  const shareUsual = (name: ShareName): number =>
    Math.max(shareOf(counts[name]) ?? 0, name === 'clockOff' ? 0 : level[name]);
  const usual = (name: ShareName): Proportion => ({
    of: now[name].of,
    hits: now[name].of * shareUsual(name),
  });
  const failedOfLate = Math.min(shareUsual('late'), Math.max(usualFailedOf(counts), level.failed));
  // With few messages at this hour in past weeks, CUSUM tests use the level of the last two days.
  const ofDays = (name: ShareName) =>
    name !== 'clockOff' && level[name] > 0 && counts[name].of < FEWEST_USUAL;
  const known = SHARES.filter((name) => !excluded.has(name) || ofDays(name));
  return {
    now: { recent: now.recent, ...each((name) => now[name]) },
    shares: Object.fromEntries(known.map((name) => [name, shareUsual(name)])),
    usual: addCounts([
      {
        recent: lowestRecent,
        ...each(usual),
        ...(excluded.has('late') ? {} : { late: { ...usual('late'), failed: now.late.of * failedOfLate } }),
      },
    ]),
    lowestRecent,
    usualRecent,
    weeks,
    reconstructedShare: reconstructedWeeks / weeks,
    basis,
  };
}

/** Usual share of the newest messages that failed. */
function usualFailedOf({ late: { of, failed = 0 } }: Counts): number {
  return shareOf({ of, hits: failed }) ?? 0;
}

/** Adds the counts of all operators, so each operator's usual share is weighted by its current messages. */
export function addComparisons(list: readonly BaselineComparison[]): BaselineComparison {
  return {
    now: addCounts(list.map(({ now }) => now)),
    usual: addCounts(list.map(({ usual }) => usual)),
    shares: {},
    lowestRecent: sumOf(list, ({ lowestRecent }) => lowestRecent),
    usualRecent: addIntervals(list.map(({ usualRecent }) => usualRecent)),
    weeks: Math.max(...list.map(({ weeks }) => weeks)),
    reconstructedShare: Math.max(...list.map(({ reconstructedShare }) => reconstructedShare)),
    basis: list.some(({ basis }) => basis === 'reconstructed') ? 'reconstructed' : 'observed',
  };
}

export type Sensitivity = 'low' | 'normal' | 'high';
type BySensitivity<T> = Readonly<Record<Sensitivity, T>>;

export const SENSITIVITIES: readonly Sensitivity[] = ['low', 'normal', 'high'];

/**
 * - `waiting` messages 2 to 7 minutes old have no receipt yet
 * - `late` messages were not delivered within 2 minutes, and did not fail
 * - `slow_hand_over` messages were not handed to the operator within 30 s
 * - `failures` messages of the last hour failed, or of the newest ones if those fail more often
 * - `clock_off` latencies were measured by a wrong clock
 * - `silence` almost no messages: `share` is their number divided by the lowest of past weeks at this hour
 */
export type FindingKind = 'waiting' | 'late' | 'slow_hand_over' | 'failures' | 'clock_off' | 'silence';

export interface Finding {
  readonly kind: FindingKind;
  readonly share: number;
  readonly of: number;
  readonly usual: number;
  readonly basis: Basis;
  /** Silence: number of messages in a quarter hour that is usual, as an interval that covers it in 9 of 10 cases. */
  readonly expected?: Interval;
  /** True if surely over half of the messages are bad; for a slow hand-over, not yet handed over. */
  readonly isOfMost: boolean;
  /** Present if a CUSUM is above its threshold; then an incident begins at once. */
  readonly evidence?: AccumulatedEvidence;
}

/** Evidence of a CUSUM since its sum was last zero; each message is counted once. */
export interface AccumulatedEvidence {
  readonly sinceMs: number;
  /** Bad messages; for silence, all messages, while `of` is the number in the quietest past week. */
  readonly hits: number;
  readonly of: number;
  /** Usual number of bad messages; for silence, the same number as `of`. */
  readonly usualHits: number;
  /** Upper limit of how often per year chance alone causes such evidence at one operator. */
  readonly perYear: number;
}

/** False alarms per year that the CUSUM tests may give at an operator without problems. */
export const FALSE_ALARMS_PER_YEAR: BySensitivity<number> = { low: 0.05, normal: 0.2, high: 12 };

/**
 * Most false alarms per year of all tests at one operator, which people see: upper 95 % limits, rounded up, measured by
 * `npm run bench:incidents -- --quiet` with seeds 1 to 3 (0.075, 0.18 and 3.6; of one seed at high sensitivity, 4.6).
 */
export const MOST_FALSE_ALARMS: BySensitivity<number> = { low: 0.1, normal: 0.2, high: 5 };

interface Limits {
  /** One-sided z-score for the lower bound of the Wilson interval. */
  readonly z: number;
  readonly margin: number;
  /** The margin of failures is `failedMargin`, or `failedFactor` × the usual share if that is larger. */
  readonly failedMargin: number;
  readonly failedFactor: number;
}

/**
 * Margins are differences that count as normal. z-scores are one-sided quantiles: 2.33 (99 %), 3 (99.865 %) and
 * 4 (99.997 %), which chance alone exceeds in one check of 100, of 740 and of 30,000.
 */
const LIMITS: BySensitivity<Limits> = {
  low: { z: 4, margin: 0.2, failedMargin: 0.05, failedFactor: 2.5 },
  normal: { z: 3, margin: 0.1, failedMargin: 0.03, failedFactor: 1.5 },
  high: { z: 2.33, margin: 0.06, failedMargin: 0.02, failedFactor: 1 },
};
/** Extra margin for a baseline computed from later readings, which hide that receipts came late. */
const RECONSTRUCTED_MARGIN = 0.05;
/** Margin for wrong clocks; large, because a wrong clock is usually wrong for all messages. */
const CLOCK_MARGIN = 0.2;
const RECOVERY_MARGIN = 0.5;
/** One-sided 90 % quantile: after a recovery, chance alone fails one check in ten. */
const RECOVERY_Z = 1.28;

export const FEWEST_JUDGED = 50;
const FEWEST_IN_WINDOW: Readonly<Record<ShareName, number>> = {
  waiting: 10,
  late: 10,
  slowHandOver: 10,
  failed: 50,
  clockOff: 20,
};
/** Silence begins at this share of the messages at the same hour of the quietest past week. */
const SILENCE_SHARE = 0.02;
const SILENCE_END_SHARE = 0.05;

const OF_DELIVERY: readonly ShareName[] = ['waiting', 'late', 'slowHandOver'];

export const SHARE_NAMES = {
  waiting: 'waiting',
  late: 'late',
  slow_hand_over: 'slowHandOver',
  failures: 'failed',
  clock_off: 'clockOff',
} as const satisfies Record<Exclude<FindingKind, 'silence'>, ShareName>;
export type MeasuredKind = keyof typeof SHARE_NAMES;
export const SHARE_KINDS = Object.keys(SHARE_NAMES) as MeasuredKind[];

export function findAll(compared: BaselineComparison, sensitivity: Sensitivity): Finding[] {
  const { z } = LIMITS[sensitivity];
  const findings = sharePairs(compared, sensitivity).flatMap(
    ({ kind, name, now, usual, margin }): Finding[] => {
      const { of, hits } = now;
      if (!isEnough(name, now) || wilsonInterval(hits, of, z).low <= usual + margin) return [];
      // Only messages not handed over count, because a message that is handed over late is still delivered.
      const certain = kind === 'slow_hand_over' ? (compared.now.slowHandOver.missing ?? 0) : hits;
      const isOfMost = wilsonInterval(certain, of, z).low > 0.5;
      const basis = basisOf(kind, compared.basis);
      if (kind === 'late') return lateOrFailed(compared, { margin, basis, isOfMost });
      return [{ kind, share: hits / of, of, usual, basis, isOfMost }];
    },
  );
  // Of two findings of one kind, the worse one is kept.
  return [...findings, ...findSilence(compared)]
    .sort(byExcess)
    .filter(({ kind }, index, all) => all.findIndex((one) => one.kind === kind) === index);
}

/**
 * Names what keeps the newest messages from arriving in time: late ones, failed ones, or both. They are tested together,
 * because either alone may stay below its margin.
 */
function lateOrFailed(
  { now: { late: now }, usual: { late: usual } }: BaselineComparison,
  { margin, ...rest }: Pick<Finding, 'basis' | 'isOfMost'> & { readonly margin: number },
): Finding[] {
  const { of } = now;
  const part = (kind: FindingKind, partOf: (counts: Counts['late']) => number): Finding => {
    return { kind, share: partOf(now) / of, of, usual: partOf(usual) / of, ...rest };
  };
  const failed = part('failures', ({ failed = 0 }) => failed);
  const late = part('late', ({ hits, failed = 0 }) => hits - failed);
  const [worse, other] = [late, failed].sort(byExcess) as [Finding, Finding];
  return excessOf(other) > margin ? [worse, other] : [worse];
}

/** Usual failures come only from checks of that hour. */
export function basisOf(kind: FindingKind, basis: Basis): Basis {
  return kind === 'failures' ? 'observed' : basis;
}

export function byExcess(a: Finding, b: Finding): number {
  return excessOf(b) - excessOf(a);
}

function excessOf({ share, usual }: Finding): number {
  return share - usual;
}

export function isWell(compared: BaselineComparison, sensitivity: Sensitivity): boolean {
  return (
    isJudged(compared) &&
    !isStillSilent(compared) &&
    sharePairs(compared, sensitivity).every(({ now, usual, margin }) => {
      return wilsonInterval(now.hits, now.of, RECOVERY_Z).low <= usual + RECOVERY_MARGIN * margin;
    })
  );
}

export function isSampleWell(
  kind: FindingKind,
  sample: Sample | undefined,
  { reconstructedShare }: Pick<BaselineComparison, 'reconstructedShare'>,
  sensitivity: Sensitivity,
): boolean {
  if (!sample || sample.of === 0) return true;
  const usual = baselineShareOf(sample);
  const high = usual + RECOVERY_MARGIN * marginOf(kind, usual, reconstructedShare, sensitivity);
  return wilsonInterval(sample.hits, sample.of, RECOVERY_Z).low <= high;
}

export function isStillSilent(compared: BaselineComparison): boolean {
  return isSilent(compared, SILENCE_END_SHARE);
}

export function isJudged({ now }: BaselineComparison): boolean {
  return now.recent >= FEWEST_JUDGED && OF_DELIVERY.some((name) => isEnough(name, now[name]));
}

export function isEnough(name: ShareName, { of }: Pick<Proportion, 'of'>): boolean {
  return of >= FEWEST_IN_WINDOW[name];
}

function sharePairs(compared: BaselineComparison, sensitivity: Sensitivity) {
  if (compared.now.recent < FEWEST_JUDGED) return [];
  return SHARE_KINDS.map((kind) => {
    const name = SHARE_NAMES[kind];
    const usual = shareOf(compared.usual[name]) ?? 0;
    const margin = marginOf(kind, usual, compared.reconstructedShare, sensitivity);
    return { kind, name, now: compared.now[name], usual, margin };
  });
}

export function marginOf(
  kind: FindingKind,
  usual: number,
  reconstructedShare: number,
  sensitivity: Sensitivity,
): number {
  const { margin, failedMargin, failedFactor } = LIMITS[sensitivity];
  if (kind === 'clock_off') return CLOCK_MARGIN;
  if (kind === 'failures') return Math.max(failedMargin, failedFactor * usual);
  return margin + reconstructedShare * RECONSTRUCTED_MARGIN;
}

function findSilence(compared: BaselineComparison): Finding[] {
  if (!isSilent(compared, SILENCE_SHARE)) return [];
  const { now, lowestRecent: of, usualRecent: expected, basis } = compared;
  const share = now.recent / of;
  return [{ kind: 'silence', share, of, usual: 1, basis, expected, isOfMost: true }];
}

function isSilent({ now, lowestRecent, weeks }: BaselineComparison, part: number): boolean {
  const isBusyHour = lowestRecent >= FEWEST_JUDGED && weeks >= FEWEST_SILENT_WEEKS;
  return isBusyHour && now.recent <= part * lowestRecent;
}
