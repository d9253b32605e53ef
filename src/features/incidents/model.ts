import type { Failure, FailureCode } from '../../domain/failure.ts';
import type { DataQuality } from '../../domain/figures/data-quality.ts';
import type { TrustProfile } from '../../domain/figures/receipt-trust.ts';
import type { Basis } from '../../domain/figures/same-age.ts';
import type { Observation } from '../../domain/incidents/baseline.ts';
import type { TimeToOperator } from '../../domain/incidents/counts.ts';
import type { Check, DetectInput, Detection } from '../../domain/incidents/detect.ts';
import type { IncidentStatus } from '../../domain/incidents/events.ts';
import type { IncidentVerdict, Sensitivity } from '../../domain/incidents/findings.ts';
import type { IncidentSubject } from '../../domain/incidents/lifecycle.ts';
import type { BaselineWeeks } from './check/baseline.ts';
import type { DayWindow } from './check/window.ts';

/** One look at the traffic of the moment. */
export interface TrafficCheck {
  /** Judged at normal sensitivity. */
  readonly check: Check;
  /** What it was judged by, to be judged by another sensitivity; `undefined` where the platform could not be read. */
  readonly sight: DetectInput | undefined;
  /** The newest figures, as old as they are. */
  readonly reading: { readonly readAt: Date; readonly tookMs: number; readonly isStale: boolean } | undefined;
  /** Why the platform could not be read. */
  readonly failure: FailureCode | undefined;
  /** The last hours of today. */
  readonly recent: DayWindow | undefined;
  readonly usual: BaselineWeeks;
  /** What watching has counted at this hour of the weeks before; where somebody is not well, in the hours before, too. */
  readonly observed: readonly Observation[];
  readonly doubts: DataQuality | undefined;
}

/** When something began, to some minutes; `isBefore` where that is as far back as was looked. */
export interface Since {
  readonly at: Date;
  readonly isBefore: boolean;
}

/** A detection, and since when it has been what it is; of what is well that is not asked. */
export interface CheckedSubject {
  readonly detection: Detection;
  readonly since: Since | undefined;
  /** How long the newest messages took to get to the operator, and usually take; `undefined` of too few. */
  readonly toOperator:
    | { readonly now: TimeToOperator; readonly usual: TimeToOperator | undefined }
    | undefined;
}

/** What is drawn: the share delivered in time, from 0 to 1, or how many messages there were. */
export interface CheckChart {
  readonly kind: 'in_time' | 'volume';
  /** Quarter hours in order, at most 20. */
  readonly points: readonly { readonly start: Date; readonly now: number; readonly usual?: number }[];
  /** What is left out between them and after them, in order; quarter hours in a row are one. */
  readonly gaps: readonly ChartGap[];
}

/** A time without points. */
export interface ChartGap {
  readonly because: 'too_few' | 'not_read';
  readonly start: Date;
  /** Not included. */
  readonly end: Date;
}

/** Everything `/sms-check` says. */
export interface CheckModel {
  /** When it was asked. */
  readonly at: Date;
  readonly verdict: IncidentVerdict;
  readonly all: CheckedSubject | undefined;
  /** The worst first, then those with the most traffic. */
  readonly operators: readonly CheckedSubject[];
  /** The one that was asked for, whose chart and sentences these are. */
  readonly about: OperatorDetails | undefined;
  readonly chart: CheckChart | undefined;
  readonly reading: TrafficCheck['reading'];
  /** What the answer rests on, and what becomes of the weeks that are not in it. */
  readonly usual: Pick<BaselineWeeks, 'isReading' | 'unread'> & {
    readonly weeks: number;
    readonly basis: Basis | undefined;
    /** Whether failures are compared. */
    readonly hasFailures: boolean;
  };
  readonly unreachable: Unreachable | undefined;
  /** Why the figures are no newer, where newer ones were wanted. */
  readonly notNewer?: NotNewer | undefined;
  readonly doubts: DataQuality | undefined;
  /** Some operators are not told apart, and judged with all together only. */
  readonly areUntold?: boolean;
  readonly incidents: readonly ShownIncident[];
}

/** They were read a moment ago, or the platform would not be read. */
export type NotNewer = 'just_read' | Failure;

/** An incident that goes on, and what people have done with it. */
export interface OpenIncident extends Pick<IncidentStatus, 'acknowledged' | 'resolved' | 'snoozed'> {
  readonly whose: IncidentSubject;
  readonly beganAt: Date;
  /** Of the checks that found it: channels that watch with different ones are told of one trouble each in its own way. */
  readonly sensitivity: Sensitivity;
  /** Whether the last of these checks found nothing any more. */
  readonly isRecovering: boolean;
  /** Where its message stands, of the channels in which figures may be shown; never none. */
  readonly channels: readonly string[];
}

/** Since when somebody has been unwell, as their incident tells it. */
export interface Onset extends Since {
  readonly whose: IncidentSubject;
}

/** What watching knows of what goes on. */
export interface OpenIncidents {
  readonly incidents: readonly OpenIncident[];
  readonly beginnings: readonly Onset[];
}

/** An incident that goes on, with the channel its message is to be named by. */
export interface ShownIncident extends Omit<OpenIncident, 'channels'> {
  readonly channel: string;
}

export interface OperatorDetails {
  readonly operator: string | undefined;
  readonly subject: CheckedSubject;
  /** `undefined` where there is no settled day to tell by, or it is being read. `day` is a moment of it. */
  readonly trust: { readonly profile: TrustProfile; readonly day: Date } | undefined;
}

export interface Unreachable {
  readonly failure: FailureCode;
  /** `undefined` where it is not known. */
  readonly since: Date | undefined;
  /** Of the last figures there are. */
  readonly lastReadAt: Date | undefined;
  /** What they said, where that is not too long ago. */
  readonly last?: Pick<CheckModel, 'verdict' | 'all' | 'operators' | 'about'> | undefined;
}

/** An operator was asked for that is not there. */
export interface NoSuchOperator {
  readonly problem: 'no_such_operator';
  readonly text: string;
  readonly known: readonly (string | undefined)[];
}

export interface TrafficCheckOptions {
  /** Of the figures: five minutes unless told. Older ones do where reading takes more than a twentieth of the time. */
  readonly maxAgeMs?: number;
  readonly signal?: AbortSignal;
}
