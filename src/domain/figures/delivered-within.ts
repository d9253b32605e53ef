import { countBetween, type SecondCounts, sizeOf } from '../counting/second-counts.ts';
import type { Figures } from './figures.ts';
import { countStatuses, sumOf } from './rates.ts';

/** For each number of seconds, the share of submitted messages that were delivered within that time. */
interface DeliveryCurve {
  readonly seconds: readonly number[];
  readonly shares: readonly number[];
  readonly lastSecond: number | undefined;
  /** Share of messages delivered at an unknown time; the curve may be too low by this share. */
  readonly untimedShare: number;
}

/**
 * Estimates "delivered within t" by the Aalen–Johansen estimator, with pending messages as censored observations and
 * failure as a competing event: F(t) = Σ S(u−) · d(u) ÷ n(u) over all seconds u ≤ t, with n(u) messages neither ended
 * nor censored before u, d(u) of them delivered at u, and S(u−) the share not ended before u (Kaplan–Meier, both
 * events). Aalen & Johansen, Scandinavian Journal of Statistics 5 (1978). Computed in Efron's equal form (Fifth Berkeley
 * Symposium, 1967): a censored message passes its weight, in equal parts, to those still under observation. Without
 * censoring every weight is 1, and F(t) is delivered within t ÷ submitted.
 *
 * Events at an unknown time count as last: failures, deliveries without a usable time, unknown words, pending messages
 * without an age. They stay among the submitted, so the curve never shows a speed that was not seen.
 *
 * Returns `undefined` without messages, or if messages were delivered but none at a known time. The figures must not
 * count the same message twice. The curve ends at `untilSecond`.
 */
export function deliveryCurve(
  figures: Figures | readonly Figures[],
  untilSecond = Number.POSITIVE_INFINITY,
): DeliveryCurve | undefined {
  const parts = [figures].flat();
  const submitted = sumOf(parts, (part) => part.submitted);
  const delivered = sumOf(parts, (part) => countStatuses(part).delivered);
  const timed = sumOf(parts, ({ total }) => sizeOf(total.latencies));
  if (submitted === 0 || (delivered > 0 && timed === 0)) return undefined;

  const untimedShare = (delivered - timed) / submitted;
  const countsOf = (of: (part: Figures) => SecondCounts) => countsBySecond(parts.map(of), untilSecond);
  const deliveries = countsOf(({ total }) => total.latencies);
  const failures = countsOf(({ failedAfter }) => failedAfter);
  const censored = countsOf(({ pendingAges }) => pendingAges);
  const instants = new Set([...deliveries.keys(), ...failures.keys(), ...censored.keys()]);
  const seconds: number[] = [];
  const shares: number[] = [];
  let observed = submitted;
  let weight = 1;
  let reached = 0;
  for (const second of [...instants].sort((a, b) => a - b)) {
    const arrived = deliveries.get(second) ?? 0;
    if (arrived > 0) {
      reached += weight * arrived;
      seconds.push(second);
      shares.push(Math.min(1, reached / submitted));
    }
    observed -= arrived + (failures.get(second) ?? 0);
    // Messages pending at this age are censored after the deliveries and failures of the same second.
    const leaving = censored.get(second) ?? 0;
    if (leaving === 0) continue;
    if (leaving === observed) return { seconds, shares, lastSecond: second, untimedShare };
    weight *= observed / (observed - leaving);
    observed -= leaving;
  }
  const lastSecond = Number.isFinite(untilSecond) ? untilSecond : undefined;
  return { seconds, shares, lastSecond, untimedShare };
}

export function shareAt({ seconds, shares, lastSecond }: DeliveryCurve, second: number): number | undefined {
  if (lastSecond !== undefined && second > lastSecond) return undefined;
  const after = seconds.findIndex((one) => one > second);
  const at = (after === -1 ? seconds.length : after) - 1;
  return at < 0 ? 0 : shares[at];
}

export interface ShareWithin {
  readonly seconds: number;
  readonly share: number | undefined;
  /** Share of submitted messages that have a final status or are at least `seconds` old. */
  readonly followed: number;
}

const WITHIN_SECONDS: readonly number[] = [5, 10, 30, 60];

export function shareWithin(
  figures: Figures | readonly Figures[],
  times: readonly number[] = WITHIN_SECONDS,
): ShareWithin[] {
  const curve = deliveryCurve(figures, Math.max(...times));
  const parts = [figures].flat();
  const submitted = sumOf(parts, (part) => part.submitted);
  return times.map((seconds) => {
    const tooYoung = sumOf(parts, ({ pendingAges }) => countBetween(pendingAges, 0, seconds));
    return {
      seconds,
      share: curve && shareAt(curve, seconds),
      followed: submitted === 0 ? 0 : 1 - tooYoung / submitted,
    };
  });
}

function countsBySecond(lists: readonly SecondCounts[], untilSecond: number): Map<number, number> {
  const found = new Map<number, number>();
  for (const { seconds, counts } of lists) {
    for (const [at, second] of seconds.entries()) {
      if (second > untilSecond) break;
      found.set(second, (found.get(second) ?? 0) + (counts[at] ?? 0));
    }
  }
  return found;
}
