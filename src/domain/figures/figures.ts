import { mergeCounts, type SecondCounts } from '../counting/second-counts.ts';

export interface LegFigures {
  readonly latencies: SecondCounts;
  /** Number of messages without a usable latency, because a clock was wrong (see `timelineOf`). */
  readonly clockOff: number;
}

/** Counts of messages at the time of one reading; `mergeFigures` adds figures of different messages. */
export interface Figures {
  readonly submitted: number;
  /** Messages by the platform's status word in lower case; `''` is no word. The sum is `submitted`. */
  readonly words: ReadonlyMap<string, number>;
  readonly platformToOperator: LegFigures;
  /** Latencies of delivered messages only, as in `total`. */
  readonly operatorToHandset: LegFigures;
  readonly total: LegFigures;
  readonly failedAfter: SecondCounts;
  /** Ages of pending messages without a receipt, from the platform's time, else from the hand-over. */
  readonly pendingAges: SecondCounts;
}

/** To limit memory, at most this many operators are listed; others are counted together as `OTHER_NAME`. */
export const MAX_OPERATORS_LISTED = 200;
export const OTHER_NAME = '(other)';

export interface Cell {
  /** Start of the quarter hour of `time_platform` in Unix seconds; `undefined` without that time. */
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

export type CoreFigures = Pick<Figures, 'submitted' | 'words' | LegName>;

/** Adds figures, which must not count the same message twice. */
export function mergeFigures(parts: readonly Figures[]): Figures {
  const [first] = parts;
  if (first && parts.length === 1) return first;
  return {
    ...mergeCoreFigures(parts),
    failedAfter: mergeCounts(parts.map(({ failedAfter }) => failedAfter)),
    pendingAges: mergeCounts(parts.map(({ pendingAges }) => pendingAges)),
  };
}

export function mergeCoreFigures(parts: readonly CoreFigures[]): CoreFigures {
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
