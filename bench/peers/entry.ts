/** An entry of a report, as the interface describes it. */
export interface Entry {
  readonly msisdn: string;
  readonly operator: string;
  readonly status: string;
  readonly text: string;
  readonly time_platform: string;
  readonly time_operator: string;
  readonly time_dlr: string;
}

export const LEGS = ['platformToOperator', 'operatorToHandset', 'total'] as const;
export const PERCENTS = [50, 90, 95, 99] as const;

/** What every reader has to find out of a report: it must come to the same with all of them. */
export interface OperatorFigures {
  readonly statuses: Readonly<Record<string, number>>;
  /** p50, p90, p95 and p99 in whole seconds. */
  readonly latencies: Readonly<Record<(typeof LEGS)[number], readonly (number | undefined)[]>>;
}

/** By operator; `''` is an unknown one. */
export type ReportFigures = Readonly<Record<string, OperatorFigures>>;
