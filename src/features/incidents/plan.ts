import { type Evidence, isBadOperator, isSame } from '../../domain/evidence.ts';
import type { FailureCode } from '../../domain/failure.ts';
import { handlingOf } from '../../domain/handling.ts';
import {
  type Check,
  isBad,
  type Judgement,
  type Verdict,
  type WatchEvent,
  type Watched,
  type WatchState,
} from '../../domain/incident.ts';
import type { IncidentEvidence } from '../../store/incident-evidence.ts';
import type { Failing, Incident, IncidentChange } from '../../store/incidents.ts';
import { apartAfter, isPast, ownSince } from './apart.ts';
import { type CountQuarters, judgementOf, knownAfter } from './knowledge.ts';
import type { Since } from './model.ts';

/** What a check has led to. */
export interface Found {
  readonly check: Check;
  readonly state: WatchState;
  readonly events: readonly WatchEvent[];
  readonly evidenceOf: (whose: Watched) => Evidence;
  readonly count?: CountQuarters | undefined;
  /** Where the platform was not asked, because it is not to be. */
  readonly failing?: Failing | undefined;
  /** Why the platform could not be read, where it was asked. */
  readonly failure?: FailureCode | undefined;
  /** Of what begins, where more is known than when the first bad check was. */
  readonly beginningOf?: ((whose: Watched) => Since | undefined) | undefined;
}

/** Of what `follow` says that it is under way. */
interface UnderWay {
  readonly whose: Watched;
  readonly verdict: Verdict;
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
  const find = (whose: Watched) => underWay.find((one) => isSame(one.whose, whose));
  const all = find({ of: 'all' });
  const common = open.find(({ whose }) => whose.of === 'all');
  const isUnderWay = ({ whose }: Judgement) => find(whose) !== undefined;
  const isNewlyCommon = all !== undefined && common === undefined && isCommon(check, isUnderWay);
  const widened = isNewlyCommon ? open.find((one) => mayWiden(one) && find(one.whose)) : undefined;
  const apart = common && apartAfter(common, check, isCommon(check, isBadOperator));

  const knownOf = (whose: Watched, beganAt: Date, before?: IncidentEvidence) =>
    knownAfter(before, { ...found, whose, beganAt, now: found.evidenceOf(whose) });
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
    if (open.some((one) => isSame(one.whose, whose))) return false;
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
function isCommon({ judgements }: Check, isCounted: (one: Judgement) => boolean): boolean {
  const [all] = judgements;
  if (!all || !isBad(all.verdict)) return false;
  const operators = judgements.filter(({ whose }) => whose.of === 'operator');
  const counted = operators.filter(isCounted);
  if (counted.length === 0) return true;
  const bad = counted.filter(isBadOperator);
  const recent = (list: typeof bad) => list.reduce((sum, { counts }) => sum + counts.recent, 0);
  return bad.length >= 2 && 2 * recent(bad) >= recent(operators);
}

/** One that was in an incident of all may be well by now, if not for long enough. */
function isBadNow(check: Check, whose: Watched): boolean {
  const own = judgementOf(check, whose);
  return own !== undefined && isBad(own.verdict);
}

function mayWiden({ whose, events }: Incident): boolean {
  return whose.of === 'operator' && handlingOf(events).resolved === undefined;
}

function uncheckedIn({ events }: Found, whose: Watched) {
  return events.filter((event) => event.kind === 'unchecked').find((event) => isSame(event.whose, whose));
}

/** Of what this check found nothing belongs to it. */
function unseenFrom(before: IncidentEvidence, seen: Date): IncidentEvidence {
  const { unseenSince = seen } = before;
  return { ...before, unseenSince: unseenSince < seen ? unseenSince : seen };
}

function isLost(whose: Watched, { events }: Found): boolean {
  return events.some((event) => event.kind === 'lost_sight' && isSame(event.whose, whose));
}
