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
  /** The current verdict; after the end, the last one. */
  readonly verdict: IncidentVerdict;
  /** Time of the first bad check, or of the onset by earlier figures. */
  readonly beganAt: Date;
  /** The last required good check, or lack of traffic or of watching channels. */
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
  /** Time the platform was busy with a reading, also one that failed late; 0 for an early failure. */
  readonly tookMs: number;
  /** Present if no request was sent to the platform. */
  readonly failing?: Failing | undefined;
}

export interface Failing {
  readonly since: Date;
  readonly because: FailureCode;
  readonly until: Date;
}

/** The last conclusive findings, and the worst of all checks. */
export interface IncidentEvidence extends Evidence {
  readonly verdict?: IncidentVerdict | undefined;
  /** First of the consecutive good checks. */
  readonly wellSince?: Date | undefined;
  readonly lastFound?: LastFindings | undefined;
  /** Last finding before the consecutive checks without findings. */
  readonly overSince?: Date | undefined;
  /** The onset may be earlier: the figures do not reach further back. */
  readonly isFirstSeen?: boolean | undefined;
  /** Absent if messages are not counted. */
  readonly affected?: Affected | undefined;
  /** For an incident of all: number of judged operators. */
  readonly judged?: number | undefined;
  readonly apart?: OperatorSplit | undefined;
  /** `null` is the unknown route. */
  readonly withoutReceipts?: readonly (string | null)[] | undefined;
  /** Absent without findings, as for the platform. */
  readonly worst?: Evidence | undefined;
  /** First of the consecutive checks without a result. */
  readonly unseenSince?: Date | undefined;
  readonly refusal?: FailureCode | undefined;
  readonly failure?: FailureCode | undefined;
}

/** Undelivered messages above the usual number since the onset. */
export interface Affected {
  readonly count: number;
  /** The newest quarter hours, which may still grow. */
  readonly quarters: readonly QuarterCount[];
}

export interface QuarterCount {
  readonly start: Date;
  readonly count: number;
}

/** Findings of single operators during an incident of all. */
export interface OperatorSplit {
  readonly since: Date;
  readonly checks: number;
  /** `null` is the unknown route. */
  readonly bad: readonly {
    readonly operator: string | null;
    readonly since: Date;
    readonly checks: number;
  }[];
}
