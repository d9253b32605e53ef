import type { Failure, FailureCode, OpenCircuit } from '../../domain/failure.ts';
import type { DataQuality } from '../../domain/figures/period-figures.ts';
import type { TrustProfile } from '../../domain/figures/receipt-trust.ts';
import type { Basis } from '../../domain/figures/same-age.ts';
import type { Observation } from '../../domain/incidents/baseline.ts';
import type { TimeToOperator } from '../../domain/incidents/counts.ts';
import type { Check, DetectInput } from '../../domain/incidents/detect.ts';
import { type IncidentStatus, incidentStatusOf } from '../../domain/incidents/events.ts';
import type { Accumulated, Finding, Sensitivity } from '../../domain/incidents/findings.ts';
import type { Detection } from '../../domain/incidents/judge.ts';
import type { IncidentSubject } from '../../domain/incidents/subject.ts';
import type { IncidentVerdict } from '../../domain/incidents/verdict.ts';
import type { Watch } from '../../store/channels/watches.ts';
import type { Incident } from '../../store/incidents/incident.ts';
import type { DayWindow } from '../../traffic/window.ts';
import type { FeatureDeps } from '../dependencies.ts';
import type { BaselineReader, BaselineWeeks } from './check/baseline.ts';

export interface IncidentDeps extends FeatureDeps {
  /** One for the whole bot: simultaneous checks share it. */
  readonly baseline: BaselineReader;
}

/** A check at normal sensitivity, with its basis. */
export interface TrafficCheck {
  readonly check: Check;
  /** For the other sensitivities; `undefined` where the platform could not be read. */
  readonly input: DetectInput | undefined;
  readonly reading: { readonly readAt: Date; readonly tookMs: number; readonly isStale: boolean } | undefined;
  readonly failure: FailureCode | undefined;
  readonly recent: DayWindow | undefined;
  readonly baseline: BaselineWeeks;
  /** From watching, of this hour of the weeks and of hours before; further back where something is bad. */
  readonly observed: readonly Observation[];
  readonly dataQuality: DataQuality | undefined;
}

/** Accurate to some minutes; `isBefore`: the search ended there. */
export interface Onset {
  readonly at: Date;
  readonly isBefore: boolean;
}

export interface CheckedSubject {
  readonly detection: Detection;
  readonly onset: Onset | undefined;
  /** Time of the newest messages to the operator, and usually; `undefined` of too few. */
  readonly toOperator:
    | { readonly now: TimeToOperator; readonly usual: TimeToOperator | undefined }
    | undefined;
  /** Where there are too few messages to judge. */
  readonly lastHours?: LastHours | undefined;
  /** Known to send no receipts, visible at this hour or not. */
  readonly isReceiptless?: boolean;
}

/** Without messages that are too young to have arrived. */
export interface LastHours {
  readonly since: Date;
  readonly delivered: number;
  readonly of: number;
  /** The share of the last weeks, from 0 to 1; `undefined` of too few. */
  readonly usual: number | undefined;
}

/** The share delivered in time, from 0 to 1, or the number of messages. */
export interface CheckChart {
  readonly kind: 'in_time' | 'volume';
  /** Quarter hours in order, at most 20. */
  readonly points: readonly { readonly start: Date; readonly now: number; readonly usual?: number }[];
  /** Omitted quarter hours, in order; consecutive ones are one. */
  readonly gaps: readonly ChartGap[];
}

export interface ChartGap {
  readonly because: 'too_few' | 'not_read';
  readonly start: Date;
  /** Not included. */
  readonly end: Date;
}

/** A finding with evidence. */
export interface Evidenced extends Finding {
  readonly evidence: Accumulated;
}

export function isEvidenced(finding: Finding): finding is Evidenced {
  return finding.evidence !== undefined;
}

/** Only by evidence: the share of a fixed window is of other messages. */
export function isAddedUp(finding: Finding): finding is Evidenced {
  return finding.evidence?.of === finding.of;
}

export interface CheckModel {
  readonly at: Date;
  readonly verdict: IncidentVerdict;
  readonly all: CheckedSubject | undefined;
  /** The worst first, then by traffic. */
  readonly operators: readonly CheckedSubject[];
  /** The requested operator. */
  readonly about: OperatorDetails | undefined;
  readonly chart: CheckChart | undefined;
  readonly reading: TrafficCheck['reading'];
  /** The weeks of the baseline, and the missing ones. */
  readonly baseline: Pick<BaselineWeeks, 'isReading' | 'unread'> & {
    readonly weeks: number;
    readonly basis: Basis | undefined;
    readonly hasFailures: boolean;
  };
  readonly unreachable: Unreachable | undefined;
  /** Hosts that do not answer, so that most questions are not sent. */
  readonly circuits?: Circuits | undefined;
  /** Why newer figures are missing. */
  readonly notNewer?: NotNewer | undefined;
  readonly dataQuality: DataQuality | undefined;
  /** Some operators count in all together only. */
  readonly areUntold?: boolean;
  /** Without the database there may be open incidents. */
  readonly areIncidentsUnread?: boolean;
  readonly incidents: readonly ShownIncident[];
}

type Circuits = { readonly [Host in 'platform' | 'oauth']: OpenCircuit | undefined };

type NotNewer = 'just_read' | Failure;

export interface OpenIncident extends Pick<IncidentStatus, 'acknowledged' | 'resolved' | 'snoozed'> {
  readonly subject: IncidentSubject;
  readonly beganAt: Date;
  /** Of the checks that found it: each sensitivity has its own incident of a trouble. */
  readonly sensitivity: Sensitivity;
  readonly isRecovering: boolean;
  /** The channel of its message, among those with access. */
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
  /** `undefined` without a settled day, or while it is read. `day` is a moment of it. */
  readonly trust: { readonly profile: TrustProfile; readonly day: Date } | undefined;
}

export interface Unreachable {
  readonly failure: FailureCode;
  readonly since: Date | undefined;
  readonly lastReadAt: Date | undefined;
  /** By the last figures, where they are recent. */
  readonly last?: Pick<CheckModel, 'verdict' | 'all' | 'operators' | 'about'> | undefined;
}

export interface NoSuchOperator {
  readonly problem: 'no_such_operator';
  readonly text: string;
  readonly known: readonly (string | undefined)[];
}

/** Of one of all: the bad operators, none where all are. */
export function operatorsOf({
  subject,
  evidence,
}: Pick<Incident, 'subject' | 'evidence'>): readonly (string | null)[] {
  if (subject.of !== 'all') return [];
  const { operators: now, worst, findings, apart, judged = Number.POSITIVE_INFINITY } = evidence;
  const isOfNow = now.length > 0 && findings.length > 0 && !apart;
  const operators = isOfNow ? now : (worst?.operators ?? []);
  return operators.length < judged ? operators : [];
}

export function operatorFilter(
  subject: IncidentSubject,
  named: readonly (string | null)[],
): (operator: string | undefined) => boolean {
  if (subject.of === 'operator') return (operator) => operator === subject.operator;
  return (operator) => named.length === 0 || named.includes(operator ?? null);
}

/** Recovered: last trouble or first good check; no longer checked: the last check. */
export function overAt({ endedAt, evidence, events }: Incident): Date | undefined {
  const { end } = incidentStatusOf(events);
  if (end?.kind === 'unchecked') return evidence.unseenSince ?? end.at;
  const { wellSince, overSince } = evidence;
  if (end?.kind !== 'ended' || !wellSince) return end?.at ?? endedAt;
  return overSince && overSince < wellSince ? overSince : wellSince;
}

export function lastedSeconds(incident: Incident, now: Date): number {
  return Math.max(0, ((overAt(incident) ?? now).getTime() - incident.beganAt.getTime()) / 1000);
}

export function isRecovering({ subject, evidence }: Incident): boolean {
  if (subject.of === 'platform') return evidence.platform.report;
  return evidence.findings.length === 0 && evidence.unseenSince === undefined;
}

/** Minutes, or to its end. */
export const SNOOZES = [30, 120, 'end'] as const;

/** `wake` ends a snooze, `other` opens a form. */
export type Snoozing = (typeof SNOOZES)[number] | 'wake' | 'other';

export function snoozeValue(incident: string, snooze: Snoozing): string {
  return `${incident}.${snooze}`;
}

/** `undefined` where a value was not made here. */
export function readSnooze(value: string): { readonly id: string; readonly snooze: Snoozing } | undefined {
  const [, id, typed] = /^([\w-]{1,40})\.(\w{1,5})$/.exec(value) ?? [];
  const snooze = [...SNOOZES, 'wake' as const, 'other' as const].find((one) => String(one) === typed);
  return id === undefined || snooze === undefined ? undefined : { id, snooze };
}

export function activeOf(watches: readonly Watch[]): Watch[] {
  return watches.filter(({ state }) => state === 'active');
}
