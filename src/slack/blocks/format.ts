import { addDaysTo, type Day } from '../../domain/time/calendar.ts';
import { localDay, localTime } from '../../domain/time/wall-clock.ts';
import type { Translations } from '../../i18n/index.ts';
import { DAY_SECONDS, HOUR_MS, HOUR_SECONDS } from '../../runtime/durations.ts';
import { dateText } from './text.ts';

/** Times, durations and numbers as a person reads them, in their language and zone, on a 24-hour clock. */
export interface Formatter {
  readonly timeZone: string;
  /** The same without Slack’s dates, for charts, tables and fixed-width text. */
  readonly plain: Formatter;
  time(at: Date): string;
  /** `20 Nov`, with the year where it is not the current one. */
  day(at: Date): string;
  /** `18 Nov`, `18–20 Nov` */
  days(first: Day, last: Day): string;
  /** `Tuesday`, in Spanish `martes` */
  weekday(day: Day): string;
  /** `today 10:32`, `yesterday 10:32`, `18 Nov 10:32` */
  moment(at: Date): string;
  /** Like `moment`, with the time alone for today, as it follows “since”. */
  since(at: Date): string;
  clock(at: Date): string;
  /** `17 Nov 09:00–12:00` */
  hours(start: Date, end: Date): string;
  number(value: number): string;
  /** `97.2%`. Only all is `100.0%` and only none `0.0%`. */
  percent(share: number): string;
  /** A difference with its sign, one decimal: `+0.3`, `−1.0`, `0.0`. */
  signed(value: number): string;
  /** A relative change in whole percent: `+4%`. Only where nothing is left it is `−100%`. */
  signedPercent(share: number): string;
  /** `9 s`, `2 min 5 s`, `1 h 3 min`, `2 d 4 h`; negative with a minus sign. */
  duration(seconds: number): string;
}

export interface Localized<T extends Translations = Translations> {
  readonly t: T;
  readonly formatter: Formatter;
}

/** `isLasting`: the message is read on other days too, so days have their date and are never “today”. */
export function createFormatter(
  t: Translations,
  timeZone: string,
  now: Date,
  { isLasting = false } = {},
): Formatter {
  const format = (at: Date, style: DateStyle) => dateFormatFor(t.locale, timeZone, style).format(at);
  const year = (at: Date) => localDay(at, timeZone).slice(0, 4);
  const dayStyle = (sameYear: boolean) => (sameYear ? 'day' : 'dayAndYear');
  const today = localDay(now, timeZone);
  const yesterday = addDaysTo(today, -1);
  // A 24-hour clock is the same in all languages here.
  const clock = (at: Date) => localTime(at, timeZone).slice(0, 5);
  const day = (at: Date) => format(at, dayStyle(year(at) === year(now)));
  const dayWord = (at: Date) => {
    const itsDay = localDay(at, timeZone);
    if (isLasting) return day(at);
    if (itsDay === today) return t.today;
    return itsDay === yesterday ? t.yesterday : day(at);
  };

  const formatter: Formatter = {
    timeZone,
    get plain() {
      return formatter;
    },
    time: (at) => localTime(at, timeZone),
    day,
    days(first, last) {
      const isThisYear = [first, last].every((itsDay) => itsDay.slice(0, 4) === today.slice(0, 4));
      return rangeOf(t.locale, dayStyle(isThisYear), first, last);
    },
    weekday: (itsDay) => dateFormatFor(t.locale, 'UTC', 'weekday').format(noonOf(itsDay)),
    moment: (at) => `${dayWord(at)} ${clock(at)}`,
    since(at) {
      const time = clock(at);
      const isToday = !isLasting && localDay(at, timeZone) === today;
      return isToday ? t.sinceTime(time) : t.sinceDay(dayWord(at), time);
    },
    clock,
    hours(start, end) {
      const to = endClock(clock(end));
      const lastDay = day(new Date(end.getTime() - 1));
      const from = `${day(start)} ${clock(start)}`;
      return lastDay === day(start) ? `${from}–${to}` : `${from} – ${lastDay} ${to}`;
    },
    number: (value) => numberFormatFor(t.locale, 'plain').format(value),
    percent: (share) => numberFormatFor(t.locale, 'percent').format(apartFromEnds(share)),
    signed: (value) => minus(numberFormatFor(t.locale, 'signed').format(value)),
    signedPercent: (share) =>
      minus(numberFormatFor(t.locale, 'signedPercent').format(share > -1 ? Math.max(share, -0.99) : share)),
    duration: formatDuration,
  };
  return formatter;
}

/** For channels: Slack’s dates, in the zone of each reader. Without dates, in the channel’s zone, named after a day. */
export function createChannelFormatter(t: Translations, timeZone: string, now: Date): Formatter {
  const plain = createFormatter(t, timeZone, now, { isLasting: true });
  const clock = (at: Date) => dateText(at, '{time}', plain.clock(at));
  const withDay = `${t.dateFormat} {time}`;
  const zoned = (text: string, at: Date) => `${text} ${zoneName(t.locale, timeZone, at)}`;
  const moment = (at: Date) => dateText(at, withDay, zoned(plain.moment(at), at));
  return {
    ...plain,
    time: (at) => dateText(at, '{time_secs}', plain.time(at)),
    moment,
    since: (at) => t.sinceMoment(moment(at)),
    clock,
    hours(start, end) {
      const from = dateText(start, withDay, plain.moment(start));
      const lastDay = plain.day(new Date(end.getTime() - 1));
      const to = endClock(plain.clock(end));
      if (lastDay !== plain.day(start))
        return `${from} – ${dateText(end, withDay, zoned(`${lastDay} ${to}`, end))}`;
      // A reader elsewhere may see the end of a long one on another day.
      const isShort = end.getTime() - start.getTime() <= ONE_ROUND_MS;
      return `${from}–${dateText(end, isShort ? '{time}' : withDay, zoned(to, end))}`;
    },
  };
}

/** A clock of twelve hours shows each time once within this. */
export const ONE_ROUND_MS = 12 * HOUR_MS;

const endClock = (clock: string) => (clock === '00:00' ? '24:00' : clock);

export function zoneText({ t, formatter }: Localized): string {
  const { timesIn, fixedTimesIn } = t.answer;
  return (formatter === formatter.plain ? timesIn : fixedTimesIn)(formatter.timeZone);
}

/** `a, b and c`. With `most`, the first of them and, in the words of `others`, how many more there are. */
export function listText(
  texts: readonly string[],
  { locale }: Translations,
  { most, others }: { readonly most: number; readonly others: (count: number) => string } = {
    most: texts.length,
    others: String,
  },
): string {
  const shown = texts.slice(0, most);
  const more = texts.length - shown.length;
  return new Intl.ListFormat(locale).format(more > 0 ? [...shown, others(more)] : shown);
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const DAY = { day: 'numeric', month: 'short' } as const;
const DATE_STYLES = {
  day: DAY,
  dayAndYear: { ...DAY, year: 'numeric' },
  weekday: { weekday: 'long' },
  zone: { timeZoneName: 'shortOffset' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
type DateStyle = keyof typeof DATE_STYLES;

const NUMBER_STYLES = {
  plain: {},
  percent: { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 },
  signed: { signDisplay: 'exceptZero', minimumFractionDigits: 1, maximumFractionDigits: 1 },
  signedPercent: { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 },
} as const satisfies Record<string, Intl.NumberFormatOptions>;
type NumberStyle = keyof typeof NUMBER_STYLES;

const UNITS = [
  ['d', DAY_SECONDS],
  ['h', HOUR_SECONDS],
  ['min', 60],
  ['s', 1],
] as const;

function apartFromEnds(share: number): number {
  if (share > 0 && share < 0.001) return 0.001;
  return share < 1 && share > 0.999 ? 0.999 : share;
}

const minus = (text: string) => text.replace('-', '−');
const noonOf = (day: Day) => new Date(`${day}T12:00:00Z`);

/** The two largest units, rounded to the smaller one, which is left out where it is zero. */
function formatDuration(seconds: number): string {
  const length = Math.abs(seconds);
  const step = length >= DAY_SECONDS - 30 ? HOUR_SECONDS : length >= HOUR_SECONDS - 0.5 ? 60 : 1;
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

/** Making a formatter costs more than using it a thousand times. */
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();
/** `formatRange` is slow, and most people ask for the same days. */
const ranges = new Map<string, string>();
const MOST_RANGES = 200;

function remembered<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  return made;
}

function numberFormatFor(locale: string, style: NumberStyle): Intl.NumberFormat {
  // Always grouped: Spanish leaves the point out of four digits, where a column of numbers needs it.
  const make = () => new Intl.NumberFormat(locale, { useGrouping: 'always', ...NUMBER_STYLES[style] });
  return remembered(numberFormats, `${locale} ${style}`, make);
}

function dateFormatFor(locale: string, timeZone: string, style: DateStyle): Intl.DateTimeFormat {
  const make = () => new Intl.DateTimeFormat(locale, { ...DATE_STYLES[style], timeZone });
  return remembered(dateFormats, `${locale} ${timeZone} ${style}`, make);
}

function zoneName(locale: string, timeZone: string, at: Date): string {
  const parts = dateFormatFor(locale, timeZone, 'zone').formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace(/^GMT(?:\+0$)?/, 'UTC') ?? timeZone;
}

function rangeOf(locale: string, style: DateStyle, first: Day, last: Day): string {
  if (ranges.size >= MOST_RANGES) ranges.clear();
  return remembered(ranges, `${locale} ${style} ${first} ${last}`, () =>
    dateFormatFor(locale, 'UTC', style).formatRange(noonOf(first), noonOf(last)),
  );
}
