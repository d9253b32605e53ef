import { mergeCounts, type SecondCounts } from '../counting/second-counts.ts';

export interface LegFigures {
  readonly latencies: SecondCounts;
  /** Messages with both times but a wrong clock, as in `timelineOf`. They have no latency. */
  readonly clockOff: number;
}

/** Figures as of a reading. Figures of disjoint sets add up (`mergeFigures`). */
export interface Figures {
  readonly submitted: number;
  /** By the platform's word, trimmed and lower-case; `''` is none. The sum is `submitted`. */
  readonly words: ReadonlyMap<string, number>;
  readonly platformToOperator: LegFigures;
  /** Only of delivered messages, like `total`. */
  readonly operatorToHandset: LegFigures;
  readonly total: LegFigures;
  readonly failedAfter: SecondCounts;
  /** Age of pending messages without a receipt: from the platform's time, else the hand-over. */
  readonly pendingAges: SecondCounts;
}

/** Limits memory. */
export const MAX_OPERATORS_LISTED = 200;
/** Operators or status words beyond the limit. */
export const OTHER_NAME = '(other)';

export interface Cell {
  /** Unix seconds, start of the quarter hour of `time_platform`; `undefined` without such a time. */
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

/** Without `failedAfter` and `pendingAges`, which are slow to merge. */
export type CoreFigures = Pick<Figures, 'submitted' | 'words' | LegName>;

/** Parts must not share messages. */
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
