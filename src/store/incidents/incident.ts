import type { FailureCode } from '../../domain/failure.ts';
import type { IncidentEnd, LifeEvent } from '../../domain/incidents/events.ts';
import type { Evidence } from '../../domain/incidents/evidence.ts';
import type { Sensitivity } from '../../domain/incidents/findings.ts';
import type { LastFindings, WatchState } from '../../domain/incidents/lifecycle.ts';
import type { IncidentSubject } from '../../domain/incidents/subject.ts';
import type { IncidentVerdict } from '../../domain/incidents/verdict.ts';

export interface Incident {
  readonly id: string;
  readonly sensitivity: Sensitivity;
  readonly subject: IncidentSubject;
  readonly verdict: IncidentVerdict;
  /** Time when the incident began: computed from figures, or else the time of the first bad check. */
  readonly beganAt: Date;
  /** Time when enough good checks, or a lack of traffic, of checks or of watches, ended the incident. */
  readonly endedAt?: Date;
  readonly revision: number;
  readonly evidence: IncidentEvidence;
  readonly events: readonly LifeEvent[];
}

export type IncidentChange =
  | {
      readonly kind: 'began';
      readonly subject: IncidentSubject;
      readonly verdict: IncidentVerdict;
      readonly beganAt: Date;
      readonly evidence: IncidentEvidence;
    }
  | ({ readonly id: string; readonly evidence: IncidentEvidence } & (
      | { readonly kind: 'worsened' | 'widened'; readonly verdict: IncidentVerdict }
      | { readonly kind: IncidentEnd | 'seen' }
    ));

export interface Watching {
  readonly version: number;
  readonly state: WatchState;
  readonly checkedAt: Date;
  /** Time in ms that the platform worked on the figures for the check; 0 if reading them failed at once. */
  readonly tookMs: number;
  /** Present while the platform cannot be read: since when, why, and until when no reading is tried. */
  readonly failing?: Failing | undefined;
}

export interface Failing {
  readonly since: Date;
  readonly because: FailureCode;
  readonly until: Date;
}

/** Facts about an incident: findings of its last conclusive check, and in `worst` of its worst check. */
export interface IncidentEvidence extends Evidence {
  readonly verdict?: IncidentVerdict | undefined;
  /** Time since which all checks of the incident were good; absent if the last check was not good. */
  readonly wellSince?: Date | undefined;
  readonly lastFound?: LastFindings | undefined;
  /** When the problem ended: at the last finding or, after a pause of over 10 minutes, at the next check. */
  readonly overSince?: Date | undefined;
  /** True if the incident may have begun earlier, because the figures do not reach further back. */
  readonly isFirstSeen?: boolean | undefined;
  readonly affected?: Affected | undefined;
  /** In an incident of all operators: number of operators with enough traffic for a verdict. */
  readonly judged?: number | undefined;
  readonly apart?: OperatorSplit | undefined;
  /** Operators that send no receipts; `null` stands for messages without an operator name. */
  readonly withoutReceipts?: readonly (string | null)[] | undefined;
  /** Findings of the worst check; absent if there are none, as in an incident of the platform itself. */
  readonly worst?: Evidence | undefined;
  /** Time since which no check of the incident has had a result; absent if the last check had one. */
  readonly unseenSince?: Date | undefined;
  readonly refusal?: FailureCode | undefined;
  readonly failure?: FailureCode | undefined;
}

/** Messages that were late or failed since the incident’s onset, minus the number that is usual. */
export interface AffectedCounts {
  /** Late and failed ones together. */
  readonly count: number;
  readonly failed: number;
  /** During silence: messages fewer than in the quietest past week at this hour. */
  readonly missing: number;
}

export interface Affected extends AffectedCounts {
  /** Counts of the newest quarter hours, which each check replaces: receipts may still come. */
  readonly quarters: readonly QuarterCount[];
}

export interface QuarterCount extends AffectedCounts {
  readonly start: Date;
}

/** Operators that are still bad in an incident of all operators, although all together have recovered. */
export interface OperatorSplit {
  readonly since: Date;
  readonly checks: number;
  /** Operators that are still bad; `null` stands for messages without an operator name. */
  readonly bad: readonly {
    readonly operator: string | null;
    readonly since: Date;
    readonly checks: number;
  }[];
}
