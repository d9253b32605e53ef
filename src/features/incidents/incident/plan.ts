import type { FailureCode } from '../../../domain/failure.ts';
import type { Check, Detection } from '../../../domain/incidents/detect.ts';
import { incidentStatusOf } from '../../../domain/incidents/events.ts';
import { type Evidence, isBadOperator, isSameSubject } from '../../../domain/incidents/evidence.ts';
import { type IncidentVerdict, isBad } from '../../../domain/incidents/findings.ts';
import type { IncidentSubject, WatchEvent, WatchState } from '../../../domain/incidents/lifecycle.ts';
import type {
  Failing,
  Incident,
  IncidentChange,
  IncidentEvidence,
  OperatorSplit,
} from '../../../store/incidents/incident.ts';
import type { Since } from '../model.ts';
import { type CountQuarters, detectionOf, updateEvidence } from './evidence.ts';

/** What a check has led to. */
export interface Found {
  readonly check: Check;
  readonly state: WatchState;
  readonly events: readonly WatchEvent[];
  readonly evidenceOf: (whose: IncidentSubject) => Evidence;
  readonly count?: CountQuarters | undefined;
  /** Where the platform was not asked, because it is not to be. */
  readonly failing?: Failing | undefined;
  /** Why the platform could not be read, where it was asked. */
  readonly failure?: FailureCode | undefined;
  /** Of what begins, where more is known than when the first bad check was. */
  readonly beginningOf?: ((whose: IncidentSubject) => Since | undefined) | undefined;
}

/** Of what `follow` says that it is under way. */
interface UnderWay {
  readonly whose: IncidentSubject;
  readonly verdict: IncidentVerdict;
  readonly beganAt: Date;
}

/**
 * What a check changes of the incidents there are, so that one trouble is one incident.
 *
 * Each operator has one of its own. All together have one instead where the trouble is no single operator's: two or
 * more are bad that carry at least half of the messages, or none is by itself though all together are. The oldest that
 * is open becomes it, unless somebody has resolved that; while it is everyone's trouble no operator begins another, and
 * what is still bad when it no longer is has one of its own (`apartAfter`). The platform's stands apart.
 */
export function planIncidents(open: readonly Incident[], found: Found): IncidentChange[] {
  const { check } = found;
  const underWay = underWayIn(found.state);
  const find = (whose: IncidentSubject) => underWay.find((one) => isSameSubject(one.whose, whose));
  const all = find({ of: 'all' });
  const common = open.find(({ whose }) => whose.of === 'all');
  const isUnderWay = ({ whose }: Detection) => find(whose) !== undefined;
  const isNewlyCommon = all !== undefined && common === undefined && isCommon(check, isUnderWay);
  const widened = isNewlyCommon ? open.find((one) => mayWiden(one) && find(one.whose)) : undefined;
  const apart = common && operatorSplitAfter(common, check, isCommon(check, isBadOperator));

  const knownOf = (whose: IncidentSubject, beganAt: Date, before?: IncidentEvidence) =>
    updateEvidence(before, { ...found, whose, beganAt, now: found.evidenceOf(whose) });
  const changes = open.map((incident): IncidentChange => {
    const { id, whose, verdict, beganAt, evidence: before } = incident;
    const unchecked = uncheckedIn(found, whose);
    if (unchecked) return { kind: 'unchecked', id, evidence: unseenFrom(before, new Date(unchecked.seenMs)) };
    const now = find(whose);
    if (incident === widened && all) {
      const evidence = widenedKnown(before, knownOf(all.whose, beganAt));
      return { kind: 'widened', id, verdict: all.verdict, evidence };
    }
    const known = knownOf(whose, beganAt, before);
    const evidence = incident === common ? { ...known, apart } : known;
    if (!now) return { kind: isLost(whose, found) ? 'lost_sight' : 'ended', id, evidence };
    if (incident === common && isPast(incident, apart))
      return { kind: 'ended', id, evidence: { ...evidence, wellSince: apart.since } };
    return now.verdict === verdict
      ? { kind: 'seen', id, evidence }
      : { kind: 'worsened', id, verdict: now.verdict, evidence };
  });
  const isCovered = isNewlyCommon || common !== undefined;
  const begins = underWay.filter(({ whose }) => {
    if (open.some((one) => isSameSubject(one.whose, whose))) return false;
    if (whose.of === 'all') return isNewlyCommon && !widened;
    if (whose.of === 'platform') return true;
    return isCovered ? ownSince(apart, whose) !== undefined : isBadNow(check, whose);
  });
  return [
    ...changes,
    ...begins.map(({ whose, verdict, beganAt }): IncidentChange => {
      const firstBad = ownSince(apart, whose) ?? beganAt;
      const { at, isBefore } = found.beginningOf?.(whose) ?? { at: firstBad, isBefore: false };
      const began = at < firstBad ? at : firstBad;
      const evidence = { ...knownOf(whose, began), isFirstSeen: isBefore };
      return { kind: 'began', whose, verdict, beganAt: began, evidence };
    }),
  ];
}

/** What one operator's incident has counted is not lost when it becomes one of all. */
function widenedKnown(before: IncidentEvidence, known: IncidentEvidence): IncidentEvidence {
  const { affected } = known;
  const silent = [...new Set([...(before.withoutReceipts ?? []), ...(known.withoutReceipts ?? [])])];
  const kept = {
    ...known,
    isFirstSeen: before.isFirstSeen,
    lastFound: { ...before.lastFound, ...known.lastFound },
    ...(silent.length > 0 ? { withoutReceipts: silent } : {}),
  };
  if (!affected || !before.affected) return { ...kept, affected: affected ?? before.affected };
  return { ...kept, affected: { ...affected, count: Math.max(affected.count, before.affected.count) } };
}

function underWayIn({ subjects }: WatchState): UnderWay[] {
  return subjects.flatMap(({ whose, open, sinceMs }) =>
    open === undefined ? [] : [{ whose, verdict: open, beganAt: new Date(sinceMs) }],
  );
}

/**
 * Whether at this check it is more than one operator's trouble, of those that count. For that to begin they have to be
 * under way: on the way back to normal nothing becomes common any more.
 */
function isCommon({ detections }: Check, isCounted: (one: Detection) => boolean): boolean {
  const [all] = detections;
  if (!all || !isBad(all.verdict)) return false;
  const operators = detections.filter(({ whose }) => whose.of === 'operator');
  const counted = operators.filter(isCounted);
  if (counted.length === 0) return true;
  const bad = counted.filter(isBadOperator);
  const recent = (list: typeof bad) => list.reduce((sum, { counts }) => sum + counts.recent, 0);
  return bad.length >= 2 && 2 * recent(bad) >= recent(operators);
}

/** One that was in an incident of all may be well by now, if not for long enough. */
function isBadNow(check: Check, whose: IncidentSubject): boolean {
  const own = detectionOf(check, whose);
  return own !== undefined && isBad(own.verdict);
}

function mayWiden({ whose, events }: Incident): boolean {
  return whose.of === 'operator' && incidentStatusOf(events).resolved === undefined;
}

function uncheckedIn({ events }: Found, whose: IncidentSubject) {
  return events
    .filter((event) => event.kind === 'unchecked')
    .find((event) => isSameSubject(event.whose, whose));
}

/** Of what this check found nothing belongs to it. */
function unseenFrom(before: IncidentEvidence, seen: Date): IncidentEvidence {
  const { unseenSince = seen } = before;
  return { ...before, unseenSince: unseenSince < seen ? unseenSince : seen };
}

function isLost(whose: IncidentSubject, { events }: Found): boolean {
  return events.some((event) => event.kind === 'lost_sight' && isSameSubject(event.whose, whose));
}

/** Two bad ones in a row begin an incident, as of anybody. */
const CHECKS_TO_BEGIN = 2;
/** Three good ones end one. */
const CHECKS_TO_END = 3;

/**
 * What of an incident of all is not everyone’s trouble at this check, added to what was not at those just before.
 * While the whole is bad, all that is bad belongs to it; but somebody who has resolved it has resolved what was
 * everyone’s trouble, and not that of one operator later on. A check that cannot tell, or tells nothing new, leaves
 * it as it was.
 */
function operatorSplitAfter(
  { events, evidence: { apart: before, readAt } }: Incident,
  check: Check,
  isCommon: boolean,
): OperatorSplit | undefined {
  const all = detectionOf(check, { of: 'all' });
  if (!all || !check.readAt || (readAt && check.readAt <= readAt)) return before;
  const isStillAll = incidentStatusOf(events).resolved ? isCommon : isBad(all.verdict);
  if (isStillAll) return undefined;
  const bad = check.detections.filter(isBadOperator).map(({ whose }) => {
    const operator = whose.of === 'operator' ? (whose.operator ?? null) : null;
    const known = before?.bad.find((one) => one.operator === operator);
    return { operator, since: known?.since ?? check.at, checks: (known?.checks ?? 0) + 1 };
  });
  return { since: before?.since ?? check.at, checks: (before?.checks ?? 0) + 1, bad };
}

/** Since when an operator has a trouble of its own; `undefined` where it has not, or that is not certain yet. */
function ownSince(apart: OperatorSplit | undefined, whose: IncidentSubject): Date | undefined {
  if (whose.of !== 'operator') return undefined;
  const own = apart?.bad.find(({ operator }) => operator === (whose.operator ?? null));
  return own && own.checks >= CHECKS_TO_BEGIN ? own.since : undefined;
}

/** Whether a resolved incident of all is over, though one operator may be bad still. */
function isPast({ events }: Incident, apart: OperatorSplit | undefined): apart is OperatorSplit {
  return (
    apart !== undefined && apart.checks >= CHECKS_TO_END && incidentStatusOf(events).resolved !== undefined
  );
}
