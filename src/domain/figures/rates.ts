import { HOUR_SECONDS } from '../../runtime/durations.ts';
import { countBetween, type SecondCounts, sizeOf } from '../counting/second-counts.ts';
import { type DeliveryStatus, parseDeliveryStatus } from '../messages/message.ts';
import type { Figures, LegFigures } from './figures.ts';

export interface RatesOptions {
  readonly receiptHours: number;
  readonly isComplete: boolean;
}

/** `submitted` is the sum of `delivered`, `failed`, `pending`, `noReceipt` and `other`. */
export interface Rates {
  readonly submitted: number;
  readonly delivered: number;
  readonly failed: number;
  /** Messages without a final status, except those counted in `noReceipt`. */
  readonly pending: number;
  /** Messages that have waited for a receipt for `receiptHours` or longer. */
  readonly noReceipt: number;
  readonly other: number;
  /** Delivered ÷ submitted, from 0 to 1; `undefined` without messages. */
  readonly deliveryRate: number | undefined;
  readonly deliveredOfFinal: number | undefined;
  readonly isProvisional: boolean;
}

export function rates(
  parts: Figures | readonly Figures[],
  { receiptHours, isComplete }: RatesOptions,
): Rates {
  const all = [parts].flat();
  const statuses = all.map(countStatuses);
  const submitted = sumOf(all, (part) => part.submitted);
  const delivered = sumOf(statuses, (counts) => counts.delivered);
  const failed = sumOf(statuses, (counts) => counts.failed);
  const receiptWindowSeconds = receiptHours * HOUR_SECONDS;
  const noReceipt = sumOf(all, (part) =>
    countBetween(part.pendingAges, receiptWindowSeconds, Number.POSITIVE_INFINITY),
  );
  return {
    submitted,
    delivered,
    failed,
    pending: sumOf(statuses, (counts) => counts.pending) - noReceipt,
    noReceipt,
    other: sumOf(statuses, (counts) => counts.other),
    deliveryRate: shareOf({ of: submitted, hits: delivered }),
    deliveredOfFinal: shareOf({ of: delivered + failed, hits: delivered }),
    isProvisional: !isComplete,
  };
}

export function sumOf<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}

/** `hits` of `of` messages; both may be fractions, because time windows cut quarter hours. */
export interface Proportion {
  readonly of: number;
  readonly hits: number;
}

export function shareOf({ of, hits }: Proportion): number | undefined {
  return of === 0 ? undefined : hits / of;
}

export function countStatuses({ words }: Pick<Figures, 'words'>): Record<DeliveryStatus, number> {
  const counts = { delivered: 0, failed: 0, pending: 0, other: 0 };
  for (const [word, count] of words) counts[parseDeliveryStatus(word)] += count;
  return counts;
}

/**
 * Nearest rank: the value of rank ⌈percent ÷ 100 × n⌉ in ascending order; `percent` is a whole number from 1 to 100.
 * Definition 1 of Hyndman & Fan, "Sample Quantiles in Statistical Packages", The American Statistician 50 (1996).
 */
export function percentile(values: SecondCounts, percent: number): number | undefined {
  // Multiplying before dividing avoids a rounding error where the result is a whole number.
  const rank = Math.ceil((percent * sizeOf(values)) / 100);
  let reached = 0;
  for (const [at, second] of values.seconds.entries()) {
    reached += values.counts[at] ?? 0;
    if (reached >= rank) return second;
  }
  return undefined;
}

export type LatencySummary = Readonly<ReturnType<typeof summarizeLeg>>;

export function summarizeLeg({ latencies, clockOff }: LegFigures) {
  return {
    clockOff,
    p50: percentile(latencies, 50),
    p90: percentile(latencies, 90),
    p95: percentile(latencies, 95),
    p99: percentile(latencies, 99),
  };
}

/**
 * The Wilson score interval of a share p = hits ÷ n: (p + z²/2n ± z·√(p(1 − p)/n + z²/4n²)) ÷ (1 + z²/n). `z` is 1.96
 * for 95 % and 2.33 for 98 %, both sides together. Without observations it is 0 to 1.
 * E. B. Wilson, Journal of the American Statistical Association 22 (1927).
 */
export function wilsonInterval(hits: number, n: number, z = 1.96): { low: number; high: number } {
  if (n === 0) return { low: 0, high: 1 };
  const p = hits / n;
  const middle = p + z ** 2 / (2 * n);
  const spread = z * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2));
  const scale = 1 + z ** 2 / n;
  return { low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) };
}
