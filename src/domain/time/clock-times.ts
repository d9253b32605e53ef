import { PARTS_OF_DAY } from './period-words.ts';

/** Time span in minutes since midnight; below 0 is the day before, above 1440 the day after. */
export type MinutesOfDay = readonly [from: number, to: number];

const MORNING = 'am|a m|in the morning|de la manana|de la madrugada';
const AFTERNOON = 'pm|p m|in the afternoon|in the evening|de la tarde';
const NIGHT = 'at night|de la noche';
const HALF = `(?:${MORNING}|${AFTERNOON}|${NIGHT})`;
const TIME = `(?:noon|midnight|mediodia|medianoche|\\d{1,2}(?:[:.h]\\d{2}(?::\\d{2})?)?(?: ?(?:${HALF}|horas|hrs|hs|h))?)`;
const AT = '(?:(?:las|la|el|at|about|around) )*';
const PARTS = new RegExp(
  `^(\\d{1,2})(?:[:.h](\\d{2})(?::\\d{2})?)?(?: ?(?:(${MORNING})|(${AFTERNOON})|(${NIGHT})|horas|hrs|hs|h))?$`,
);
const ENDS_IN_HALF = new RegExp(`${HALF}$`);
const RANGE = new RegExp(
  `^(?:(de|from|between|entre|desde) )?${AT}(${TIME}) ?(?:to|a|al|until|till|hasta|and|y|-) ?${AT}(${TIME})$`,
);
const AFTER = new RegExp(
  `^(?:after|since|from|desde|despues de|a partir de) ${AT}(${TIME})(?: (?:on|onwards|en adelante|hasta ahora|until now))?$`,
);
const BEFORE = new RegExp(`^(?:before|until|till|antes de|hasta) ${AT}(${TIME})$`);
const AROUND = new RegExp(
  `^(at|around|about|at about|al|a las?|tipo|hacia las?|como a las?|a eso de las?|cerca de las?)? ?${AT}(${TIME})$`,
);
const PLAINLY_A_TIME = /[:h]|[ap] ?m|horas|hrs|hs|noon|mid|medi|night|evening|noche|tarde|manana|madrugada/;

/** Words and spellings that fix the half of the day; a time with seconds comes from a log. */
const HALF_IS_SAID =
  /[ap] ?m\b|\bh(?:ora|r|s|\b)|\dh|:\d\d:|noon|mid|medi|night|evening|noche|tarde|ma[nñ]ana|madrugada|morning/;
const HOUR = /(?<![\d:.])\d{1,2}(?=\D|$)/g;
const HOUR_OF_EITHER_HALF = /^(?:[1-9]|1[0-2])$/;

const NOON = 12 * 60;
const MIDNIGHT = 24 * 60;
const WORKING_HOURS = { from: 8 * 60, to: 20 * 60 } as const;
/** With “at night”, an hour below 6 is after midnight: “2 at night” is 2 am. */
const EVENING = 6;
/** A single time such as “at 14:00” is read as the span from this many minutes before to after it. */
const AROUND_MINUTES = 30;

/** Reads a time or a range; if the phrase stands alone, a number that may be a date or count is rejected. */
export function readMinutesOfDay(phrase: string, isAlone: boolean): MinutesOfDay | undefined {
  return PARTS_OF_DAY.get(phrase) ?? readTimeRange(phrase, isAlone) ?? readOneTime(phrase, isAlone);
}

/**
 * Returns the times that a phrase without “a.m.” or “p.m.” may mean, the one in working hours first: `a las 3` is 15:00
 * or 3:00. A range that begins in working hours, and a time such as `15:00` or `03:00`, has only one meaning.
 */
export function halvesOf(phrase: string, minutes: MinutesOfDay): readonly MinutesOfDay[] {
  const hours = phrase.match(HOUR) ?? [];
  const isOpen = hours.length > 0 && hours.every((hour) => HOUR_OF_EITHER_HALF.test(hour));
  if (!isOpen || HALF_IS_SAID.test(phrase) || BEFORE.test(phrase)) return [minutes];
  const [from, to] = minutes;
  const isRange = RANGE.test(phrase);
  const isSince = !isRange && AFTER.test(phrase);
  const start = isRange || isSince ? from : from + AROUND_MINUTES;
  const isLikely = start >= WORKING_HOURS.from && start < WORKING_HOURS.to;
  // In “from 10 to 2”, the end is in the half of the day that follows.
  const end = isRange && to - from > NOON ? to - NOON : to;
  if (isRange && isLikely)
    return end === to
      ? [minutes]
      : [
          [from, end],
          [from + NOON, to],
        ];
  const by = start >= NOON ? -NOON : NOON;
  const other: MinutesOfDay = [from + by, isSince ? to : end + by];
  return isLikely ? [minutes, other] : [other, [from, end]];
}

/** Returns a time in minutes since midnight; as the end of a range (`end`), midnight is 1440 instead of 0. */
export function readMinutes(text: string, end = false): number | undefined {
  if (text === 'noon' || text === 'mediodia') return NOON;
  if (text === 'midnight' || text === 'medianoche') return end ? MIDNIGHT : 0;
  const [, hours, minutes = '0', am, pm, night] = PARTS.exec(text) ?? [];
  if (hours === undefined || Number(minutes) > 59) return undefined;
  const hour = Number(hours);
  const half = am ?? pm ?? night;
  if (half === undefined) {
    const whole = hour * 60 + Number(minutes);
    return whole > MIDNIGHT ? undefined : whole === 0 && end ? MIDNIGHT : whole;
  }
  if (hour < 1 || (hour > 12 && am !== undefined) || hour > 23) return undefined;
  return hourOf(hour, half) * 60 + Number(minutes);
}

/** Returns the hour: “12 am” is 0, “12 de la mañana” 12, “12 at night” 24, and “14 de la tarde” 14. */
function hourOf(hour: number, half: string): number {
  if (half === 'de la manana') return hour;
  if (MORNING.split('|').includes(half)) return hour % 12;
  if (isOfNight(half) && hour === 12) return 24;
  return hour < (isOfNight(half) ? EVENING : 0) || hour >= 12 ? hour : hour + 12;
}

function isOfNight(half: string): boolean {
  return NIGHT.split('|').includes(half);
}

function readTimeRange(phrase: string, isAlone: boolean): MinutesOfDay | undefined {
  const [, leading, first, second] = RANGE.exec(phrase) ?? [];
  if (first === undefined || second === undefined) return undefined;
  if (isAlone && leading === undefined && !PLAINLY_A_TIME.test(first + second)) return undefined;
  const to = readMinutes(second, true);
  const from = readMinutes(first);
  if (from === undefined || to === undefined) return undefined;
  const [half = ''] = ENDS_IN_HALF.exec(second) ?? [];
  // In “6 to 8 pm”, “pm” applies to both times.
  const inSameHalf = half === '' ? undefined : readMinutes(`${first} ${half}`);
  const isLeftOut =
    !ENDS_IN_HALF.test(first) && inSameHalf !== undefined && (inSameHalf < to || isOfNight(half));
  const start = isLeftOut ? inSameHalf : from;
  return [start, to > start ? to : to + MIDNIGHT];
}

function readOneTime(phrase: string, isAlone: boolean): MinutesOfDay | undefined {
  const [, after] = AFTER.exec(phrase) ?? [];
  const from = after === undefined ? undefined : readMinutes(after);
  if (
    after !== undefined &&
    from !== undefined &&
    !(isAlone && !PLAINLY_A_TIME.test(phrase) && !/ las? |^since /.test(phrase))
  )
    return [from, from < MIDNIGHT ? MIDNIGHT : 2 * MIDNIGHT];
  const [, before] = BEFORE.exec(phrase) ?? [];
  const to = before === undefined ? undefined : readMinutes(before, true);
  if (to !== undefined) return [0, to];
  const [, at, time] = AROUND.exec(phrase) ?? [];
  const isPlain =
    at !== undefined || PLAINLY_A_TIME.test(time ?? '') || (!isAlone && /\.\d\d/.test(time ?? ''));
  if (time === undefined || !isPlain || (at === 'al' && /^\d/.test(time))) return undefined;
  if (isAlone && at === undefined && !/:|[ap] ?m$/.test(time)) return undefined;
  const minutes = readMinutes(time);
  return minutes === undefined ? undefined : [minutes - AROUND_MINUTES, minutes + AROUND_MINUTES];
}

export function splitsIntoDayAndHours(phrase: string) {
  const words = phrase.split(' ');
  const cuts = Array.from({ length: words.length - 1 }, (_, at) => at + 1);
  const joined = (from: number, to?: number) => words.slice(from, to).join(' ');
  return cuts.flatMap((at) => [
    { day: joined(0, at).replace(/,$/, ''), hours: joined(at) },
    { day: joined(at), hours: joined(0, at) },
  ]);
}
