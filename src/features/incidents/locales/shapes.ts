import type { Attribution } from '../../../domain/incidents/attribution.ts';
import type { BadVerdict } from '../../../domain/incidents/verdict.ts';

/** `down_or_late`: probably down. A platform without figures either refuses requests or is unreadable. */
export type IncidentLabel = BadVerdict | 'down_or_late' | 'platform_refusing' | 'platform_unreadable';

export interface UnusableAnswer {
  readonly headline: string;
  readonly because?: string;
  readonly nextStep: string;
}

/** From `Formatter.since` or `Formatter.moment`. */
export type Began = { readonly since: string } | { readonly firstSeen: string };

export interface ExampleKinds {
  readonly failed: number;
  readonly late: number;
  readonly waiting: number;
  /** Slow hand-overs, whether delivered or not. */
  readonly slow: number;
  readonly notHandedOver: number;
}

/** Texts for the platform or an operator; times include their zone. */
export interface StatementFacts {
  readonly subject: string;
  readonly from: string;
  readonly isFirstSeen: boolean;
  /** Absent while it lasts. */
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

/** Whole messages; `usual` is the usual number, `since` is from `Formatter.since`. */
export interface EvidenceFigures {
  readonly hits: number;
  readonly of: number;
  readonly usual: number;
  readonly since: string;
}

/** `verdict` is the operator's label. */
export interface AlmostCertain {
  readonly since: string;
  readonly usual: string;
  readonly verdict: string;
}

export interface Frequency {
  readonly times: number;
  readonly years: number;
}

const MANY = 20;

/** Rounded: 0.1 a year is once in 10 years, 84 a year are 80. */
export function frequencyOf(perYear: number): Frequency {
  if (perYear < 0.75) return { times: 1, years: Math.max(2, Math.round(1 / perYear)) };
  return { times: Number(perYear < MANY ? Math.round(perYear) : perYear.toPrecision(1)), years: 1 };
}

/** Steps for rare events, in years. */
const YEARS = [100, 50, 20, 10, 5, 2, 1];

/** Rounded up to the next step, so that the frequency is never understated. */
export function rarityOf(perYear: number): Frequency {
  const years = YEARS.find((one) => perYear * one <= 1);
  return years === undefined ? { times: Math.ceil(perYear), years: 1 } : { times: 1, years };
}
