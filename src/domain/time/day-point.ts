import { addDaysTo, type Day, dayNamed, isCalendarDay, mondayOf, monthsFrom, weekdayOf } from './calendar.ts';
import { type NoSuchDate, noSuchDate } from './period.ts';
import { anyOf, MONTHS, NUMBER_WORDS, RELATIVE_DAYS, WEEKDAYS } from './period-words.ts';

export type DateOrder = 'day_first' | 'month_first';

/** A day as typed; a missing month or year comes later from today or from the other end of the range. */
export type DayPoint =
  | { readonly kind: 'day'; readonly day: Day }
  | CalendarPoint
  | { readonly kind: 'weekday'; readonly weekday: number };

/** A date as typed; a missing year or month means the most recent one, or that of the range's other end. */
interface CalendarPoint {
  readonly kind: 'calendar';
  readonly year?: number;
  readonly month?: number;
  readonly date: number;
}

const COUNT = `(\\d{1,3}|${anyOf(NUMBER_WORDS)})`;
const AGO = new RegExp(
  `^(?:(?:about )?${COUNT} (day|week|month)s? ago|hace (?:como )?${COUNT} (dia|semana|mes)(?:e?s)?)$`,
);
const WEEKDAY = new RegExp(
  `^(?:(this|este|hoy|today) )?(?:(?:last|pasado|ultimo|previous) )?(${anyOf(WEEKDAYS)})(?: (pasado|ultimo|anterior|hoy|today))?$`,
);
const WEEKDAY_OF_LAST_WEEK = new RegExp(
  `^(${anyOf(WEEKDAYS)}) (?:of )?(?:last week|de la semana (?:pasada|anterior)|semana pasada)$`,
);
const WEEKDAY_WITH_DATE = new RegExp(`^(${anyOf(WEEKDAYS)}) (?:the |el )?(.*\\d.*)$`);
const ISO_LIKE = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const NUMERIC = /^(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/;
const DAY_MONTH = new RegExp(
  `^(?:dia )?(\\d{1,2}|primero)(?:st|nd|rd|th|o|ro|er)?(?: (?:de |of )?|[-/.]| ?)(${anyOf(MONTHS)})(?:(?: (?:de |del |of )?|[-/.])(\\d{4}|\\d{2}))?$`,
);
const MONTH_DAY = new RegExp(
  `^(${anyOf(MONTHS)})[- /]?(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: (?:de |of )?(\\d{4}))?$`,
);
const DAY_OF_MONTH =
  /^(?:(?:el|the|on the) (?:dia )?(\d{1,2})(?:st|nd|rd|th|o)?|dia (\d{1,2})|(\d{1,2})(?:st|nd|rd|th))$/;
/** Words without meaning before a day: `on monday`, `del 3 de noviembre`. */
const ARTICLE = /^(?:(?:on|of|in|for|from|de|del|en|durante|during) )?(?:(?:the|el) )?/;

export function readDayPoint(words: string, today: Day, order: DateOrder): DayPoint | NoSuchDate | undefined {
  const [, first, second, third] = DAY_OF_MONTH.exec(words) ?? [];
  const ofMonth = first ?? second ?? third;
  if (ofMonth !== undefined) return calendar({ date: Number(ofMonth) }, words);
  const text = words.replace(ARTICLE, '');
  return (
    readRelative(text, today) ??
    readWeekday(text, today, order) ??
    readNumeric(text, order) ??
    readNamed(text, today)
  );
}

function readRelative(text: string, today: Day): DayPoint | undefined {
  const offset = RELATIVE_DAYS.get(text);
  if (offset !== undefined) return { kind: 'day', day: addDaysTo(today, offset) };
  const [, count, unit, cuenta, unidad] = AGO.exec(text) ?? [];
  const itsUnit = unit ?? unidad ?? '';
  const number = toNumber(count ?? cuenta);
  if (Number.isNaN(number)) return undefined;
  if (itsUnit === 'month' || itsUnit === 'mes') return { kind: 'day', day: monthsBefore(today, number) };
  return { kind: 'day', day: addDaysTo(today, -number * (itsUnit.length > 4 || itsUnit === 'week' ? 7 : 1)) };
}

/** Returns the same date `months` earlier, or the last day of that month if it is too short. */
function monthsBefore(today: Day, months: number): Day {
  const [year, month, date] = [today.slice(0, 4), today.slice(5, 7), today.slice(8)].map(Number);
  const its = monthsFrom(year ?? 0, month ?? 1, -months);
  const dates = [date ?? 1, 30, 29, 28].map((last) =>
    dayNamed(its.year, its.month, Math.min(date ?? 1, last)),
  );
  return dates.find(isCalendarDay) ?? today;
}

function readWeekday(text: string, today: Day, order: DateOrder): DayPoint | NoSuchDate | undefined {
  const [, before, name = '', after] = WEEKDAY.exec(text) ?? [];
  const weekday = WEEKDAYS.get(name);
  if (weekday !== undefined) {
    const mayBeToday = before !== undefined || after === 'hoy' || after === 'today';
    if (mayBeToday && weekdayOf(today) === weekday) return { kind: 'day', day: today };
    return { kind: 'weekday', weekday };
  }
  const ofLastWeek = WEEKDAYS.get(WEEKDAY_OF_LAST_WEEK.exec(text)?.[1] ?? '');
  if (ofLastWeek !== undefined) {
    return { kind: 'day', day: addDaysTo(mondayOf(today), -7 + ((ofLastWeek + 6) % 7)) };
  }
  const [, itsName = '', date = ''] = WEEKDAY_WITH_DATE.exec(text) ?? [];
  const point =
    date === '' ? undefined : (readNumeric(date, order) ?? readNamed(date, today) ?? readDateAlone(date));
  if (!point || 'problem' in point) return point;
  // A date with the wrong weekday is rejected, because either the date or the weekday may be meant.
  const day = latestDay(point, today);
  return day !== undefined && weekdayOf(day) === WEEKDAYS.get(itsName)
    ? { kind: 'day', day }
    : noSuchDate(text);
}

function readDateAlone(text: string): DayPoint | NoSuchDate | undefined {
  return /^\d\d$/.test(text) ? calendar({ date: Number(text) }, text) : undefined;
}

function readNumeric(text: string, order: DateOrder): DayPoint | NoSuchDate | undefined {
  const [, year, month, date] = ISO_LIKE.exec(text) ?? [];
  if (year !== undefined)
    return calendar({ year: Number(year), month: Number(month), date: Number(date) }, text);
  const [, a, separator, b, itsYear] = NUMERIC.exec(text) ?? [];
  if (a === undefined || b === undefined) return undefined;
  const [first, second] = [Number(a), Number(b)];
  // In dates with dots, such as `18.11`, the day comes before the month in every country.
  const parts =
    order === 'day_first' || separator === '.'
      ? { date: first, month: second }
      : { date: second, month: first };
  if (itsYear === undefined) {
    // Numbers that are no date, such as `14.30` or `9-40`, are more likely a time than a wrong date.
    return separator === '/' || isInCalendar(parts) ? calendar(parts, text) : undefined;
  }
  if (itsYear.length === 4 && !itsYear.startsWith('20')) return undefined;
  const point = calendar({ ...parts, year: fullYear(itsYear) }, text);
  return 'problem' in point && itsYear.length === 2 && separator !== '/' ? undefined : point;
}

function readNamed(text: string, today: Day): DayPoint | NoSuchDate | undefined {
  const [, date, month, year] = DAY_MONTH.exec(text) ?? [];
  const [, itsMonth = month ?? '', itsDate = date, itsYear = year] = MONTH_DAY.exec(text) ?? [];
  const number = MONTHS.get(itsMonth);
  if (number === undefined || itsDate === undefined) return undefined;
  const parts = { month: number, date: itsDate === 'primero' ? 1 : Number(itsDate) };
  if (itsYear === undefined) return calendar(parts, text);
  if (itsYear.length === 4 && !itsYear.startsWith('20')) return undefined;
  const whole = fullYear(itsYear);
  // A year of two digits must be near, because the 14 in `18 nov 14` may be an hour.
  if (itsYear.length === 2 && Math.abs(whole - Number(today.slice(0, 4))) > 2) return undefined;
  return calendar({ ...parts, year: whole }, text);
}

type Parts = Omit<CalendarPoint, 'kind'>;

function calendar(parts: Parts, text: string): DayPoint | NoSuchDate {
  return isInCalendar(parts) ? { kind: 'calendar', ...parts } : noSuchDate(text);
}

const LEAP_YEAR = 2024;

function isInCalendar({ year = LEAP_YEAR, month = 1, date }: Parts): boolean {
  return isCalendarDay(dayNamed(year, month, date));
}

function fullYear(digits: string): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits);
}

export function toNumber(word: string | undefined): number {
  return NUMBER_WORDS.get(word ?? '-') ?? Number.parseInt(word ?? '', 10);
}

/** Returns the latest day up to `by` that fits `point` (a weekday: before `by`); `undefined` if none does. */
export function latestDay(point: DayPoint, by: Day): Day | undefined {
  if (point.kind === 'day') return point.day;
  if (point.kind === 'weekday') return addDaysTo(by, -(((weekdayOf(by) - point.weekday + 6) % 7) + 1));
  if (point.year !== undefined) return dayNamed(point.year, point.month ?? 1, point.date);
  return occurrences(point, by, -1).find((day) => isCalendarDay(day) && day <= by);
}

export function firstDayFrom(point: DayPoint, from: Day): Day | undefined {
  if (point.kind === 'day') return point.day;
  if (point.kind === 'weekday') return addDaysTo(from, (point.weekday - weekdayOf(from) + 7) % 7);
  if (point.year !== undefined) return dayNamed(point.year, point.month ?? 1, point.date);
  return occurrences(point, from, 1).find((day) => isCalendarDay(day) && day >= from);
}

/** Years or months to try: a 29 February comes within eight years, and a 31st within two months. */
const MOST_YEARS = 9;

function occurrences({ month, date }: CalendarPoint, start: Day, step: 1 | -1): Day[] {
  const [startYear, startMonth] = [Number(start.slice(0, 4)), Number(start.slice(5, 7))];
  return Array.from({ length: MOST_YEARS }, (_, at) => {
    if (month !== undefined) return dayNamed(startYear + at * step, month, date);
    const its = monthsFrom(startYear, startMonth, at * step);
    return dayNamed(its.year, its.month, date);
  });
}
