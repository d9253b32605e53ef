import type { Attribution } from '../../../domain/incidents/attribution.ts';

export interface UnusableAnswer {
  readonly headline: string;
  readonly because?: string;
  readonly nextStep: string;
}

/** Formatted start of an incident; `firstSeen` if the incident may have begun earlier. */
export type Began = { readonly since: string; readonly relapse?: Relapse } | { readonly firstSeen: string };

/** How often it was bad, the present time included, and since when. */
export interface Relapse {
  readonly times: number;
  readonly first: string;
}

/** Formatted time in which an operator was bad, or since when it is. */
export type SpanTime = { readonly since: string; readonly isBetter: boolean } | { readonly hours: string };

export interface ExampleKinds {
  readonly failed: number;
  readonly late: number;
  readonly waiting: number;
  readonly slow: number;
  readonly notHandedOver: number;
}

/** Facts for the escalation report to the platform or an operator; times include their time zone. */
export interface StatementFacts {
  readonly subject: string;
  readonly from: string;
  readonly isFirstSeen: boolean;
  /** Formatted end of the incident; `undefined` while the incident lasts. */
  readonly to: string | undefined;
  readonly lasted: string;
  readonly owner: Attribution | undefined;
  readonly affected: string | undefined;
  readonly worstAt: string | undefined;
  /** The findings are about all operators, not only the named ones. */
  readonly isOfAll: boolean;
  readonly findings: readonly string[];
  readonly examples:
    | {
        readonly time: string;
        readonly readAt: string;
        readonly sections: readonly string[];
        readonly shown: string;
      }
    | undefined;
}

/** Numbers of messages; `usual` is the usual number, and `since` is formatted by `Formatter.since`. */
export interface EvidenceFigures {
  readonly hits: number;
  readonly of: number;
  readonly usual: number;
  readonly since: string;
}

/** The frequency of a rare event is rounded to once in one of these numbers of years. */
const YEARS = [100, 50, 20, 10, 5, 2, 1];

/** Rounds up to the next step, so that the stated frequency is never too low. */
export function rarityOf(perYear: number): { readonly times: number; readonly years: number } {
  const years = YEARS.find((one) => perYear * one <= 1);
  return years === undefined ? { times: Math.ceil(perYear), years: 1 } : { times: 1, years };
}
