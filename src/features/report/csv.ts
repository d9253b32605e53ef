import {
  mergeOutcomes,
  type OperatorFigures,
  type RatesOptions,
  rates,
  summarizeLeg,
} from '../../domain/statistics.ts';
import { toCsvFile } from '../../slack/csv.ts';
import { untrusted } from '../../slack/untrusted.ts';

const LONGEST_OPERATOR = 200;

/** A part of a period and its figures. */
export interface Part {
  readonly start: Date;
  readonly end: Date;
  readonly figures: readonly OperatorFigures[];
}

/**
 * Figures as a table, a row for each part of the period and operator: times in ISO 8601, UTC; rates from 0 to 1;
 * percentiles of the legs in seconds, empty where nothing was measured.
 */
export function toCsv(parts: readonly Part[], options: RatesOptions): string {
  const rows = parts.flatMap((part) =>
    [...Map.groupBy(part.figures, ({ operator }) => operator)].sort(byOperator).map(([operator, own]) => {
      const figures = own.map((one) => one.figures);
      const legs = mergeOutcomes(figures);
      const found = rates(figures, options);
      return {
        from: part.start.toISOString(),
        to: part.end.toISOString(),
        operator: operator === undefined ? undefined : untrusted(operator, LONGEST_OPERATOR),
        submitted: found.submitted,
        delivered: found.delivered,
        failed: found.failed,
        pending: found.pending,
        no_receipt: found.noReceipt,
        other: found.other,
        delivery_rate: toRate(found.deliveryRate),
        delivered_of_final: toRate(found.deliveredOfFinal),
        ...percentiles('platform_to_operator', legs.platformToOperator),
        ...percentiles('operator_to_handset', legs.operatorToHandset),
        ...percentiles('total', legs.total),
      };
    }),
  );
  return toCsvFile(rows);
}

function percentiles(leg: string, figures: Parameters<typeof summarizeLeg>[0]) {
  const { p50, p90, p95, p99 } = summarizeLeg(figures);
  return {
    [`${leg}_p50_seconds`]: p50,
    [`${leg}_p90_seconds`]: p90,
    [`${leg}_p95_seconds`]: p95,
    [`${leg}_p99_seconds`]: p99,
  };
}

/** The unknown route last. */
function byOperator(
  [a]: readonly [string | undefined, unknown],
  [b]: readonly [string | undefined, unknown],
) {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  return a < b ? -1 : 1;
}

function toRate(share: number | undefined): string | undefined {
  return share?.toFixed(4);
}
