import { addDaysTo, type Day, localDay } from '../domain/period.ts';
import type { Words } from './words/index.ts';

/** Times and lengths of time as a person reads them, in their language and zone, on a 24-hour clock. */
export interface Formats {
  readonly timeZone: string;
  /** `10:32:05` */
  time(at: Date): string;
  /** `20 Nov`, with the year where it is not the current one. */
  day(at: Date): string;
  /** A calendar day, as `day` writes it. */
  calendarDay(day: Day): string;
  /** `today 10:32`, `yesterday 10:32`, `18 Nov 10:32` */
  moment(at: Date): string;
  /** Like `moment`, with the time alone for today: what follows “since”. */
  since(at: Date): string;
  /** `9 s`, `2 min 5 s`, `1 h 3 min`, `2 d 4 h`; a minus sign for what lies before. */
  duration(seconds: number): string;
}

export function createFormats(words: Words, timeZone: string, now: Date): Formats {
  const format = (at: Date, options: Intl.DateTimeFormatOptions, zone = timeZone) =>
    formatterFor(words.locale, zone, options).format(at);
  const year = (at: Date) => localDay(at, timeZone).slice(0, 4);
  const dayOptions = (sameYear: boolean) => (sameYear ? DAY : DAY_AND_YEAR);
  const today = localDay(now, timeZone);
  const day = (at: Date) => format(at, dayOptions(year(at) === year(now)));
  const dayWord = (at: Date) => {
    const itsDay = localDay(at, timeZone);
    if (itsDay === today) return words.today;
    return itsDay === addDaysTo(today, -1) ? words.yesterday : day(at);
  };

  return {
    timeZone,
    time: (at) => format(at, SECONDS),
    day,
    calendarDay: (text) =>
      format(new Date(`${text}T12:00:00Z`), dayOptions(text.slice(0, 4) === today.slice(0, 4)), 'UTC'),
    moment: (at) => `${dayWord(at)} ${format(at, MINUTES)}`,
    since: (at) =>
      localDay(at, timeZone) === today ? format(at, MINUTES) : `${dayWord(at)} ${format(at, MINUTES)}`,
    duration: formatDuration,
  };
}

const MINUTES = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const SECONDS = { ...MINUTES, second: '2-digit' } as const;
const DAY = { day: 'numeric', month: 'short' } as const;
const DAY_AND_YEAR = { ...DAY, year: 'numeric' } as const;

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** The two largest units, the smaller one left out where it is zero. */
function formatDuration(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
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
