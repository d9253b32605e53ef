import type { Sensitivity } from '../../../domain/incident.ts';
import type { LongWords } from '../long-words.ts';
import type { Advice } from '../words.ts';

/** The words of a rehearsal of alerts. Names, numbers, shares and times come in ready to print. */
export interface RehearsalWords {
  readonly title: string;
  readonly headline: (days: string, incidents: number) => string;
  readonly none: string;
  readonly noTraffic: Advice;
  readonly noUsual: string;
  /** For how long there was an alert in these days. */
  readonly inAll: (duration: string) => string;
  readonly inAllAndPerWeek: (duration: string, count: string) => string;
  /** How it was judged. */
  readonly how: (checks: string, sensitivity: string) => string;
  readonly limits: string;
  /** By what was rehearsed. */
  readonly turnOn: Readonly<Record<Sensitivity, string>>;
  readonly caption: string;
  readonly operator: string;
  readonly verdict: string;
  readonly from: string;
  readonly lasted: string;
  readonly worst: string;
  readonly goesOn: string;
  readonly lostSight: string;
  readonly more: (count: number) => string;
  readonly chart: string;
  readonly chartAxis: string;
  readonly long: LongWords;
  readonly reckoning: (share: string) => string;
  readonly shortfall: string;
}
