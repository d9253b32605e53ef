import type { Owner } from '../../../domain/incidents/attribution.ts';
import type { BadVerdict } from '../../../domain/incidents/verdict.ts';

/** What an incident is called; down as far as can be told may be late, and who does not answer may refuse to. */
export type IncidentLabel = BadVerdict | 'down_or_late' | 'platform_refusing' | 'platform_unreadable';

/** What is said where the platform answers with something from which no figures can be read. */
export interface UnusableAnswer {
  readonly headline: string;
  readonly because?: string;
  readonly nextStep: string;
}

/** When something began, as a headline says it: what `Formatter.since` makes, or `Formatter.moment`. */
export type Began = { readonly since: string } | { readonly firstSeen: string };

export interface ExampleKinds {
  readonly failed: number;
  readonly late: number;
  /** Without a receipt for longer than they should be. */
  readonly waiting: number;
  /** Handed to the operator slowly, whenever they came. */
  readonly slow: number;
  /** Not handed to the operator at all. */
  readonly notHandedOver: number;
}

/** What the platform or an operator is told; moments carry their zone. */
export interface StatementFacts {
  readonly subject: string;
  readonly from: string;
  readonly isFirstSeen: boolean;
  /** Left out: it goes on. */
  readonly to: string | undefined;
  readonly lasted: string;
  readonly owner: Owner | undefined;
  readonly affected: string | undefined;
  readonly worstAt: string | undefined;
  /** The findings are of the messages of all operators, and not of those that are named alone. */
  readonly isOfAll: boolean;
  readonly findings: readonly string[];
  readonly examples:
    | {
        readonly time: string;
        /** What became of the messages is as it was then. */
        readonly readAt: string;
        readonly sections: readonly string[];
        readonly shown: string;
      }
    | undefined;
}

/** Whole messages, of which it would be `usual` as usual; `since` is what `Formatter.since` makes. */
export interface EvidenceFigures {
  readonly hits: number;
  readonly of: number;
  readonly usual: number;
  readonly since: string;
}

/** Since when so many are delivered, how many usually are, and what the operator is therefore called. */
export interface AlmostCertain {
  readonly since: string;
  readonly usual: string;
  readonly verdict: string;
}

/** So many times in so many years. */
export interface Frequency {
  readonly times: number;
  readonly years: number;
}

/** From here on one digit says enough. */
const MANY = 20;

/** About how often, as people say it: 0.1 a year is once in 10 years, 84 are 80. */
export function frequencyOf(perYear: number): Frequency {
  if (perYear < 0.75) return { times: 1, years: Math.max(2, Math.round(1 / perYear)) };
  return { times: Number(perYear < MANY ? Math.round(perYear) : perYear.toPrecision(1)), years: 1 };
}

/** The steps in which people count what is rare. */
const YEARS = [100, 50, 20, 10, 5, 2, 1];

/** How often at most: the rarest of the steps that is certainly not too rare. */
export function rarityOf(perYear: number): Frequency {
  const years = YEARS.find((one) => perYear * one <= 1);
  return years === undefined ? { times: Math.ceil(perYear), years: 1 } : { times: 1, years };
}
