import type { Failure, FailureCode, OpenCircuit } from '../../domain/failure.ts';
import type { DataQuality } from '../../domain/figures/period-figures.ts';
import type { TrustProfile } from '../../domain/figures/receipt-trust.ts';
import type { Basis } from '../../domain/figures/same-age.ts';
import type { Observation } from '../../domain/incidents/baseline.ts';
import type { TimeToOperator } from '../../domain/incidents/counts.ts';
import type { Check, DetectInput } from '../../domain/incidents/detect.ts';
import type { IncidentStatus } from '../../domain/incidents/events.ts';
import type { Sensitivity } from '../../domain/incidents/findings.ts';
import type { Extent, Onset } from '../../domain/incidents/incident.ts';
import type { Detection } from '../../domain/incidents/judge.ts';
import type { IncidentSubject } from '../../domain/incidents/subject.ts';
import type { IncidentVerdict } from '../../domain/incidents/verdict.ts';
import type { Watch } from '../../store/channels/watches.ts';
import type { DayWindow } from '../../traffic/window.ts';
import type { Deps } from '../dependencies.ts';
import type { BaselineReader, BaselineWeeks } from './check/baseline.ts';

export interface IncidentDeps extends Deps {
  /** Shared by all checks of the process, so that simultaneous checks read past weeks only once. */
  readonly baseline: BaselineReader;
}

export interface TrafficCheck {
  readonly check: Check;
  /** Counts from which other sensitivities are checked, too; `undefined` if the platform was not read. */
  readonly input: DetectInput | undefined;
  readonly reading: { readonly readAt: Date; readonly tookMs: number; readonly isStale: boolean } | undefined;
  readonly failure: FailureCode | undefined;
  readonly recent: DayWindow | undefined;
  readonly baseline: BaselineWeeks;
  readonly observed: readonly Observation[];
  readonly dataQuality: DataQuality | undefined;
}

export interface CheckedSubject {
  readonly detection: Detection;
  readonly onset: Onset | undefined;
  /** How long messages take from the platform to the operator; `undefined` if there are too few messages. */
  readonly toOperator:
    | { readonly now: TimeToOperator; readonly usual: TimeToOperator | undefined }
    | undefined;
  /** Figures of the last hours, present if the newest messages are too few to judge. */
  readonly lastHours?: LastHours | undefined;
  readonly sendsNoReceipts?: boolean;
}

/** Numbers of delivered messages and of all messages (`of`) except those too recent to have arrived. */
export interface LastHours {
  readonly since: Date;
  readonly delivered: number;
  readonly of: number;
  /** Share delivered in the last weeks, from 0 to 1; `undefined` if there are too few messages. */
  readonly usual: number | undefined;
}

/** Points of the chart show the share delivered in time (`in_time`, 0 to 1) or the number of messages. */
export interface CheckChart {
  readonly kind: 'in_time' | 'volume';
  readonly points: readonly { readonly start: Date; readonly now: number; readonly usual?: number }[];
  readonly gaps: readonly Gap[];
}

export interface Gap {
  readonly because: 'too_few' | 'not_read';
  readonly start: Date;
  readonly end: Date;
}

export interface CheckModel {
  readonly at: Date;
  readonly verdict: IncidentVerdict;
  readonly all: CheckedSubject | undefined;
  /** Sorted by severity of the verdict, then missing deliveries, then number of messages; all descending. */
  readonly operators: readonly CheckedSubject[];
  readonly about: OperatorDetails | undefined;
  readonly chart: CheckChart | undefined;
  readonly reading: TrafficCheck['reading'];
  readonly baseline: Pick<BaselineWeeks, 'isReading' | 'unread'> & {
    readonly weeks: number;
    readonly basis: Basis | undefined;
    readonly hasFailures: boolean;
  };
  readonly unreachable: Unreachable | undefined;
  readonly circuits?: Circuits | undefined;
  readonly notRefreshed?: NotRefreshedReason | undefined;
  readonly dataQuality: DataQuality | undefined;
  readonly hasUnlistedOperators?: boolean;
  readonly areIncidentsUnread?: boolean;
  readonly incidents: readonly ShownIncident[];
  /** Value of a button or option for an operator. */
  readonly operatorValue: (operator: string | undefined) => string;
}

type Circuits = { readonly [Host in 'platform' | 'oauth']: OpenCircuit | undefined };

type NotRefreshedReason = 'just_read' | Failure;

/** What the sentence for customers depends on. */
export interface CustomerFacts {
  readonly verdict: IncidentVerdict;
  readonly isFailing: boolean;
  /** None means all operators, `null` traffic without the name of an operator. */
  readonly operators: readonly (string | null)[];
}

export interface OpenIncident
  extends CustomerFacts,
    Pick<IncidentStatus, 'acknowledged' | 'resolved' | 'snoozed'> {
  readonly extent: Extent;
  readonly beganAt: Date;
  readonly sensitivity: Sensitivity;
  readonly owner: Detection['owner'];
  /** True after two good checks in a row. */
  readonly isRecovering: boolean;
  readonly channels: readonly string[];
}

export interface IncidentOnset extends Onset {
  readonly subject: IncidentSubject;
}

export interface OpenIncidents {
  readonly incidents: readonly OpenIncident[];
  readonly onsets: readonly IncidentOnset[];
}

export interface ShownIncident extends Omit<OpenIncident, 'channels'> {
  readonly channel: string;
}

export interface OperatorDetails {
  readonly operator: string | undefined;
  readonly subject: CheckedSubject;
  /** How reliable the operator's receipts were one week ago; `undefined` if that is not known in time. */
  readonly trust: { readonly profile: TrustProfile; readonly day: Date } | undefined;
}

export interface Unreachable {
  readonly failure: FailureCode;
  readonly since: Date | undefined;
  readonly lastReadAt: Date | undefined;
  readonly last?: Pick<CheckModel, 'verdict' | 'all' | 'operators' | 'about'> | undefined;
}

export interface NoSuchOperator {
  readonly problem: 'no_such_operator';
  /** As typed; empty for the operator of a button, which has no messages now or in past weeks. */
  readonly text: string;
  readonly known: readonly (string | undefined)[];
}

export function activeOf(watches: readonly Watch[]): Watch[] {
  return watches.filter(({ state }) => state === 'active');
}
