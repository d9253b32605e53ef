import { addDaysTo, type Day, dayNamed, mondayOf, monthsFrom, weekdayOf } from './calendar.ts';
import { toNumber } from './day-point.ts';
import type { PeriodSpec } from './period.ts';
import { anyOf, MONTHS, NUMBER_WORDS } from './period-words.ts';

/** A space must follow a number word, so that “and” is not read as “an d” (one day). */
const COUNT = `(\\d{1,9}|${anyOf(NUMBER_WORDS)}(?= ))`;
const TIME_UNIT = '(hours?|horas?|hrs?|hs|h|minutes?|minutos?|mins?)';
const UNIT = `(days?|dias?|d|weeks?|semanas?|sem|w|months?|mes(?:es)?|${TIME_UNIT.slice(1)}`;
const LAST = new RegExp(
  `^(?:(?:in|during|for|en|durante|de) )?(?:the |las? |los |el )?(last|past|previous|ultim[oa]s?) (?:${COUNT} ?)?${UNIT}$`,
);
const BARE = new RegExp(`^(?:for )?${COUNT} ?${UNIT}$`);
/** Reads hours and minutes only: “since 2 days ago” includes the first day, so it is not the last 2 days. */
const SINCE_AGO = new RegExp(`^(?:desde hace ${COUNT} ?${UNIT}|since ${COUNT} ?${UNIT} ago)$`);

const TIME_AGO = new RegExp(
  `^(?:(?:about |around )?${COUNT} ?${TIME_UNIT} ago|hace (?:como |casi |unas |unos )?${COUNT} ?${TIME_UNIT})$`,
);
/** People round a past time, so “2 hours ago” is read as the last 3 hours. */
const AGO_ALLOWANCE = 1.5;
const HOURS_AND_A_HALF = /(?<!\S)(\d{1,2}) (?:hours|horas) (?:and a half|y media)/;
const HALF_HOURS: readonly (readonly [words: RegExp, minutes: string])[] = [
  [/(?<!\S)(?:an |una |1 )?(?:hour|hora) (?:and a half|y media)/, '90 minutes'],
  [/(?<!\S)(?:half an? hour|half hour|media hora)/, '30 minutes'],
];

const MINUTES_OF: Readonly<Record<string, number>> = { h: 60, m: 1 };
const DAYS_OF: Readonly<Record<string, number>> = { d: 1, w: 7, s: 7, M: 30 };

const WEEK_BEFORE = /^(?:(?:the |of )?(?:last|previous) week|(?:de )?(?:la )?semana (?:pasada|anterior))$/;
const MONTH_BEFORE = /^(?:(?:the )?(?:last|previous) month|(?:del? )?(?:el )?mes (?:pasado|anterior))$/;
const THIS_WEEK = /^(?:this week|(?:de )?esta semana)$/;
const THIS_MONTH = /^(?:this month|(?:de )?este mes)$/;
const WEEKEND =
  /^(?:(?:the )?(?:(this|last|past) )?weekend|(?:el )?(este )?(?:fin de semana|finde)(?: pasado)?)$/;
const JUST_NOW = /^(?:just now|a (?:moment|while) ago|recien|hace (?:un )?(?:rato|ratito|momento|poco))$/;
const JUST_NOW_MINUTES = 120;
const MONTH = new RegExp(`^(?:in |en |(?:el )?mes de )?(${anyOf(MONTHS)})(?: (?:de |del |of )?(20\\d\\d))?$`);
const YEAR_MONTH = /^(20\d\d)[-/](\d{1,2})$/;
const MONTH_YEAR = /^(\d{1,2})[-/](20\d\d)$/;
/** A month's name without a year needs this many letters, because short names like “mar” are ambiguous. */
const LONG_NAME = 4;

export function readRelativePeriod(phrase: string, today: Day): PeriodSpec | undefined {
  const whole = phrase.replace(HOURS_AND_A_HALF, (_, hours) => `${Number(hours) * 60 + 30} minutes`);
  const counted = HALF_HOURS.reduce((text, [words, minutes]) => text.replace(words, minutes), whole);
  return readWeekOrMonth(phrase, today) ?? readLast(counted) ?? readAgo(counted) ?? readMonth(phrase, today);
}

function readWeekOrMonth(phrase: string, today: Day): PeriodSpec | undefined {
  const monday = mondayOf(today);
  if (WEEK_BEFORE.test(phrase)) return range(addDaysTo(monday, -7), addDaysTo(monday, -1));
  if (THIS_WEEK.test(phrase)) return range(monday, today);
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  if (THIS_MONTH.test(phrase)) return range(dayNamed(year, month, 1), today);
  if (MONTH_BEFORE.test(phrase)) return wholeMonth(monthsFrom(year, month, -1), today);
  const weekend = WEEKEND.exec(phrase);
  if (!weekend) return undefined;
  const isThis = weekend[1] === 'this' || weekend[2] !== undefined;
  const sinceSaturday = (weekdayOf(today) + 1) % 7;
  const back = !isThis && sinceSaturday < 2 ? sinceSaturday + 7 : sinceSaturday;
  const saturday = addDaysTo(today, -back);
  return range(saturday, addDaysTo(saturday, 1));
}

function readLast(phrase: string): PeriodSpec | undefined {
  const [, , counted, unit] = LAST.exec(phrase) ?? [];
  if (unit !== undefined) {
    return counted === undefined && isPlural(unit) ? undefined : lastSpec(counted ?? 'one', unit);
  }
  const [, count, bareUnit] = BARE.exec(phrase) ?? [];
  if (bareUnit !== undefined) return lastSpec(count, bareUnit);
  const [, cuenta, unidad, agoCount, agoUnit] = SINCE_AGO.exec(phrase) ?? [];
  const spec = lastSpec(cuenta ?? agoCount, unidad ?? agoUnit ?? '');
  return spec.kind === 'last_minutes' ? spec : undefined;
}

function readAgo(phrase: string): PeriodSpec | undefined {
  if (JUST_NOW.test(phrase)) return { kind: 'last_minutes', minutes: JUST_NOW_MINUTES };
  const [, count, unit, cuenta, unidad] = TIME_AGO.exec(phrase) ?? [];
  const spec = lastSpec(count ?? cuenta, unit ?? unidad ?? '');
  return spec.kind === 'last_minutes'
    ? { ...spec, minutes: Math.ceil(spec.minutes * AGO_ALLOWANCE) }
    : undefined;
}

function lastSpec(count: string | undefined, unit: string): PeriodSpec {
  const letter = /^m(?:onth|es)/.test(unit) ? 'M' : unit.charAt(0);
  const minutes = MINUTES_OF[letter];
  return minutes === undefined
    ? { kind: 'last_days', days: toNumber(count) * (DAYS_OF[letter] ?? 1) }
    : { kind: 'last_minutes', minutes: toNumber(count) * minutes };
}

/** True for a plural unit: “the last days” without a number is rejected, because any number may be meant. */
function isPlural(unit: string): boolean {
  return unit.length > 3 ? unit.endsWith('s') : unit === 'hrs' || unit === 'hs';
}

function readMonth(phrase: string, today: Day): PeriodSpec | undefined {
  const [, yearFirst, itsMonth] = YEAR_MONTH.exec(phrase) ?? [];
  const [, monthFirst, itsYear] = MONTH_YEAR.exec(phrase) ?? [];
  const [, name = '', namedYear] = MONTH.exec(phrase) ?? [];
  const month = MONTHS.get(name) ?? Number(itsMonth ?? monthFirst);
  if (!(month >= 1 && month <= 12)) return undefined;
  const year = yearFirst ?? itsYear ?? namedYear;
  if (year !== undefined) return wholeMonth({ year: Number(year), month }, today);
  if (name.length < LONG_NAME) return undefined;
  const thisYear = Number(today.slice(0, 4));
  const isOver = dayNamed(thisYear, month, 1) <= today;
  return wholeMonth({ year: isOver ? thisYear : thisYear - 1, month }, today);
}

/** Returns a whole month, or the current month up to today. */
function wholeMonth(
  { year, month }: { readonly year: number; readonly month: number },
  today: Day,
): PeriodSpec {
  const next = monthsFrom(year, month, 1);
  const [first, last] = [dayNamed(year, month, 1), addDaysTo(dayNamed(next.year, next.month, 1), -1)];
  return range(first, first <= today && last > today ? today : last);
}

function range(from: Day, to: Day): PeriodSpec {
  return { kind: 'range', from, to };
}
