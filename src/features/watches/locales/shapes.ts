import type { Attribution } from '../../../domain/detection/attribution.ts';

/** Formatted start of an incident; `firstSeen` if the incident may have begun earlier. */
export type Began = { readonly since: string; readonly relapse?: Relapse } | { readonly firstSeen: string };

/** How often it was bad, the present time included, and since when. */
export interface Relapse {
  readonly times: number;
  readonly first: string;
}

/** What the history tells of an event: the new verdict, and who acted. */
export interface EventFacts {
  readonly verdict: string;
  readonly name: string | undefined;
}

/** Formatted time in which an operator was bad, or since when it is. */
export type SpanTime = { readonly since: string; readonly isBetter: boolean } | { readonly hours: string };

export type ExampleKinds = Readonly<Record<'failed' | 'late' | 'waiting' | 'slow' | 'notHandedOver', number>>;

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
