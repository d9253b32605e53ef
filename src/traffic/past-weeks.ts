import type { Observation } from '../domain/incidents/baseline.ts';
import { HALF_HOUR_MS, HOUR_MS, QUARTER_MS, WEEK_MS } from '../runtime/durations.ts';
import type { Cooperative } from '../runtime/yielding.ts';
import { quarterOf, reconstruct, type Window } from './window.ts';

export interface PastWeek extends Window {
  readonly back: number;
}

/** Quarter hours before the moment, for the chart and to find out since when something is as it is. */
export const LOOK_BACK_MS = 5 * HOUR_MS;
/** Between checks of the past that are reconstructed: their last quarter hours adjoin. */
const STEP_MS = QUARTER_MS;

/**
 * What checks of those weeks would have counted, from so long before the time in question to half an hour after it:
 * for that time itself half an hour suffices. Who looks back further gets those of whole quarter hours, so that a later
 * look back finds the same.
 */
export function* observedAround(
  weeks: readonly PastWeek[],
  at: Date,
  backMs = HALF_HOUR_MS,
): Cooperative<Observation[]> {
  const observations: Observation[] = [];
  for (const week of weeks) {
    const then = (backMs > HALF_HOUR_MS ? quarterOf(at) : at).getTime() - week.back * WEEK_MS;
    for (let ms = then - backMs; ms <= then + HALF_HOUR_MS; ms += STEP_MS) {
      observations.push(...reconstruct([week], new Date(ms)));
      yield;
    }
  }
  return observations;
}
