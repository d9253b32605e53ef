import type { FailureCode } from '../failure.ts';
import type { ChangeSubject } from '../figures/changes.ts';
import { mayBeLate } from './attribution.ts';
import { type IncidentEnd, incidentStatusOf, isEnd, type LifeEvent } from './events.ts';
import type { Evidence } from './evidence.ts';
import type { FindingKind, Sensitivity } from './findings.ts';
import type { LastFindings, WatchState } from './lifecycle.ts';
import type { IncidentSubject } from './subject.ts';
import { type BadVerdict, type IncidentVerdict, isBad, severityOf } from './verdict.ts';

export interface Incident {
  readonly id: string;
  readonly sensitivity: Sensitivity;
  /** `all` if several operators were bad; their spans tell which. */
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

export type IncidentChange = Pick<Incident, 'subject' | 'verdict' | 'evidence'> &
  (
    | { readonly kind: 'began'; readonly beganAt: Date }
    | { readonly kind: IncidentEnd | Reopening | 'worsened' | 'widened' | 'seen'; readonly id: string }
  );

export function changedIncident(
  before: Incident | undefined,
  change: IncidentChange,
  { at, ...place }: Pick<Incident, 'id' | 'sensitivity'> & { readonly at: Date },
): Incident {
  const { kind, subject, verdict, evidence } = change;
  const events = before?.events ?? [];
  const event = { number: events.length + 1, at, kind, verdict } as LifeEvent;
  return {
    ...place,
    subject,
    verdict,
    evidence,
    beganAt: kind === 'began' ? change.beganAt : (before?.beganAt ?? at),
    revision: (before?.revision ?? 0) + 1,
    events: kind === 'seen' ? events : [...events, event],
    ...(kind !== 'seen' && isEnd(event) ? { endedAt: at } : {}),
  };
}

/** `relapsed`: it is bad again; `resumed`: its end was a mistake, because the same problem goes on. */
type Reopening = 'relapsed' | 'resumed';

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

/** Findings of the latest conclusive check; until two checks in a row are better, of the last bad one. */
export interface IncidentEvidence extends Evidence {
  readonly verdict?: IncidentVerdict | undefined;
  /** What was bad, and from when to when; empty in an incident of the platform itself. */
  readonly spans: readonly IncidentSpan[];
  /** Number of checks without a finding since the last one with a finding. */
  readonly better?: number | undefined;
  /** Time since which all checks of the incident were good; absent if the last check was not good. */
  readonly wellSince?: Date | undefined;
  /** True if the incident may have begun earlier, because the figures do not reach further back. */
  readonly isFirstSeen?: boolean | undefined;
  readonly affected?: AffectedCounts | undefined;
  /** Operators that send no receipts; `null` stands for messages without an operator name. */
  readonly withoutReceipts?: readonly (string | null)[] | undefined;
  /** Findings of the worst check; absent if there are none, as in an incident of the platform itself. */
  readonly worst?: Evidence | undefined;
  /** Time since which no check of the incident has had a result; absent if the last check had one. */
  readonly unseenSince?: Date | undefined;
  readonly refusal?: FailureCode | undefined;
  readonly failure?: FailureCode | undefined;
  /** When the counts were corrected after the end, with the receipts that came late. */
  readonly correctedAt?: Date | undefined;
}

/** The trouble of one operator, or of all together, within an incident. */
export interface IncidentSpan {
  readonly subject: ChangeSubject;
  readonly verdict: IncidentVerdict;
  readonly from: Date;
  readonly isFirstSeen?: boolean | undefined;
  readonly to?: Date | undefined;
  /** True if it ended without a recovery: too few messages, or no checks. */
  readonly isLost?: boolean | undefined;
  /** Of all operators: every operator with enough messages for a verdict was bad. */
  readonly isEverywhere?: boolean | undefined;
  readonly affected?: Affected | undefined;
  /** Kinds of findings so far: only messages of these kinds are counted. */
  readonly kinds?: readonly FindingKind[] | undefined;
  /** Usual shares of late and failed messages, at the last bad check. */
  readonly usual?: BaselineShares | undefined;
  /** Results of its checks; absent after the end. */
  readonly latest?: SpanEvidence | undefined;
}

export interface BaselineShares {
  readonly late: number;
  readonly failed: number;
}

export interface SpanEvidence extends Evidence {
  readonly verdict?: IncidentVerdict | undefined;
  readonly wellSince?: Date | undefined;
  readonly lastFound?: LastFindings | undefined;
  /** When the problem ended: at the last finding or, after a pause of over 10 minutes, at the next check. */
  readonly overSince?: Date | undefined;
  readonly unseenSince?: Date | undefined;
}

/** Messages that were late or failed since the onset, minus the number that is usual. */
export interface AffectedCounts {
  readonly count: number;
  readonly failed: number;
  /** During silence: messages fewer than usual, at least and at most. */
  readonly missing: number;
  readonly mostMissing: number;
}

export interface Affected extends AffectedCounts {
  /** Counts of the newest quarter hours, which each check replaces: receipts may still come. */
  readonly quarters: readonly QuarterCount[];
}

export interface QuarterCount extends AffectedCounts {
  readonly start: Date;
}

/** Start of a problem, accurate to minutes. `isBefore`: the problem may have started before `at`. */
export interface Onset {
  readonly at: Date;
  readonly isBefore: boolean;
}

/** What an incident is about: `sum` means all operators together, of which some are not bad. */
export type Extent =
  | { readonly of: 'platform' | 'everywhere' | 'sum' }
  | { readonly of: 'operators'; readonly operators: readonly (string | null)[] };

/** What is bad now; if nothing is, what was bad last; after the end, all that was. */
export function extentOf({ subject, evidence: { spans }, events }: Incident): Extent {
  if (subject.of === 'platform') return { of: 'platform' };
  const isOver = incidentStatusOf(events).end !== undefined;
  const open = isOver ? spans : spans.filter(({ to }) => to === undefined);
  const bad = open.filter(({ latest }) => (latest?.findings.length ?? 0) > 0);
  return extentOfSpans(bad.length > 0 ? bad : open, subject);
}

function extentOfSpans(spans: readonly IncidentSpan[], subject: ChangeSubject): Extent {
  if (spans.some(({ isEverywhere }) => isEverywhere)) return { of: 'everywhere' };
  const operators = [...new Set(spans.flatMap(({ subject }) => nameIn(subject)))];
  if (operators.length > 0) return { of: 'operators', operators };
  return subject.of === 'operator' ? { of: 'operators', operators: nameIn(subject) } : { of: 'sum' };
}

function nameIn(subject: ChangeSubject): (string | null)[] {
  return subject.of === 'operator' ? [subject.operator ?? null] : [];
}

export function operatorsOf(incident: Incident): readonly (string | null)[] {
  const extent = extentOf(incident);
  return extent.of === 'operators' ? extent.operators : [];
}

/** Which operators' messages an incident is about, from its onset on. */
export function operatorFilter({
  evidence: { spans },
}: Pick<Incident, 'evidence'>): (operator: string | undefined) => boolean {
  const named = new Set(spans.flatMap(({ subject }) => nameIn(subject)));
  const isOfAll = named.size === 0 || spans.some(({ subject }) => subject.of === 'all');
  return (operator) => isOfAll || named.has(operator ?? null);
}

/** When the problem ended: the end of the last span, or the first good check of the platform. */
export function endTimeOf({ endedAt, evidence, events }: Incident): Date | undefined {
  const { end } = incidentStatusOf(events);
  if (end?.kind === 'unchecked') return evidence.unseenSince ?? end.at;
  if (end?.kind !== 'ended' && end?.kind !== 'lost_sight') return end?.at ?? endedAt;
  const ends = evidence.spans.flatMap(({ to }) => to ?? []);
  if (ends.length === 0) return evidence.wellSince ?? evidence.unseenSince ?? end.at;
  return ends.reduce((last, one) => (one > last ? one : last));
}

export function durationSeconds(incident: Incident, now: Date): number {
  return Math.max(0, ((endTimeOf(incident) ?? now).getTime() - incident.beganAt.getTime()) / 1000);
}

export function isRecovering({ subject, evidence }: Incident): boolean {
  if (subject.of === 'platform') return evidence.platform.report;
  return evidence.findings.length === 0 && evidence.unseenSince === undefined;
}

/** How often it was bad: once, and once more for each relapse. */
export function occurrencesOf(events: readonly LifeEvent[]): number {
  return 1 + events.filter(({ kind }) => kind === 'relapsed').length;
}

/** `down_or_late`: probably down. The two last labels say why the platform gives no figures. */
export type IncidentLabel = BadVerdict | 'down_or_late' | 'platform_refusing' | 'platform_unreadable';

/** Names the state after the latest check with a finding; an open incident is never called normal. */
export function labelOf({ evidence }: Incident, verdict: IncidentVerdict): IncidentLabel {
  const found = evidence.findings.length > 0 ? evidence : (evidence.worst ?? evidence);
  if (verdict === 'down' && mayBeLate(found)) return 'down_or_late';
  if (verdict === 'platform_unreachable') return platformLabel(evidence);
  return isBad(verdict) ? verdict : 'degraded';
}

function platformLabel({ failure, refusal }: Incident['evidence']): IncidentLabel {
  const isRefused = failure === 'wrong_credentials' || failure === 'not_allowed';
  if (isRefused || refusal !== undefined) return 'platform_refusing';
  const isAnswering = failure === 'invalid_answer' || failure === 'not_found';
  return isAnswering ? 'platform_unreadable' : 'platform_unreachable';
}

/** Verdict to show: a worse one at once, while the stored verdict changes only after a second such check. */
export function shownVerdict({ verdict, evidence: { verdict: now } }: Incident): IncidentVerdict {
  return now !== undefined && severityOf(now) > severityOf(verdict) ? now : verdict;
}

/** Numbers of messages; of missing ones, the least and the most. */
export type AffectedMessages = Readonly<Record<'late' | 'failed' | 'missing' | 'mostMissing', number>>;

/** Whole numbers of late, failed and missing messages; `undefined` if there are none. */
export function affectedOf({ affected }: IncidentEvidence): AffectedMessages | undefined {
  if (!affected) return undefined;
  const failed = Math.round(affected.failed);
  const late = Math.round(affected.count) - failed;
  const missing = roundedTo(Math.floor, affected.missing);
  const mostMissing = roundedTo(Math.ceil, affected.mostMissing);
  return late + failed + mostMissing > 0 ? { late, failed, missing, mostMissing } : undefined;
}

/** An estimate has two digits that count. */
function roundedTo(round: (value: number) => number, value: number): number {
  const step = value < 100 ? 1 : 10 ** (Math.floor(Math.log10(value)) - 1);
  return round(value / step) * step;
}
