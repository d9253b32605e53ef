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
