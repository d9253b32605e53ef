import type { FailureCode } from '../../domain/failure.ts';
import { severityOf } from '../../domain/incident.ts';
import { localDay, startOfDayIn } from '../../domain/period.ts';
import { checkHeld, type HeldDeps } from './check.ts';
import type { CheckedSubject, Standing, Unreachable } from './model.ts';
import { timeBetween } from './window.ts';

/** What is left to say where the platform cannot be read. One that was read since then: since when it is not, nobody knows. */
export async function unreachableFor(
  failure: FailureCode,
  deps: HeldDeps,
  { beginnings }: Standing,
  now: Date,
): Promise<Unreachable> {
  const lastReadAt = await lastReadBefore(deps, now);
  const since = beginnings.find(({ whose }) => whose.of === 'platform')?.at;
  const held = await checkHeld(deps, now);
  const subjects = (held?.check.judgements ?? []).map((judgement): CheckedSubject => {
    return { judgement, since: undefined, toOperator: undefined };
  });
  const [all, ...operators] = subjects;
  return {
    failure,
    since: since && lastReadAt && lastReadAt > since ? undefined : since,
    lastReadAt,
    last: held && {
      verdict: held.check.verdict,
      all,
      operators: operators.toSorted(worstFirst),
      about: undefined,
    },
  };
}

/** After midnight the day under way may not have been read yet. */
async function lastReadBefore({ traffic, platformZone: zone }: HeldDeps, now: Date) {
  const midnight = startOfDayIn(localDay(now, zone), zone);
  for (const end of [new Date(now.getTime() + 1), midnight]) {
    const held = await traffic.held(timeBetween(new Date(end.getTime() - 1), end)).catch(() => undefined);
    if (held) return held.readAt;
  }
  return undefined;
}

/** For a list: what weighs most, then who carries most. */
export function worstFirst({ judgement: a }: CheckedSubject, { judgement: b }: CheckedSubject): number {
  return severityOf(b.verdict) - severityOf(a.verdict) || b.counts.recent - a.counts.recent;
}
