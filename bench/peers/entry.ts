/** An entry of a report, as the interface describes it; some platforms leave out what they do not know. */
export interface Entry {
  readonly msisdn: string;
  readonly operator?: string;
  readonly status: string;
  readonly text?: string;
  readonly time_platform?: string;
  readonly time_operator?: string;
  readonly time_dlr?: string;
}

export const LEGS = ['platformToOperator', 'operatorToHandset', 'total'] as const;
export const PERCENTS = [50, 90, 95, 99] as const;

/** What every reader has to find out of a report: it must come to the same with all of them. */
export interface CellFigures {
  readonly statuses: Readonly<Record<string, number>>;
  /** p50, p90, p95 and p99 in whole seconds. */
  readonly latencies: Readonly<Record<(typeof LEGS)[number], readonly (number | undefined)[]>>;
}

/** By quarter hour and operator: `cellName`. */
export type ReportFigures = Readonly<Record<string, CellFigures>>;

export const QUARTER_MS = 900_000;

/** `quarterMs` is the start of a quarter hour since 1970, `NaN` where there is none; an unknown operator is `''`. */
export function cellName(quarterMs: number, operator: string): string {
  return `${quarterMs} ${operator}`;
}
