import { countBetween, type SecondCounts, sizeOf } from '../counting/second-counts.ts';
import type { Figures } from './figures.ts';
import { countStatuses, sumOf } from './rates.ts';

/** The share of all submitted messages that is delivered within so many seconds of `time_platform`. */
interface DeliveryCurve {
  /** Ascending; the curve rises at each and is level between them. */
  readonly seconds: readonly number[];
  /** Parallel to `seconds`: the share from there on, from 0 to 1. */
  readonly shares: readonly number[];
  /** The last second of which anything can be said; `undefined` where the curve goes on level for ever. */
  readonly lastSecond: number | undefined;
  /** Share of submitted messages delivered at a time that is not known: what the curve may be too low by. */
  readonly untimedShare: number;
}

/**
 * Estimates "delivered within t" with the pending messages as censored observations (delivered so far: no;
 * afterwards: unknown) and failure as a competing event, after which nothing is delivered. The Aalen–Johansen
 * estimator: F(t) = Σ S(u−) · d(u) ÷ n(u) over all seconds u ≤ t, with n(u) messages neither ended nor
 * censored before u, d(u) of them delivered at u, and S(u−) the share not ended before u (Kaplan–Meier, both
 * events). Aalen & Johansen, Scandinavian Journal of Statistics 5 (1978). Reckoned in Efron's equal form (Fifth
 * Berkeley Symposium, 1967): a censored message hands its weight on, in equal parts, to those still under
 * observation. Without censoring every weight is 1, and F(t) is exactly delivered within t ÷ submitted.
 *
 * What happened at an unknown time counts as if it came after everything else: failures, deliveries without a
 * usable time, words we do not know, pending ones without an age. All of them stay among the submitted, and
 * none counts as delivered within any t. Any other time for them could only raise the curve, so it never
 * promises a speed that was not seen; `untimedShare` says how much of it is deliveries.
 *
 * `undefined` where there is no message, or where messages were delivered and the time of not one is known.
 * Parts, which must not share messages, need not be merged. It is reckoned up to `untilSecond`; nothing is said of what comes after that.
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
      // Many handings-on may add up to a hair above the whole.
      shares.push(Math.min(1, reached / submitted));
    }
    observed -= arrived + (failures.get(second) ?? 0);
    // Pending at this age means not delivered within it: the second's events come before its censoring.
    const leaving = censored.get(second) ?? 0;
    if (leaving === 0) continue;
    if (leaving === observed) return { seconds, shares, lastSecond: second, untimedShare };
    weight *= observed / (observed - leaving);
    observed -= leaving;
  }
  const lastSecond = Number.isFinite(untilSecond) ? untilSecond : undefined;
  return { seconds, shares, lastSecond, untimedShare };
}

/** The curve's share at a second; `undefined` after the last of which anything can be said. */
export function shareAt({ seconds, shares, lastSecond }: DeliveryCurve, second: number): number | undefined {
  if (lastSecond !== undefined && second > lastSecond) return undefined;
  const after = seconds.findIndex((one) => one > second);
  const at = (after === -1 ? seconds.length : after) - 1;
  return at < 0 ? 0 : shares[at];
}

export interface ShareWithin {
  readonly seconds: number;
  readonly share: number | undefined;
  /** Share of submitted messages not pending, or followed for this long: where it is low, `share` rests on few. */
  readonly followed: number;
}

/** Seconds of which it is told how many messages were delivered within them. */
const WITHIN_SECONDS: readonly number[] = [5, 10, 30, 60];

/** How many of all submitted messages are delivered within each of the times, by `deliveryCurve`. */
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
