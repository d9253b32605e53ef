/**
 * - `degraded` something is worse than usual; `down` most messages do not arrive
 * - `silent` almost no messages at an hour that always has some
 * - `clock_off` a clock is wrong, so latencies are unknown; nothing else is bad
 * - `too_little_traffic` too few messages, now or at this hour of the past weeks
 * - `platform_unreachable` the platform does not answer, so nothing is known
 */
export type IncidentVerdict = BadVerdict | 'normal' | 'too_little_traffic';

export type BadVerdict = 'degraded' | 'down' | 'silent' | 'clock_off' | 'platform_unreachable';

const SEVERITY: Readonly<Record<IncidentVerdict, number>> = {
  normal: 0,
  too_little_traffic: 0,
  clock_off: 1,
  silent: 2,
  degraded: 3,
  down: 4,
  platform_unreachable: 5,
};

/** Returns 0 for verdicts that are no problem; a higher number is worse. */
export function severityOf(verdict: IncidentVerdict): number {
  return SEVERITY[verdict];
}

export function isBad(verdict: IncidentVerdict): verdict is BadVerdict {
  return SEVERITY[verdict] > 0;
}

/** The worst of some verdicts; the first of equally bad ones. */
export function worstOf<One extends IncidentVerdict>(verdicts: readonly One[]): One {
  return verdicts.reduce((worst, one) => (SEVERITY[one] > SEVERITY[worst] ? one : worst));
}
