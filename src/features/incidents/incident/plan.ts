import type { Check } from '../../../domain/incidents/detect.ts';
import { incidentStatusOf } from '../../../domain/incidents/events.ts';
import { evidenceOf, isBadOperator, isSameSubject } from '../../../domain/incidents/evidence.ts';
import type { Detection } from '../../../domain/incidents/judge.ts';
import { BAD_CHECKS_TO_OPEN, type WatchEvent, type WatchState } from '../../../domain/incidents/lifecycle.ts';
import type { IncidentSubject } from '../../../domain/incidents/subject.ts';
import { type IncidentVerdict, isBad } from '../../../domain/incidents/verdict.ts';
import type {
  Incident,
  IncidentChange,
  IncidentEvidence,
  OperatorSplit,
} from '../../../store/incidents/incident.ts';
import type { Onset } from '../model.ts';
import { type CheckFacts, detectionOf, updateEvidence } from './evidence.ts';

/** Checks after all operators together recovered until a resolved incident of all operators ends. */
const APART_TO_END = BAD_CHECKS_TO_OPEN + 1;

export interface LifecycleUpdate {
  readonly check: Check;
  readonly state: WatchState;
  readonly events: readonly WatchEvent[];
}

export interface PlanInput extends LifecycleUpdate, CheckFacts {
  readonly onsetOf?: ((subject: IncidentSubject) => Onset | undefined) | undefined;
}

/** If bad operators carry half of the messages, the oldest incident becomes the incident of all operators. */
export function planIncidents(open: readonly Incident[], input: PlanInput): IncidentChange[] {
  const { check } = input;
  const situation = situationOf(open, input);
  const { openSubjects, common, widened, split } = situation;
  const find = (subject: IncidentSubject) => openSubjects.find((one) => isSameSubject(one.subject, subject));
  const all = find({ of: 'all' });

  const evidenceAfter = (subject: IncidentSubject, beganAt: Date, before?: IncidentEvidence) =>
    updateEvidence(before, { ...input, subject, beganAt, now: evidenceOf(check, subject) });
  const changes = open.map((incident): IncidentChange => {
    const { id, subject, verdict, beganAt, evidence: before } = incident;
    const unchecked = uncheckedIn(input, subject);
    if (unchecked) return { kind: 'unchecked', id, evidence: unseenFrom(before, new Date(unchecked.seenMs)) };
    const now = find(subject);
    if (incident === widened && all) {
      const evidence = widenedEvidence(before, evidenceAfter(all.subject, beganAt));
      return { kind: 'widened', id, verdict: all.verdict, evidence };
    }
    const after = evidenceAfter(subject, beganAt, before);
    const evidence = incident === common ? { ...after, apart: split } : after;
    if (!now) return { kind: isLost(subject, input) ? 'lost_sight' : 'ended', id, evidence };
    if (incident === common && isPast(incident, split))
      return { kind: 'ended', id, evidence: { ...evidence, wellSince: split.since } };
    return now.verdict === verdict
      ? { kind: 'seen', id, evidence }
      : { kind: 'worsened', id, verdict: now.verdict, evidence };
  });
  const started = incidentsToOpen(open, input, situation).map(
    ({ subject, verdict, beganAt }): IncidentChange => {
      const firstBad = ownSince(split, subject) ?? beganAt;
      const { at, isBefore } = input.onsetOf?.(subject) ?? { at: firstBad, isBefore: false };
      const began = at < firstBad ? at : firstBad;
      const evidence = { ...evidenceAfter(subject, began), isFirstSeen: isBefore };
      return { kind: 'began', subject, verdict, beganAt: began, evidence };
    },
  );
  return [...changes, ...started];
}

export function incidentsToOpen(
  open: readonly Incident[],
  followed: LifecycleUpdate,
  { openSubjects, common, isNewlyCommon, widened, split } = situationOf(open, followed),
): OpenSubject[] {
  const isCovered = isNewlyCommon || common !== undefined;
  return openSubjects.filter(({ subject }) => {
    if (open.some((one) => isSameSubject(one.subject, subject))) return false;
    if (subject.of === 'all') return isNewlyCommon && !widened;
    if (subject.of === 'platform') return true;
    return isCovered ? ownSince(split, subject) !== undefined : isBadNow(followed.check, subject);
  });
}

interface OpenSubject {
  readonly subject: IncidentSubject;
  readonly verdict: IncidentVerdict;
  readonly beganAt: Date;
}

function situationOf(open: readonly Incident[], { check, state }: LifecycleUpdate) {
  const openSubjects = openSubjectsIn(state);
  const isOpenSubject = (subject: IncidentSubject) =>
    openSubjects.some((one) => isSameSubject(one.subject, subject));
  const common = open.find(({ subject }) => subject.of === 'all');
  const isNewlyCommon =
    common === undefined &&
    isOpenSubject({ of: 'all' }) &&
    isCommon(check, ({ subject }) => isOpenSubject(subject));
  return {
    openSubjects,
    common,
    isNewlyCommon,
    widened: isNewlyCommon ? open.find((one) => mayWiden(one) && isOpenSubject(one.subject)) : undefined,
    split: common && operatorSplitAfter(common, check, isCommon(check, isBadOperator)),
  };
}

/** Evidence of an operator's incident that becomes one of all operators; it counts no fewer messages than before. */
function widenedEvidence(before: IncidentEvidence, after: IncidentEvidence): IncidentEvidence {
  const { affected } = after;
  const silent = [...new Set([...(before.withoutReceipts ?? []), ...(after.withoutReceipts ?? [])])];
  const widened = {
    ...after,
    isFirstSeen: before.isFirstSeen,
    lastFound: { ...before.lastFound, ...after.lastFound },
    ...(silent.length > 0 ? { withoutReceipts: silent } : {}),
  };
  if (!affected || !before.affected) return { ...widened, affected: affected ?? before.affected };
  return { ...widened, affected: affected.count < before.affected.count ? before.affected : affected };
}

function openSubjectsIn({ subjects }: WatchState): OpenSubject[] {
  return subjects.flatMap(({ subject, open, sinceMs }) =>
    open === undefined ? [] : [{ subject, verdict: open, beganAt: new Date(sinceMs) }],
  );
}

/** True if several operators are bad and carry half of the messages, or no operator can be judged. */
function isCommon({ detections }: Check, isCounted: (one: Detection) => boolean): boolean {
  const [all] = detections;
  if (!all || !isBad(all.verdict)) return false;
  const operators = detections.filter(({ subject }) => subject.of === 'operator');
  const counted = operators.filter(isCounted);
  if (counted.length === 0) return true;
  const bad = counted.filter(isBadOperator);
  const recent = (list: typeof bad) => list.reduce((sum, { counts }) => sum + counts.recent, 0);
  return bad.length >= 2 && 2 * recent(bad) >= recent(operators);
}

function isBadNow(check: Check, subject: IncidentSubject): boolean {
  return isBad(detectionOf(check, subject)?.verdict ?? 'normal');
}

function mayWiden({ subject, events }: Incident): boolean {
  return subject.of === 'operator' && incidentStatusOf(events).resolved === undefined;
}

function uncheckedIn({ events }: LifecycleUpdate, subject: IncidentSubject) {
  return events
    .filter((event) => event.kind === 'unchecked')
    .find((event) => isSameSubject(event.subject, subject));
}

function unseenFrom(before: IncidentEvidence, seen: Date): IncidentEvidence {
  const { unseenSince = seen } = before;
  return { ...before, unseenSince: unseenSince < seen ? unseenSince : seen };
}

function isLost(subject: IncidentSubject, { events }: LifecycleUpdate): boolean {
  return events.some((event) => event.kind === 'lost_sight' && isSameSubject(event.subject, subject));
}

/** Operators that are bad after the total of all operators recovered; `undefined` while the total is bad. */
function operatorSplitAfter(
  { events, evidence: { apart: before, readAt } }: Incident,
  check: Check,
  isCommon: boolean,
): OperatorSplit | undefined {
  const all = detectionOf(check, { of: 'all' });
  if (!all || !check.readAt || (readAt && check.readAt <= readAt)) return before;
  const isStillAll = incidentStatusOf(events).resolved ? isCommon : isBad(all.verdict);
  if (isStillAll) return undefined;
  const bad = check.detections.filter(isBadOperator).map(({ subject }) => {
    const operator = subject.of === 'operator' ? (subject.operator ?? null) : null;
    const known = before?.bad.find((one) => one.operator === operator);
    return { operator, since: known?.since ?? check.at, checks: (known?.checks ?? 0) + 1 };
  });
  return { since: before?.since ?? check.at, checks: (before?.checks ?? 0) + 1, bad };
}

/** Start of one operator's incident after the split from that of all operators; `undefined` before it. */
function ownSince(split: OperatorSplit | undefined, subject: IncidentSubject): Date | undefined {
  if (subject.of !== 'operator') return undefined;
  const own = split?.bad.find(({ operator }) => operator === (subject.operator ?? null));
  return own && own.checks >= BAD_CHECKS_TO_OPEN ? own.since : undefined;
}

/** A resolved incident of all operators ends even if single operators are still bad. */
function isPast({ events }: Incident, split: OperatorSplit | undefined): split is OperatorSplit {
  return (
    split !== undefined && split.checks >= APART_TO_END && incidentStatusOf(events).resolved !== undefined
  );
}
