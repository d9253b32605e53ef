import { PARTS_OF_DAY } from './period-words.ts';

/** Minutes since a day's midnight, from and to: they may reach into the days beside it. */
export type MinutesOfDay = readonly [from: number, to: number];

const HALF =
  '(?:am|pm|a m|p m|in the morning|in the afternoon|in the evening|at night|de la manana|de la tarde|de la noche)';
const TIME = `(?:noon|midnight|mediodia|medianoche|\\d{1,2}(?:[:.h]\\d{2}(?::\\d{2})?)?(?: ?(?:${HALF}|horas|hrs|hs|h))?)`;
const AT = '(?:(?:las|la|el|at|about|around) )*';
const PARTS =
  /^(\d{1,2})(?:[:.h](\d{2})(?::\d{2})?)?(?: ?(?:(am|a m|in the morning|de la manana)|(pm|p m|in the afternoon|in the evening|at night|de la tarde|de la noche)|horas|hrs|hs|h))?$/;
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
/** A number that can only be a time of day. */
const PLAINLY_A_TIME = /[:h]|[ap] ?m|horas|hrs|hs|noon|mid|medi|night|evening|noche|tarde|manana/;

const NOON = 12 * 60;
const MIDNIGHT = 24 * 60;
/** Either side of “at 14:00”. */
const AROUND_MINUTES = 30;

/**
 * Hours of a day: `9-12`, `de 9 a 12`, `after 18:00`, `a las 14`, `in the afternoon`. Where no day stands beside them
 * (`isAlone`), only what cannot be a date or a count. Hours that end before they begin go on into the next day.
 */
export function readMinutesOfDay(
  phrase: string,
  { isAlone }: { readonly isAlone: boolean },
): MinutesOfDay | undefined {
  const part = PARTS_OF_DAY.get(phrase);
  if (part) return part;
  return readTimeRange(phrase, isAlone) ?? readOneTime(phrase, isAlone);
}

/** A time of day as minutes since midnight, 1440 for the next; `end`: midnight ends the day. */
export function readMinutes(text: string, end = false): number | undefined {
  if (text === 'noon' || text === 'mediodia') return NOON;
  if (text === 'midnight' || text === 'medianoche') return end ? MIDNIGHT : 0;
  const [, hours, minutes = '0', am, pm] = PARTS.exec(text) ?? [];
  if (hours === undefined || Number(minutes) > 59) return undefined;
  const hour = Number(hours);
  if (am === undefined && pm === undefined) {
    const whole = hour * 60 + Number(minutes);
    return whole > MIDNIGHT ? undefined : whole === 0 && end ? MIDNIGHT : whole;
  }
  if (hour < 1 || (hour > 12 && am !== undefined) || hour > 23) return undefined;
  // 12 am is midnight; “14 de la tarde” is 14.
  const ofDay = am !== undefined ? hour % 12 : hour < 12 ? hour + 12 : hour;
  return ofDay * 60 + Number(minutes);
}

function readTimeRange(phrase: string, isAlone: boolean): MinutesOfDay | undefined {
  const [, leading, first, second] = RANGE.exec(phrase) ?? [];
  if (first === undefined || second === undefined) return undefined;
  if (isAlone && leading === undefined && !PLAINLY_A_TIME.test(first + second)) return undefined;
  const to = readMinutes(second, true);
  const from = readMinutes(first);
  if (from === undefined || to === undefined) return undefined;
  const inSameHalf = readMinutes(`${first} pm`);
  const isHalfLeftOut = /p ?m$/.test(second) && !/[ap] ?m$/.test(first) && inSameHalf !== undefined;
  const start = isHalfLeftOut && inSameHalf < to ? inSameHalf : from;
  return [start, to > start ? to : to + MIDNIGHT];
}

function readOneTime(phrase: string, isAlone: boolean): MinutesOfDay | undefined {
  const [, after] = AFTER.exec(phrase) ?? [];
  const from = after === undefined ? undefined : readMinutes(after);
  if (
    after !== undefined &&
    from !== undefined &&
    !(isAlone && !PLAINLY_A_TIME.test(phrase) && !/ las? /.test(phrase))
  )
    return [from, MIDNIGHT];
  const [, before] = BEFORE.exec(phrase) ?? [];
  const to = before === undefined ? undefined : readMinutes(before, true);
  if (to !== undefined) return [0, to];
  const [, at, time] = AROUND.exec(phrase) ?? [];
  if (time === undefined || (at === undefined && !PLAINLY_A_TIME.test(time))) return undefined;
  if (isAlone && at === undefined && !/:|[ap] ?m$/.test(time)) return undefined;
  const minutes = readMinutes(time);
  return minutes === undefined ? undefined : [minutes - AROUND_MINUTES, minutes + AROUND_MINUTES];
}

/** A day and its hours in one text, each way they can stand: the day first, or the hours. */
export function splitsIntoDayAndHours(
  phrase: string,
): readonly { readonly day: string; readonly hours: string }[] {
  const words = phrase.split(' ');
  const cuts = Array.from({ length: words.length - 1 }, (_, at) => at + 1);
  const joined = (from: number, to?: number) => words.slice(from, to).join(' ');
  return cuts.flatMap((at) => [
    { day: joined(0, at).replace(/,$/, ''), hours: joined(at) },
    { day: joined(at), hours: joined(0, at) },
  ]);
}
