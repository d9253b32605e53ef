import type { FailureCode } from '../../domain/failure.ts';
import type { End, LifeEvent } from '../../domain/incidents/events.ts';
import type { Evidence } from '../../domain/incidents/evidence.ts';
import type { Sensitivity } from '../../domain/incidents/findings.ts';
import type { LastFound, WatchState } from '../../domain/incidents/lifecycle.ts';
import type { IncidentSubject } from '../../domain/incidents/subject.ts';
import type { IncidentVerdict } from '../../domain/incidents/verdict.ts';

export interface Incident {
  readonly id: string;
  /** Found by checks of this sensitivity, and shown to those who watch with it. */
  readonly sensitivity: Sensitivity;
  readonly subject: IncidentSubject;
  /** What it is called; of one that is over, what it was called last. */
  readonly verdict: IncidentVerdict;
  /** When the first bad check was, or would have been by the figures that there were. */
  readonly beganAt: Date;
  /** When it was called over: with the last of the good checks that it takes, or for want of traffic or of channels that watch. */
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
      | { readonly kind: End | 'seen' }
    ));

export interface Watching {
  readonly version: number;
  readonly state: WatchState;
  readonly checkedAt: Date;
  /** How long the platform was kept busy: by reading it, or by a reading that failed late; 0 by one that failed soon. */
  readonly tookMs: number;
  /** Where the last check saw nothing, because the platform was not to be asked. */
  readonly failing?: Failing | undefined;
}

export interface Failing {
  readonly since: Date;
  readonly because: FailureCode;
  readonly until: Date;
}

/** What is known of an incident: what the last check found that could tell, and the worst that any did. */
export interface IncidentEvidence extends Evidence {
  readonly verdict?: IncidentVerdict | undefined;
  /** When the first of the good checks was, of those in a row up to the last one. */
  readonly wellSince?: Date | undefined;
  /** When each kind of finding was last made. */
  readonly lastFound?: LastFound | undefined;
  /** When trouble was last seen before the checks that find nothing, of those up to the last one. */
  readonly overSince?: Date | undefined;
  /** It may have begun before the first bad check: the figures do not reach further back. */
  readonly isFirstSeen?: boolean | undefined;
  /** Left out where messages are not counted. */
  readonly affected?: Affected | undefined;
  /** Of one of all: how many operators were judged. */
  readonly judged?: number | undefined;
  readonly apart?: OperatorSplit | undefined;
  /** Operators that send no receipts, `null` for the unknown route: nothing follows from their messages without one. */
  readonly withoutReceipts?: readonly (string | null)[] | undefined;
  /** Left out where nothing was ever found, as of the platform's. */
  readonly worst?: Evidence | undefined;
  /** When the first of the checks was, of those since then, that could not tell. */
  readonly unseenSince?: Date | undefined;
  /** Why the platform could not be asked, where it answers and refuses. */
  readonly refusal?: FailureCode | undefined;
  /** Why the platform could not be read, though it was asked. */
  readonly failure?: FailureCode | undefined;
}

/** Messages beyond the usual that were not delivered in time, from the beginning on. */
export interface Affected {
  readonly count: number;
  /** The newest of them by the quarter hour in which they were handed in: of these there may be more yet. */
  readonly quarters: readonly QuarterCount[];
}

export interface QuarterCount {
  readonly start: Date;
  readonly count: number;
}

/** Of one of all that is not everyone’s trouble at the moment. */
export interface OperatorSplit {
  /** When the first of these checks was, and how many there were. */
  readonly since: Date;
  readonly checks: number;
  /** The same of operators that are bad all the same, `null` for the unknown route. */
  readonly bad: readonly {
    readonly operator: string | null;
    readonly since: Date;
    readonly checks: number;
  }[];
}
