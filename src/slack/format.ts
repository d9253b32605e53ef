import { addDaysTo, type Day, localDay } from '../domain/period.ts';
import type { Words } from './words/index.ts';

/** Times, lengths of time and numbers as a person reads them, in their language and zone, on a 24-hour clock. */
export interface Formats {
  readonly timeZone: string;
  /** `10:32:05` */
  time(at: Date): string;
  /** `20 Nov`, with the year where it is not the current one. */
  day(at: Date): string;
  /** Calendar days from one to another: `18 Nov`, `18–20 Nov`. */
  days(first: Day, last: Day): string;
  /** `today 10:32`, `yesterday 10:32`, `18 Nov 10:32` */
  moment(at: Date): string;
  /** Like `moment`, with the time alone for today, as it follows “since”. */
  since(at: Date): string;
  /** `14:05` */
  clock(at: Date): string;
  /** `1,234` */
  number(value: number): string;
  /** A share as `97.2%`. Only all is `100.0%` and only none `0.0%`. */
  percent(share: number): string;
  /** A difference with its sign, one decimal: `+0.3`, `−1.0`, `0.0`. */
  signed(value: number): string;
  /** A relative change with its sign, in whole percent: `+4%`. */
  signedPercent(share: number): string;
  /** `9 s`, `2 min 5 s`, `1 h 3 min`, `2 d 4 h`; a minus sign for what lies before. */
  duration(seconds: number): string;
}

export interface FormatOptions {
  /** For a message that is read on other days too: days by their date, never “today”. */
  readonly isLasting?: boolean;
}

export function createFormats(
  words: Words,
  timeZone: string,
  now: Date,
  { isLasting = false }: FormatOptions = {},
): Formats {
  const format = (at: Date, options: Intl.DateTimeFormatOptions, zone = timeZone) =>
    formatterFor(words.locale, zone, options).format(at);
  const year = (at: Date) => localDay(at, timeZone).slice(0, 4);
  const dayOptions = (sameYear: boolean) => (sameYear ? DAY : DAY_AND_YEAR);
  const today = localDay(now, timeZone);
  const day = (at: Date) => format(at, dayOptions(year(at) === year(now)));
  const dayWord = (at: Date) => {
    const itsDay = localDay(at, timeZone);
    if (isLasting) return day(at);
    if (itsDay === today) return words.today;
    return itsDay === addDaysTo(today, -1) ? words.yesterday : day(at);
  };

  return {
    timeZone,
    time: (at) => format(at, SECONDS),
    day,
    days(first, last) {
      const isThisYear = [first, last].every((itsDay) => itsDay.slice(0, 4) === today.slice(0, 4));
      return formatterFor(words.locale, 'UTC', dayOptions(isThisYear)).formatRange(
        noonOf(first),
        noonOf(last),
      );
    },
    moment: (at) => `${dayWord(at)} ${format(at, MINUTES)}`,
    since(at) {
      const time = format(at, MINUTES);
      const isToday = !isLasting && localDay(at, timeZone) === today;
      return isToday ? words.sinceTime(time) : words.sinceDay(dayWord(at), time);
    },
    clock: (at) => format(at, MINUTES),
    number: (value) => numberFormatFor(words.locale, {}).format(value),
    percent: (share) => numberFormatFor(words.locale, PERCENT).format(apartFromEnds(share)),
    signed: (value) => minus(numberFormatFor(words.locale, SIGNED).format(value)),
    signedPercent: (share) => minus(numberFormatFor(words.locale, SIGNED_PERCENT).format(share)),
    duration: formatDuration,
  };
}

const MINUTES = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const SECONDS = { ...MINUTES, second: '2-digit' } as const;
const DAY = { day: 'numeric', month: 'short' } as const;
const DAY_AND_YEAR = { ...DAY, year: 'numeric' } as const;

const PERCENT = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
const SIGNED = { signDisplay: 'exceptZero', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
const SIGNED_PERCENT = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 } as const;

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** A share so near to all or none that it would be rounded to it is kept apart. */
function apartFromEnds(share: number): number {
  if (share > 0 && share < 0.001) return 0.001;
  return share < 1 && share > 0.999 ? 0.999 : share;
}

function minus(text: string): string {
  return text.replace('-', '−');
}

function noonOf(day: Day): Date {
  return new Date(`${day}T12:00:00Z`);
}

/** The two largest units, rounded to the smaller one, which is left out where it is zero. */
function formatDuration(seconds: number): string {
  const length = Math.abs(seconds);
  const step = length >= 86_400 - 30 ? 3_600 : length >= 3_600 - 0.5 ? 60 : 1;
  const whole = Math.round(length / step) * step;
  const first = UNITS.findIndex(([, size]) => whole >= size);
  if (first === -1) return '0 s';
  const parts: string[] = [];
  let rest = whole;
  for (const [unit, size] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return `${seconds < 0 ? '−' : ''}${parts.join(' ')}`;
}

const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormatFor(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${Object.entries(options).join()}`;
  const known = numberFormats.get(key);
  if (known) return known;
  // Always grouped: Spanish leaves the point out of four digits, where a column of numbers needs it.
  const made = new Intl.NumberFormat(locale, { useGrouping: 'always', ...options });
  numberFormats.set(key, made);
  return made;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs more than using it a thousand times. */
function formatterFor(
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${Object.keys(options).join()}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone });
  formatters.set(key, made);
  return made;
}
