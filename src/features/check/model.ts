import type { TimeToOperator } from '../../domain/detection/counts.ts';
import type { Sensitivity } from '../../domain/detection/findings.ts';
import type { Onset } from '../../domain/detection/incident.ts';
import type { Detection } from '../../domain/detection/judge.ts';
import type { IncidentVerdict } from '../../domain/detection/verdict.ts';
import type { Failure, FailureCode, OpenCircuit } from '../../domain/failure.ts';
import type { DataQuality } from '../../domain/figures/period-figures.ts';
import type { TrustProfile } from '../../domain/figures/receipt-trust.ts';
import type { Basis } from '../../domain/figures/same-age.ts';
import type { CustomerFacts, IncidentLine } from '../../slack/blocks/headline.ts';
import type { BaselineWeeks } from '../../traffic/baseline.ts';
import type { IncidentOnset, TrafficCheck } from '../../traffic/traffic-check.ts';

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
  readonly circuits?: { readonly [Host in 'platform' | 'oauth']: OpenCircuit | undefined } | undefined;
  readonly notRefreshed?: 'just_read' | Failure | undefined;
  readonly dataQuality: DataQuality | undefined;
  readonly hasUnlistedOperators?: boolean;
  readonly areIncidentsUnread?: boolean;
  readonly incidents: readonly ShownIncident[];
  /** Value of a button or option for an operator. */
  readonly operatorValue: (operator: string | undefined) => string;
}

export interface OpenIncident extends Omit<ShownIncident, 'channel'> {
  readonly channels: readonly string[];
}

export interface OpenIncidents {
  readonly incidents: readonly OpenIncident[];
  readonly onsets: readonly IncidentOnset[];
}

export interface ShownIncident extends CustomerFacts, IncidentLine {
  readonly id: string;
  readonly sensitivity: Sensitivity;
  readonly owner: Detection['owner'];
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
