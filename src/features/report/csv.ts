import { figuresOf, mergeCoreFigures, OTHER_NAME } from '../../domain/figures/figures.ts';
import { type RatesOptions, rates, summarizeLeg } from '../../domain/figures/rates.ts';
import { timeWithOffset } from '../../domain/time/wall-clock.ts';
import { toCsvFile } from '../../posting/csv.ts';
import { sanitize } from '../../slack/blocks/text.ts';
import type { PartFigures } from './aggregate.ts';

const LONGEST_OPERATOR = 200;

/** A row per time step and operator. Times in ISO 8601 in `zone`; rates from 0 to 1; percentiles in seconds. */
export function reportCsv(
  parts: readonly PartFigures[],
  options: RatesOptions & { readonly othersName: string; readonly zone: string },
): string {
  const rows = parts.flatMap((part) =>
    [...Map.groupBy(part.figures, ({ operator }) => operator)].sort(byOperator).map(([operator, own]) => {
      const figures = figuresOf(own);
      const legs = mergeCoreFigures(figures);
      const found = rates(figures, options);
      return {
        from: timeWithOffset(part.start, options.zone),
        to: timeWithOffset(part.end, options.zone),
        operator:
          operator === OTHER_NAME ? options.othersName : operator && sanitize(operator, LONGEST_OPERATOR),
        submitted: found.submitted,
        delivered: found.delivered,
        failed: found.failed,
        pending: found.pending,
        no_receipt: found.noReceipt,
        other: found.other,
        delivery_rate: found.deliveryRate?.toFixed(4),
        delivered_of_final: found.deliveredOfFinal?.toFixed(4),
        ...percentiles('platform_to_operator', legs.platformToOperator),
        ...percentiles('operator_to_handset', legs.operatorToHandset),
        ...percentiles('total', legs.total),
      };
    }),
  );
  return toCsvFile(rows);
}

function percentiles(leg: string, figures: Parameters<typeof summarizeLeg>[0]) {
  const summary = summarizeLeg(figures);
  const names = ['p50', 'p90', 'p95', 'p99'] as const;
  return Object.fromEntries(names.map((name) => [`${leg}_${name}_seconds`, summary[name]]));
}

function byOperator(
  [a]: readonly [string | undefined, unknown],
  [b]: readonly [string | undefined, unknown],
) {
  if (a === OTHER_NAME || b === OTHER_NAME) return Number(a === OTHER_NAME) - Number(b === OTHER_NAME);
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  return a < b ? -1 : 1;
}
