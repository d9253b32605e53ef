import { isBadOperator } from '../../domain/evidence.ts';
import { handlingOf } from '../../domain/handling.ts';
import { type Check, isBad, type Watched } from '../../domain/incident.ts';
import type { Apart } from '../../store/incident-evidence.ts';
import type { Incident } from '../../store/incidents.ts';
import { judgementOf } from './knowledge.ts';

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
export function apartAfter(
  { events, evidence: { apart: before, readAt } }: Incident,
  check: Check,
  isCommon: boolean,
): Apart | undefined {
  const all = judgementOf(check, { of: 'all' });
  if (!all || !check.readAt || (readAt && check.readAt <= readAt)) return before;
  const isStillAll = handlingOf(events).resolved ? isCommon : isBad(all.verdict);
  if (isStillAll) return undefined;
  const bad = check.judgements.filter(isBadOperator).map(({ whose }) => {
    const operator = whose.of === 'operator' ? (whose.operator ?? null) : null;
    const known = before?.bad.find((one) => one.operator === operator);
    return { operator, since: known?.since ?? check.at, checks: (known?.checks ?? 0) + 1 };
  });
  return { since: before?.since ?? check.at, checks: (before?.checks ?? 0) + 1, bad };
}

/** Since when an operator has a trouble of its own; `undefined` where it has not, or that is not certain yet. */
export function ownSince(apart: Apart | undefined, whose: Watched): Date | undefined {
  if (whose.of !== 'operator') return undefined;
  const own = apart?.bad.find(({ operator }) => operator === (whose.operator ?? null));
  return own && own.checks >= CHECKS_TO_BEGIN ? own.since : undefined;
}

/** Whether a resolved incident of all is over, though one operator may be bad still. */
export function isPast({ events }: Incident, apart: Apart | undefined): apart is Apart {
  return apart !== undefined && apart.checks >= CHECKS_TO_END && handlingOf(events).resolved !== undefined;
}
