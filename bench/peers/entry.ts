/** An entry of a report. Some platforms omit unknown fields. */
export interface PeerEntry {
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

/** Figures that every reader computes from a report. All readers must agree. */
export interface CellFigures {
  readonly statuses: Readonly<Record<string, number>>;
  /** p50, p90, p95 and p99 in whole seconds. */
  readonly latencies: Readonly<Record<(typeof LEGS)[number], readonly (number | undefined)[]>>;
}

/** By quarter hour and operator: `cellName`. */
export type ReportFigures = Readonly<Record<string, CellFigures>>;

export const QUARTER_MS = 900_000;

/** `quarterMs`: start of the quarter hour in Unix milliseconds, `NaN` if unknown. An unknown operator is `''`. */
export function cellName(quarterMs: number, operator: string): string {
  return `${quarterMs} ${operator}`;
}
