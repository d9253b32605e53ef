import { tzOffset } from '@date-fns/tz';
import { SECONDS_A_DAY, SECONDS_AN_HOUR } from '../calendar.ts';
import { fraction } from './draw.ts';
import { MOST_PER_DAY } from './population.ts';

/** Weight of each hour of the day in the recipients' zone: quiet nights, busy office hours. */
const HOUR_WEIGHTS: readonly number[] = [
  5, 3, 2, 2, 2, 4, 12, 30, 62, 92, 100, 98, 90, 78, 82, 92, 96, 94, 88, 70, 52, 38, 22, 11,
];
const RECIPIENTS_ZONE = 'America/Santiago';
/** No two weeks are alike: an hour has up to so much more or less of its weight. */
const UNEVENNESS = 0.15;

/**
 * The spread of messages over one UTC day: the second of the day, in [0, 86400), by which a part
 * in [0, 1) of them has been sent. Never falls as the part grows.
 */
export function createCurve(seed: number, day: number): (part: number) => number {
  const sums = [0];
  for (let hour = 0; hour < 24; hour++) {
    const startOfHour = new Date((day * SECONDS_A_DAY + hour * SECONDS_AN_HOUR) * 1000);
    const localHour = hour + Math.floor(tzOffset(RECIPIENTS_ZONE, startOfHour) / 60);
    const weight = HOUR_WEIGHTS[(localHour + 24) % 24] ?? 0;
    const uneven = 1 + UNEVENNESS * (2 * fraction(seed, day, hour, 0xf) - 1);
    sums.push((sums[hour] ?? 0) + weight * uneven);
  }
  const whole = sums[24] ?? 1;

  return (part) => {
    const target = part * whole;
    let hour = 0;
    while (hour < 23 && (sums[hour + 1] ?? whole) <= target) hour++;
    const before = sums[hour] ?? 0;
    const within = (target - before) / ((sums[hour + 1] ?? whole) - before);
    return Math.min(SECONDS_A_DAY - 1, Math.floor((hour + within) * SECONDS_AN_HOUR));
  };
}

/** Part of an ordinary day's messages by the day of the week, from Thursday on: 1970-01-01 was one. */
const WEEKDAY_PARTS: readonly number[] = [1, 1.06, 0.74, 0.58, 0.98, 1.02, 1];
/** A day has up to so much more or less than others of its weekday. */
const DAILY_UNEVENNESS = 0.06;

/** How many messages are generated on a day (in UTC, counted from 1970-01-01) where an ordinary one has `perDay`. */
export function sizeOfDay(seed: number, perDay: number, day: number): number {
  const uneven = 1 + DAILY_UNEVENNESS * (2 * fraction(seed, day, 0x10) - 1);
  return Math.min(MOST_PER_DAY, Math.round(perDay * (WEEKDAY_PARTS[day % 7] ?? 1) * uneven));
}
