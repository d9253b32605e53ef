import { HOUR_SECONDS } from '../../runtime/durations.ts';
import { countBetween, type SecondCounts, sizeOf } from '../counting/second-counts.ts';
import { type DeliveryStatus, parseDeliveryStatus } from '../messages/message.ts';
import type { Figures, LegFigures } from './figures.ts';

export interface RatesOptions {
  readonly settleHours: number;
  /** Whether that time had passed for all messages when they were read. */
  readonly isSettled: boolean;
}

/** What became of messages as of their reading. `submitted` is the sum of the five that follow it. */
export interface Rates {
  readonly submitted: number;
  readonly delivered: number;
  readonly failed: number;
  /** On their way still, or with the time of a receipt but no final word. */
  readonly pending: number;
  /** Pending ones older than `settleHours` without any receipt. */
  readonly noReceipt: number;
  /** By words we do not know. */
  readonly other: number;
  /** delivered ÷ submitted, from 0 to 1; `undefined` where there is nothing to divide by, as below. */
  readonly deliveryRate: number | undefined;
  /** delivered ÷ (delivered + failed) */
  readonly deliveredOfFinal: number | undefined;
  /** Receipts may still come and change all this. */
  readonly isProvisional: boolean;
}

/** The rates of all parts together. Parts must not share messages, and need not be merged. */
export function rates(parts: Figures | readonly Figures[], { settleHours, isSettled }: RatesOptions): Rates {
  const sum = { submitted: 0, delivered: 0, failed: 0, unfinished: 0, noReceipt: 0, other: 0 };
  for (const figures of [parts].flat()) {
    const { delivered, failed, pending, other } = countStatuses(figures);
    sum.submitted += figures.submitted;
    sum.delivered += delivered;
    sum.failed += failed;
    sum.unfinished += pending;
    sum.other += other;
    sum.noReceipt += countBetween(figures.pendingAges, settleHours * HOUR_SECONDS, Number.POSITIVE_INFINITY);
  }
  const { submitted, delivered, failed, noReceipt } = sum;
  return {
    submitted,
    delivered,
    failed,
    pending: sum.unfinished - noReceipt,
    noReceipt,
    other: sum.other,
    deliveryRate: shareOf({ of: submitted, hits: delivered }),
    deliveredOfFinal: shareOf({ of: delivered + failed, hits: delivered }),
    isProvisional: !isSettled,
  };
}

export function sumOf<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}

/** Some messages, and those of them that something is true of. Neither need be whole: a window cuts quarter hours. */
export interface Proportion {
  readonly of: number;
  readonly hits: number;
}

/** hits ÷ of, from 0 to 1; `undefined` of nothing. */
export function shareOf({ of, hits }: Proportion): number | undefined {
  return of === 0 ? undefined : hits / of;
}

/** Messages by our statuses; no receipt is `pending` here. */
export function countStatuses({ words }: Pick<Figures, 'words'>): Record<DeliveryStatus, number> {
  const counts = { delivered: 0, failed: 0, pending: 0, other: 0 };
  for (const [word, count] of words) counts[parseDeliveryStatus(word)] += count;
  return counts;
}

/**
 * The value which `percent` of 100 values do not exceed, by the nearest rank: the one of rank
 * ⌈percent ÷ 100 × n⌉ in ascending order, so always a value that occurred. `undefined` where there is none.
 * `percent` is a whole number from 1 to 100. Definition 1 of Hyndman & Fan, "Sample Quantiles in Statistical
 * Packages", The American Statistician 50 (1996).
 */
export function percentile(values: SecondCounts, percent: number): number | undefined {
  // Multiplied first: of whole numbers the division is then exact wherever it comes out even.
  const rank = Math.ceil((percent * sizeOf(values)) / 100);
  let reached = 0;
  for (const [at, second] of values.seconds.entries()) {
    reached += values.counts[at] ?? 0;
    if (reached >= rank) return second;
  }
  return undefined;
}

/** How long a leg took, in whole seconds; the percentiles are `undefined` where nothing was measured. */
export interface LatencySummary {
  readonly measured: number;
  /** Messages left out because a clock is off. */
  readonly clockOff: number;
  readonly p50: number | undefined;
  readonly p90: number | undefined;
  readonly p95: number | undefined;
  readonly p99: number | undefined;
}

export function summarizeLeg({ latencies, clockOff }: LegFigures): LatencySummary {
  return {
    measured: sizeOf(latencies),
    clockOff,
    p50: percentile(latencies, 50),
    p90: percentile(latencies, 90),
    p95: percentile(latencies, 95),
    p99: percentile(latencies, 99),
  };
}

/**
 * The Wilson score interval of a share: with p = hits ÷ n, its bounds are
 * (p + z²/2n ± z·√(p(1 − p)/n + z²/4n²)) ÷ (1 + z²/n). It stays within 0 and 1 and means something for few
 * observations and for shares of nought or all. `z` is 1.96 for 95 %, 2.33 for 98 %, both sides together.
 * Without observations nothing is known: 0 to 1.
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
