import type { Whose } from '../../domain/changes.ts';
import { isSame } from '../../domain/evidence.ts';
import type { Watched } from '../../domain/incident.ts';
import { localDay, startOfDayIn } from '../../domain/period.ts';
import { inTurns } from '../../ops/in-turns.ts';
import type { Traffic } from '../../traffic/types.ts';
import type { Since, TrafficCheck } from './model.ts';
import { sinceWhen } from './since.ts';
import { LOOK_BACK_MS, observedAround } from './usual.ts';
import { COUNTED_MS, type DayWindow, timeBetween, windowsOf } from './window.ts';

export interface BeginningDeps {
  readonly traffic: Pick<Traffic, 'held'>;
  /** IANA zone of the platform's days. */
  readonly platformZone: string;
}

/**
 * When what a check finds began, as `/sms-check` would tell it: watching may have begun, or gone on, long after that.
 * Only what was read already is looked through, and only of the day under way: a day before has older readings.
 */
export async function beginningsOf(
  subjects: readonly Watched[],
  { recent, usual, observed }: TrafficCheck,
  deps: BeginningDeps,
): Promise<(whose: Watched) => Since | undefined> {
  const wanted = subjects.filter((one): one is Whose => one.of !== 'platform');
  if (wanted.length === 0 || !recent) return () => undefined;
  const { readAt } = recent;
  const past = await inTurns(observedAround(usual.weeks, readAt, LOOK_BACK_MS));
  const windows = await earlier(recent, deps);
  const since = await inTurns(sinceWhen(wanted, windows, [...observed, ...past], readAt));
  return (whose) => since[wanted.findIndex((one) => isSame(one, whose))];
}

async function earlier(
  recent: DayWindow,
  { traffic, platformZone: zone }: BeginningDeps,
): Promise<DayWindow[]> {
  const { readAt, end } = recent;
  const midnight = startOfDayIn(localDay(readAt, zone), zone);
  const from = new Date(Math.max(readAt.getTime() - LOOK_BACK_MS - COUNTED_MS, midnight.getTime()));
  const period = timeBetween(from, end);
  const held = await traffic.held(period);
  if (!held) return [];
  const day = { day: localDay(readAt, zone), readAt: held.readAt, received: 0, unreadable: 0 };
  return windowsOf({ ...held, days: [day] }, period, zone);
}
