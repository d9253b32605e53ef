import type { ShareWithin } from './delivery-curve.ts';
import type { Doubts } from './doubts.ts';
import type { LegName, Outcomes } from './figures.ts';
import type { Period } from './period.ts';
import { type LatencySummary, type Rates, summarizeLeg } from './rates.ts';
import type { FailureWord, Routes, SilentOperators } from './routes.ts';

/** What became of the messages of a period, as far as was known at a time. */
export interface PeriodFigures extends Routes {
  readonly period: Period;
  readonly asOf: Date;
  /** When the last receipt can come. */
  readonly settlesAt: Date;
  readonly totals: Rates;
  readonly distinctFailing: number | undefined;
  readonly legs: Readonly<Record<LegName, LatencySummary>>;
  readonly within: readonly ShareWithin[];
  /** The platform's words for failures, the most frequent first. */
  readonly failures: readonly FailureWord[];
  /** Operators without a receipt for any message, where they move the delivery rate. */
  readonly silent: SilentOperators | undefined;
  readonly doubts: Doubts;
}

export function summarizeLegs({
  platformToOperator,
  operatorToHandset,
  total,
}: Pick<Outcomes, LegName>): PeriodFigures['legs'] {
  return {
    platformToOperator: summarizeLeg(platformToOperator),
    operatorToHandset: summarizeLeg(operatorToHandset),
    total: summarizeLeg(total),
  };
}
