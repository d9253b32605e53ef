import { HOUR_SECONDS, QUARTER_SECONDS } from '../../runtime/durations.ts';
import { countBetween, mergeCounts, sizeOf } from '../counting/second-counts.ts';
import { deliveryCurve, shareAt } from '../figures/delivered-within.ts';
import type { Cell, Figures, LegFigures, LegName } from '../figures/figures.ts';
import { countStatuses, type Proportion, percentile, shareOf, sumOf } from '../figures/rates.ts';

export interface Counts {
  readonly recent: number;
  /** Messages that are 2 to 7 minutes old; hits have no receipt yet. */
  readonly waiting: Proportion;
  /** Messages of the youngest quarter hour; hits took over 2 minutes, or failed (`failed`). */
  readonly late: Proportion & { readonly failed?: number | undefined };
  /** Messages of the youngest quarter hour; hits reached the operator after 30 s, or not yet (`missing`). */
  readonly slowHandOver: Proportion & { readonly missing?: number | undefined };
  /** Messages of the quarter hours that began within the last hour; hits failed. */
  readonly failed: Proportion;
  /** Latencies of the youngest quarter hour; hits were measured by a wrong clock. */
  readonly clockOff: Proportion;
}

export type ShareName = Exclude<keyof Counts, 'recent'>;

export interface OperatorCounts {
  readonly operator: string | undefined;
  readonly counts: Counts;
  /** Counts of the last hour by quarter hour, so that the next reading can count new messages only. */
  readonly quarters?: readonly QuarterCounts[] | undefined;
}

export interface QuarterCounts {
  readonly start: number;
  readonly submitted: number;
  readonly failed: number;
  readonly handedOver: number;
  readonly slow: number;
  readonly late: number;
}

export const IN_TIME_SECONDS = 120;
export const NO_COUNTS: Counts = addCounts([]);

export function addCounts(list: readonly Counts[]): Counts {
  const add = (name: ShareName): Proportion => ({
    of: sumOf(list, (counts) => counts[name].of),
    hits: sumOf(list, (counts) => counts[name].hits),
  });
  return {
    recent: sumOf(list, ({ recent }) => recent),
    waiting: add('waiting'),
    late: { ...add('late'), failed: sumOf(list, ({ late }) => late.failed ?? 0) },
    slowHandOver: {
      ...add('slowHandOver'),
      missing: sumOf(list, ({ slowHandOver }) => slowHandOver.missing ?? 0),
    },
    failed: add('failed'),
    clockOff: add('clockOff'),
  };
}

/** Counts of a measure as people read it: failed messages are not late. */
export function measure(counts: Counts, name: ShareName): Proportion {
  if (name !== 'late') return counts[name];
  const { of, hits, failed = 0 } = counts.late;
  return { of, hits: hits - failed };
}

/** Window for waiting messages: short enough to show an outage early, long enough for some messages. */
const WAITING_WINDOW_SECONDS = 300;
const HAND_OVER_SECONDS = 30;
const RECENT_SECONDS = 900;
/** A quarter hour younger than this has too few old messages, so the previous one is counted too. */
export const MIN_QUARTER_AGE_SECONDS = 300;
const FAILED_WINDOW_SECONDS = HOUR_SECONDS;

/** Counts the quarter hours of the last hour; assumes evenly spread messages within a quarter hour. */
export function countsOf(cells: readonly Cell[], readAt: Date): OperatorCounts[] {
  const read = secondsOf(readAt);
  const newest = cells.filter(
    (cell): cell is TimedCell =>
      cell.quarter !== undefined && cell.quarter <= read && cell.quarter > read - FAILED_WINDOW_SECONDS,
  );
  return [...Map.groupBy(newest, ({ operator }) => operator)].map(([operator, own]) => ({
    operator,
    counts: countOne(own, read),
    quarters: [...Map.groupBy(own, ({ quarter }) => quarter)].map(([start, cells]) =>
      quarterOf(start, cells),
    ),
  }));
}

function quarterOf(start: number, cells: readonly TimedCell[]): QuarterCounts {
  const parts = cells.map(({ figures }) => figures);
  const { of: submitted, hits: failed } = failedPart(parts);
  const late = sumOf(parts, ({ total }) =>
    countBetween(total.latencies, IN_TIME_SECONDS + 1, Number.POSITIVE_INFINITY),
  );
  const handedOver = sumOf(parts, ({ platformToOperator }) => measured(platformToOperator));
  return { start, submitted, failed, handedOver, slow: slowIn(parts), late };
}

type TimedCell = Cell & { readonly quarter: number };

function countOne(cells: readonly TimedCell[], read: number): Counts {
  const youngest = youngestIn(cells, read);
  return {
    recent: submittedIn(cells, read, 0, RECENT_SECONDS),
    waiting: waitingPart(cells, read),
    late: latePart(youngest),
    slowHandOver: handOverPart(youngest),
    failed: failedPart(cells.map(({ figures }) => figures)),
    clockOff: clockPart(youngest),
  };
}

export function waitingSince(readAt: Date): Date {
  return new Date(readAt.getTime() - (IN_TIME_SECONDS + WAITING_WINDOW_SECONDS) * 1000);
}

export function youngestSince(readAt: Date): Date {
  return new Date(firstYoungest(secondsOf(readAt)) * 1000);
}

export function failedSince(readAt: Date): Date {
  const hourAgo = Math.floor((secondsOf(readAt) - FAILED_WINDOW_SECONDS) / QUARTER_SECONDS) * QUARTER_SECONDS;
  return new Date((hourAgo + QUARTER_SECONDS) * 1000);
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

function firstYoungest(read: number): number {
  const underWay = Math.floor(read / QUARTER_SECONDS) * QUARTER_SECONDS;
  return read - underWay >= MIN_QUARTER_AGE_SECONDS ? underWay : underWay - QUARTER_SECONDS;
}

function youngestIn(cells: readonly Cell[], read: number): Figures[] {
  const first = firstYoungest(read);
  return cells
    .filter(({ quarter }) => quarter !== undefined && quarter >= first && quarter <= read)
    .map(({ figures }) => figures);
}

/** Estimates how many messages are at least `youngest` and less than `oldest` seconds old. */
function submittedIn(cells: readonly TimedCell[], read: number, youngest: number, oldest: number): number {
  return sumOf(cells, ({ quarter, figures }) => {
    const end = Math.min(quarter + QUARTER_SECONDS, read);
    const overlap = Math.min(end, read - youngest) - Math.max(quarter, read - oldest);
    return overlap > 0 ? (figures.submitted * overlap) / (end - quarter) : 0;
  });
}

function waitingPart(cells: readonly TimedCell[], read: number): Proportion {
  const oldest = IN_TIME_SECONDS + WAITING_WINDOW_SECONDS;
  const hits = sumOf(cells, ({ figures }) => countBetween(figures.pendingAges, IN_TIME_SECONDS, oldest));
  // A few messages are not evenly spread in time, so pending messages count by their exact age.
  const withoutPending = cells.map((cell) => {
    const submitted = Math.max(0, cell.figures.submitted - sizeOf(cell.figures.pendingAges));
    return { ...cell, figures: { ...cell.figures, submitted } };
  });
  const windowOf = (some: readonly TimedCell[]) => submittedIn(some, read, IN_TIME_SECONDS, oldest);
  return { of: Math.max(hits, Math.min(windowOf(cells), hits + windowOf(withoutPending))), hits };
}

/** Estimates the late messages (Aalen–Johansen). A delivery with a wrong clock counts as on time. */
function latePart(parts: readonly Figures[]): Counts['late'] {
  const submitted = sumOf(parts, (part) => part.submitted);
  const tooYoung = sumOf(parts, ({ pendingAges }) => countBetween(pendingAges, 0, IN_TIME_SECONDS));
  const of = submitted - tooYoung;
  if (of <= 0) return NO_COUNTS.late;
  const share = lateShare(parts, of);
  if (share === undefined) return NO_COUNTS.late;
  const hits = of * share;
  return { of, hits, failed: Math.min(hits, failedPart(parts).hits) };
}

function lateShare(parts: readonly Figures[], of: number): number | undefined {
  const curve = deliveryCurve(parts, IN_TIME_SECONDS);
  if (!curve) return 1 - sumOf(parts, (part) => countStatuses(part).delivered) / of;
  const inTime = shareAt(curve, IN_TIME_SECONDS);
  return inTime === undefined ? undefined : Math.max(0, 1 - inTime - curve.untimedShare);
}

/** Counts slow hand-overs, without failed and young pending messages: their hand-over time is unknown. */
function handOverPart(parts: readonly Figures[]): Counts['slowHandOver'] {
  const submitted = sumOf(parts, (part) => part.submitted);
  const handedOver = sumOf(parts, ({ platformToOperator }) => measured(platformToOperator));
  const slow = slowIn(parts);
  const young = sumOf(parts, ({ pendingAges }) => countBetween(pendingAges, 0, HAND_OVER_SECONDS + 1));
  const notHandedOver = submitted - handedOver;
  const unknown = Math.min(notHandedOver, young + failedPart(parts).hits);
  const missing = notHandedOver - unknown;
  return { of: submitted - unknown, hits: slow + missing, missing };
}

function slowIn(parts: readonly Figures[]): number {
  return sumOf(parts, ({ platformToOperator }) =>
    countBetween(platformToOperator.latencies, HAND_OVER_SECONDS + 1, Number.POSITIVE_INFINITY),
  );
}

function failedPart(parts: readonly Figures[]): Proportion {
  return {
    of: sumOf(parts, (part) => part.submitted),
    hits: sumOf(parts, (part) => countStatuses(part).failed),
  };
}

function clockPart(parts: readonly Figures[]): Proportion {
  const ofLeg = (leg: LegName): Proportion => ({
    of: sumOf(parts, (part) => measured(part[leg])),
    hits: sumOf(parts, (part) => part[leg].clockOff),
  });
  const handOver = ofLeg('platformToOperator');
  const total = ofLeg('total');
  return (shareOf(total) ?? 0) > (shareOf(handOver) ?? 0) ? total : handOver;
}

function measured({ latencies, clockOff }: LegFigures): number {
  return countBetween(latencies, 0, Number.POSITIVE_INFINITY) + clockOff;
}

/** 95th percentile of the time to the operator; `undefined` if too many messages are not handed over. */
export interface TimeToOperator {
  readonly seconds: number | undefined;
}

export interface ReadCells {
  readonly cells: readonly Cell[];
  readonly readAt: Date;
}

const TO_OPERATOR_PERCENTILE = 95;
const FEWEST_TIMED = 50;

/** Messages not handed over in time count as slowest. `undefined` for fewer than `FEWEST_TIMED` messages. */
export function timeToOperator(readings: readonly ReadCells[]): TimeToOperator | undefined {
  const parts = readings.flatMap(({ cells, readAt }) => youngestIn(cells, secondsOf(readAt)));
  const latencies = mergeCounts(parts.map(({ platformToOperator }) => platformToOperator.latencies));
  const { missing = 0 } = handOverPart(parts);
  if (sizeOf(latencies) + missing < FEWEST_TIMED) return undefined;
  const all = {
    seconds: [...latencies.seconds, Number.POSITIVE_INFINITY],
    counts: [...latencies.counts, missing],
  };
  const seconds = percentile(all, TO_OPERATOR_PERCENTILE);
  return { seconds: seconds !== undefined && Number.isFinite(seconds) ? seconds : undefined };
}
