import { MINUTE_MS } from '../../runtime/durations.ts';
import { addDaysTo, type Day, weekdayOf } from './calendar.ts';
import { readMinutes } from './clock-times.ts';
import { anyOf, NUMBER_WORDS, plainWords, RELATIVE_DAYS, WEEKDAYS } from './period-words.ts';
import { instantShowing, localDay } from './wall-clock.ts';

export type MomentProblem = 'not_understood' | 'past' | 'too_long';

interface MomentClock {
  readonly now: Date;
  readonly zone: string;
  readonly mostMs: number;
}

const MINUTES: ReadonlyMap<string, number> = new Map(
  (
    [
      ['m min mins minute minutes minuto minutos', 1],
      ['h hr hrs hs hour hours hora horas', 60],
      ['d day days dia dias', 24 * 60],
    ] as const
  ).flatMap(([words, minutes]) => words.split(' ').map((word) => [word, minutes] as const)),
);
const COUNT = `(\\d{1,4}(?:\\.\\d)?|${anyOf(NUMBER_WORDS)})`;
const ONE_LENGTH = new RegExp(`^${COUNT} ?(${[...MINUTES.keys()].join('|')})(?: (?:and a|y) (half|media))?$`);
const TWO_LENGTHS =
  /^(\d{1,2}) ?(?:h|hs|hrs?|hours?|horas?) ?(?:and |y )?(\d{1,2}) ?(?:m|mins?|minutes?|minutos?)?$/;
const HALVES: ReadonlyMap<string, number> = new Map([
  ['half an hour', 30],
  ['media hora', 30],
  ['half a day', 12 * 60],
  ['medio dia', 12 * 60],
]);
const LEADING = /^(?:(?:for|por|durante|in|en|until|till|to|hasta|el|on|the)+ (?=\S))+/;
const AT = /^(?:at|a)? ?(?:las|la)? ?/;
const DAY_WORDS = new Map<string, number>([...RELATIVE_DAYS, ...WEEKDAYS]);
const DAY_AND_TIME = new RegExp(`^(?:el |on )?(${anyOf(DAY_WORDS)})(?: (.+))?$`);
const TIME_AND_DAY = new RegExp(`^(.+?) (?:of |de |del )?(?:el |on )?(${anyOf(DAY_WORDS)})$`);
/** Used for a day without a time: 9:00, in minutes since midnight. */
const MORNING = 9 * 60;

/** Reads `45 min`, `until 14:30`, `mañana a las 9` or `monday`; a time alone is its next occurrence. */
export function readMomentAhead(text: string, clock: MomentClock): Date | MomentProblem {
  const { now, mostMs } = clock;
  const phrase = plainWords(text.replaceAll(/(?<=\d),(?=\d)/g, '.')).replace(LEADING, '');
  const minutes = readLength(phrase);
  const at = minutes === undefined ? readTime(phrase, clock) : new Date(now.getTime() + minutes * MINUTE_MS);
  if (!at) return 'not_understood';
  if (at <= now) return 'past';
  return at.getTime() - now.getTime() > mostMs ? 'too_long' : at;
}

function readLength(phrase: string): number | undefined {
  const half = HALVES.get(phrase);
  if (half !== undefined) return half;
  const [, hours, over] = TWO_LENGTHS.exec(phrase) ?? [];
  if (hours !== undefined && over !== undefined) return Number(hours) * 60 + Number(over);
  const [, count, unit = '', andHalf] = ONE_LENGTH.exec(phrase) ?? [];
  const each = MINUTES.get(unit);
  if (count === undefined || each === undefined) return undefined;
  const number = NUMBER_WORDS.get(count) ?? Number(count);
  return Math.round((number + (andHalf === undefined ? 0 : 0.5)) * each);
}

function readTime(phrase: string, { now, zone }: MomentClock): Date | undefined {
  const today = localDay(now, zone);
  const on = (day: Day, minutes: number) =>
    instantShowing(Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS, zone, 'first');
  const [, before, time] = DAY_AND_TIME.exec(phrase) ?? [];
  const [, timeBefore, after] = TIME_AND_DAY.exec(phrase) ?? [];
  const named = before ?? after;
  if (named !== undefined) {
    const said = before === undefined ? timeBefore : time;
    const minutes = said === undefined ? MORNING : minutesOf(said);
    if (minutes === undefined) return undefined;
    const at = on(dayCalled(named, today), minutes);
    return at <= now && WEEKDAYS.has(named) ? on(addDaysTo(dayCalled(named, today), 7), minutes) : at;
  }
  const minutes = minutesOf(phrase);
  if (minutes === undefined) return undefined;
  const at = on(today, minutes);
  return at > now ? at : on(addDaysTo(today, 1), minutes);
}

const minutesOf = (text: string) => readMinutes(text.replace(AT, ''));

/** Returns the next day with that weekday, which may be today. */
function dayCalled(word: string, today: Day): Day {
  const relative = RELATIVE_DAYS.get(word);
  if (relative !== undefined) return addDaysTo(today, relative);
  return addDaysTo(today, ((WEEKDAYS.get(word) ?? 0) - weekdayOf(today) + 7) % 7);
}
