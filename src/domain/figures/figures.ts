import { mergeCounts, type SecondCounts } from '../counting/second-counts.ts';

export interface LegFigures {
  readonly latencies: SecondCounts;
  /** Messages of which both ends are known but a clock is off, as `timelineOf` judges it: in no latency. */
  readonly clockOff: number;
}

/**
 * Delivery figures of any number of messages, each as it stood when it was read. They hold nothing of a
 * single message, are exact to the second, and those of disjoint sets of messages add up (`mergeFigures`).
 */
export interface Figures {
  readonly submitted: number;
  /** By the platform's word, trimmed and lower-cased; `''` is none. They add up to `submitted`. */
  readonly words: ReadonlyMap<string, number>;
  /** Latencies of every message with both times, whatever became of it. */
  readonly platformToOperator: LegFigures;
  /** Latencies of delivered messages only; so is `total`. */
  readonly operatorToHandset: LegFigures;
  readonly total: LegFigures;
  /** Failed ones by seconds from platform to receipt; those of which that is not known are in `words` only. */
  readonly failedAfter: SecondCounts;
  /**
   * Pending ones without any receipt, by their age at the reading: seconds since the platform took them, or
   * since the hand-over where only that is known. Pending ones with the time of a receipt, or with no time at
   * all, are in `words` only.
   */
  readonly pendingAges: SecondCounts;
}

/** Operators told apart in one reading, so that memory does not grow with what the platform calls them. */
export const MAX_OPERATORS_TOLD = 200;
/** Stands for operators, or status words, that came when too many others had come before them: it is none of them. */
export const OTHER_NAME = '(other)';

export interface Cell {
  /** Start of the quarter hour of `time_platform`, Unix seconds; `undefined` where messages have no such time. */
  readonly quarter: number | undefined;
  readonly operator: string | undefined;
  readonly figures: Figures;
}

export type OperatorFigures = Pick<Cell, 'operator' | 'figures'>;

export function figuresOf(operators: readonly Pick<Cell, 'figures'>[]): Figures[] {
  return operators.map(({ figures }) => figures);
}

export type LegName = 'platformToOperator' | 'operatorToHandset' | 'total';

export const LEGS: readonly LegName[] = ['platformToOperator', 'operatorToHandset', 'total'];

/** Without the times of failed and pending messages, which take by far the longest to merge for many days. */
export type Outcomes = Pick<Figures, 'submitted' | 'words' | LegName>;

/** All parts together, in any order and grouping; none give those of no message. Parts must not share messages. */
export function mergeFigures(parts: readonly Figures[]): Figures {
  const [first] = parts;
  if (first && parts.length === 1) return first;
  return {
    ...mergeOutcomes(parts),
    failedAfter: mergeCounts(parts.map(({ failedAfter }) => failedAfter)),
    pendingAges: mergeCounts(parts.map(({ pendingAges }) => pendingAges)),
  };
}

export function mergeOutcomes(parts: readonly Outcomes[]): Outcomes {
  let submitted = 0;
  const words = new Map<string, number>();
  for (const part of parts) {
    submitted += part.submitted;
    for (const [word, count] of part.words) words.set(word, (words.get(word) ?? 0) + count);
  }
  const leg = (name: LegName) => mergeLegs(parts.map((part) => part[name]));
  return {
    submitted,
    words,
    platformToOperator: leg('platformToOperator'),
    operatorToHandset: leg('operatorToHandset'),
    total: leg('total'),
  };
}

export function mergeLegs(parts: readonly LegFigures[]): LegFigures {
  return {
    latencies: mergeCounts(parts.map(({ latencies }) => latencies)),
    clockOff: parts.reduce((sum, { clockOff }) => sum + clockOff, 0),
  };
}
