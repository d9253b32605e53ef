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
  /** Onset as computed from figures, or else the time of the first bad check. */
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
  /** Time in ms that the platform was busy with the check’s reading; 0 if the reading failed at once. */
  readonly tookMs: number;
  /** Present while readings from the platform fail: since when, why, and until when none is tried. */
  readonly failing?: Failing | undefined;
}

export interface Failing {
  readonly since: Date;
  readonly because: FailureCode;
  readonly until: Date;
}

/** Facts about an incident: findings of the last conclusive check, and in `worst` the worst of all checks. */
export interface IncidentEvidence extends Evidence {
  readonly verdict?: IncidentVerdict | undefined;
  /** Time of the first of the latest consecutive good checks. */
  readonly wellSince?: Date | undefined;
  readonly lastFound?: LastFindings | undefined;
  /** Time of the last finding, if the checks after it had none. */
  readonly overSince?: Date | undefined;
  /** True if the incident may have begun earlier, because the figures do not reach further back. */
  readonly isFirstSeen?: boolean | undefined;
  readonly affected?: Affected | undefined;
  /** In an incident of all operators: number of operators that were judged. */
  readonly judged?: number | undefined;
  readonly apart?: OperatorSplit | undefined;
  /** Operators that send no receipts; `null` stands for messages without an operator name. */
  readonly withoutReceipts?: readonly (string | null)[] | undefined;
  /** Findings of the worst check; absent if there are none, as in an incident of the platform itself. */
  readonly worst?: Evidence | undefined;
  /** Time of the first of the latest consecutive checks without a result. */
  readonly unseenSince?: Date | undefined;
  readonly refusal?: FailureCode | undefined;
  readonly failure?: FailureCode | undefined;
}

/** Number of undelivered messages since the onset, minus the usual number. */
export interface Affected {
  readonly count: number;
  /** Counts of the newest quarter hours, which may still grow. */
  readonly quarters: readonly QuarterCount[];
}

export interface QuarterCount {
  readonly start: Date;
  readonly count: number;
}

/** Which operators have findings of their own during an incident of all operators. */
export interface OperatorSplit {
  readonly since: Date;
  readonly checks: number;
  /** Operators with findings of their own; `null` stands for messages without an operator name. */
  readonly bad: readonly {
    readonly operator: string | null;
    readonly since: Date;
    readonly checks: number;
  }[];
}
