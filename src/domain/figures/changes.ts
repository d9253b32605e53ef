import { countBetween, type SecondCounts, sizeOf } from '../counting/second-counts.ts';
import { parseDeliveryStatus } from '../messages/message.ts';
import {
  type CoreFigures,
  figuresOf,
  LEGS,
  type LegName,
  mergeCoreFigures,
  type OperatorFigures,
  OTHER_NAME,
} from './figures.ts';
import { countStatuses, percentile } from './rates.ts';

export type ChangeSubject =
  | { readonly of: 'all' }
  | { readonly of: 'operator'; readonly operator: string | undefined };

/**
 * - `delivery_rate` share of submitted messages that were delivered, from 0 to 1
 * - `failures` share of submitted messages with one failing status word, from 0 to 1
 * - `latency` the 90th percentile of a leg, in whole seconds
 * - `volume` number of submitted messages
 */
export type Change = ChangeDetail & { readonly subject: ChangeSubject };

type ChangeDetail = {
  readonly from: number;
  readonly to: number;
  /** Size of the change in standard deviations; negative if the figure fell. */
  readonly zScore: number;
} & (
  | { readonly kind: 'delivery_rate' | 'volume' }
  | { readonly kind: 'failures'; readonly word: string }
  | { readonly kind: 'latency'; readonly leg: LegName }
);

export const FEWEST_COMPARED = 50;
/** Smallest z-score of a notable change; above the usual 2, because dozens of figures are tested. */
const NOTABLE_Z = 3;
/** Standard deviation between similar days, which is added to the sampling error. */
const DAY_DEVIATION = { share: 0.005, slowShare: 0.02, volume: 0.15 } as const;

export interface CompareOptions {
  readonly times?: number;
  /** False if the earlier figures are computed from a later reading, in which failures lack a time. */
  readonly hasFailures?: boolean;
}

export function compare(
  before: readonly OperatorFigures[],
  now: readonly OperatorFigures[],
  options?: CompareOptions,
): Change | undefined {
  const notable = notableChanges(before, now, options);
  return notable.find(({ kind }) => kind !== 'volume') ?? notable[0];
}

/**
 * Returns notable changes between two periods by z-score, descending. `times` is the ratio of their lengths. Both
 * periods must have the same age, because pending messages lower the rates of the younger period.
 *
 * For all together and each operator, compares the delivery rate; the share of each failing word; for each leg the
 * share of messages slower than the earlier 90th percentile; the volume. A share uses the two-proportion z-test
 * with a variance between days added, as in Laney's p′ chart (Quality Engineering 14, 2002):
 * z = (p₂ − p₁) ÷ √(p(1 − p)(1/n₁ + 1/n₂) + 2σ²), p of both together. Without σ, large numbers make small changes
 * significant. The volume uses z = (n₂ − n₁) ÷ √(n₁ + n₂ + 2(σm)²), m the mean of both: about half or double is
 * notable. Where the earlier period is k times as long, n₁ of the volume is 1/k of its messages, its variance n₁ ÷ k,
 * and 2σ² becomes (1 + 1/k)σ².
 *
 * At equal z-scores, all operators together come before one operator, a failing word before the delivery rate.
 */
export function notableChanges(
  before: readonly OperatorFigures[],
  now: readonly OperatorFigures[],
  { times = 1, hasFailures = true }: CompareOptions = {},
): Change[] {
  return pairs(before, now)
    .flatMap((pair) => changesOf(pair, times))
    .filter(({ kind, zScore }) => Math.abs(zScore) >= NOTABLE_Z && (hasFailures || kind !== 'failures'))
    .sort((a, b) => strength(b) - strength(a));
}

/** Rounds the z-score, so that a failing word and the fall of the delivery rate that it causes are equal. */
function strength({ zScore }: Change): number {
  return Math.round(Math.abs(zScore) * 10);
}

type Pair = { readonly subject: ChangeSubject; readonly before: CoreFigures; readonly now: CoreFigures };

function pairs(before: readonly OperatorFigures[], now: readonly OperatorFigures[]): Pair[] {
  const then = Map.groupBy(before, ({ operator }) => operator);
  const since = Map.groupBy(now, ({ operator }) => operator);
  const names = [...new Set([...then.keys(), ...since.keys()])];
  // An operator that one of the readings may have grouped as `OTHER_NAME` counts only in the total.
  const mayBeGrouped = (operator: string | undefined) =>
    [then, since].some((side) => side.has(OTHER_NAME) && !side.has(operator));
  const operators = names.filter((operator) => operator !== OTHER_NAME && !mayBeGrouped(operator));
  const each = operators.map((operator): Pair => {
    const subject = { of: 'operator', operator } as const;
    return { subject, before: together(then.get(operator)), now: together(since.get(operator)) };
  });
  return operators.length === 1 && names.length === 1
    ? each
    : [{ subject: { of: 'all' }, before: together(before), now: together(now) }, ...each];
}

function together(parts: readonly OperatorFigures[] = []): CoreFigures {
  return mergeCoreFigures(figuresOf(parts));
}

function changesOf({ subject, before, now }: Pair, times: number): Change[] {
  return [
    ...volumeChange(before, now, times),
    ...shareChanges(before, now, times),
    ...LEGS.flatMap((leg) => latencyChange(leg, before[leg].latencies, now[leg].latencies, times)),
  ].map((change) => ({ ...change, subject }));
}

function volumeChange(before: CoreFigures, { submitted: to }: CoreFigures, times: number): ChangeDetail[] {
  const from = before.submitted / times;
  if (Math.max(from, to) < FEWEST_COMPARED) return [];
  const usual = DAY_DEVIATION.volume * ((from + to) / 2);
  const variance = from / times + to + (1 + 1 / times) * usual ** 2;
  return [{ kind: 'volume', from, to, zScore: (to - from) / Math.sqrt(variance) }];
}

function shareChanges(before: CoreFigures, now: CoreFigures, times: number): ChangeDetail[] {
  if (Math.min(before.submitted, now.submitted) < FEWEST_COMPARED) return [];
  const change = (countOf: (figures: CoreFigures) => number) => {
    const [from, to] = [countOf(before) / before.submitted, countOf(now) / now.submitted];
    const sizes = [before.submitted, now.submitted] as const;
    return { from, to, zScore: zScoreOf(from, to, sizes, (1 + 1 / times) * DAY_DEVIATION.share ** 2) };
  };
  const words = [...new Set([...before.words.keys(), ...now.words.keys()])];
  const failing = words.filter((word) => parseDeliveryStatus(word) === 'failed');
  return [
    ...failing.map((word) => ({
      kind: 'failures' as const,
      word,
      ...change(({ words }) => words.get(word) ?? 0),
    })),
    { kind: 'delivery_rate', ...change((figures) => countStatuses(figures).delivered) },
  ];
}

function latencyChange(leg: LegName, before: SecondCounts, now: SecondCounts, times: number): ChangeDetail[] {
  const [from, to] = [percentile(before, 90), percentile(now, 90)];
  const sizes = [sizeOf(before), sizeOf(now)] as const;
  if (from === undefined || to === undefined || from === to || Math.min(...sizes) < FEWEST_COMPARED)
    return [];
  const slowOf = (counts: SecondCounts) =>
    countBetween(counts, from + 1, Number.POSITIVE_INFINITY) / sizeOf(counts);
  const between = (1 + 1 / times) * DAY_DEVIATION.slowShare ** 2;
  return [{ kind: 'latency', leg, from, to, zScore: zScoreOf(slowOf(before), slowOf(now), sizes, between) }];
}

function zScoreOf(from: number, to: number, [n1, n2]: readonly [number, number], between: number): number {
  const both = (from * n1 + to * n2) / (n1 + n2);
  return (to - from) / Math.sqrt(both * (1 - both) * (1 / n1 + 1 / n2) + between);
}
