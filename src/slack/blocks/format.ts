import { addDaysTo, type Day } from '../../domain/time/calendar.ts';
import { localDay, localTime } from '../../domain/time/wall-clock.ts';
import type { Translations } from '../../i18n/index.ts';
import { DAY_SECONDS, HOUR_MS, HOUR_SECONDS } from '../../runtime/durations.ts';
import { dateText } from './text.ts';

export interface Formatter {
  readonly timeZone: string;
  /** The same formats without Slack's date elements, which charts and fixed-width text cannot contain. */
  readonly plain: Formatter;
  time(at: Date): string;
  /** A date such as `20 Nov`; the year is added if it is not the current year. */
  day(at: Date): string;
  days(first: Day, last: Day): string;
  weekday(day: Day): string;
  /** Date and time, such as `today 10:32`, `yesterday 10:32` or `18 Nov 10:32`. */
  moment(at: Date): string;
  /** Text after the word “since”: `10:32` for a time of today, else with the day, as in `yesterday 10:32`. */
  since(at: Date): string;
  clock(at: Date): string;
  hours(start: Date, end: Date): string;
  number(value: number): string;
  /** A share of 0 to 1 as percentage, such as `97.2%`. Only exactly 1 is `100.0%`, only exactly 0 `0.0%`. */
  percent(share: number): string;
  /** A number with sign and one decimal, such as `+0.3` or `−1.0`; zero is `0.0`. */
  signed(value: number): string;
  /** A relative change in whole percent, such as `+4%` for 0.04. Only exactly −1 gives `−100%`. */
  signedPercent(share: number): string;
  /** A duration such as `9 s`, `2 min 5 s` or `2 d 4 h`; a negative duration has a minus sign. */
  duration(seconds: number): string;
}

export interface Localized<T extends Translations = Translations> {
  readonly t: T;
  readonly format: Formatter;
}

/** `isLasting` is for a message that is read on later days, too: it contains dates instead of “today”. */
export function createFormatter(
  t: Translations,
  timeZone: string,
  now: Date,
  { isLasting = false } = {},
): Formatter {
  const formatDate = (at: Date, style: DateStyle) => dateFormatFor(t.locale, timeZone, style).format(at);
  const year = (at: Date) => localDay(at, timeZone).slice(0, 4);
  const dayStyle = (sameYear: boolean) => (sameYear ? 'day' : 'dayAndYear');
  const today = localDay(now, timeZone);
  const yesterday = addDaysTo(today, -1);
  const clock = (at: Date) => localTime(at, timeZone).slice(0, 5);
  const day = (at: Date) => formatDate(at, dayStyle(year(at) === year(now)));
  const dayWord = (at: Date) => {
    const itsDay = localDay(at, timeZone);
    if (isLasting) return day(at);
    if (itsDay === today) return t.today;
    return itsDay === yesterday ? t.yesterday : day(at);
  };

  const format: Formatter = {
    timeZone,
    get plain() {
      return format;
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
    percent: (share) => numberFormatFor(t.locale, 'percent').format(awayFromEnds(share)),
    signed: (value) => minus(numberFormatFor(t.locale, 'signed').format(value)),
    signedPercent: (share) =>
      minus(numberFormatFor(t.locale, 'signedPercent').format(share > -1 ? Math.max(share, -0.99) : share)),
    duration: formatDuration,
  };
  return format;
}

/** Writes dates that Slack shows in each reader's time zone; their fallback text is in `timeZone`. */
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
      // In a reader's zone, a period over 12 hours may end on another day, so its end is shown with a date.
      const isShort = end.getTime() - start.getTime() <= HALF_DAY_MS;
      return `${from}–${dateText(end, isShort ? '{time}' : withDay, zoned(to, end))}`;
    },
  };
}

/** In a period shorter than this, a 12-hour clock shows each time only once, so no date is needed. */
export const HALF_DAY_MS = 12 * HOUR_MS;

const endClock = (clock: string) => (clock === '00:00' ? '24:00' : clock);

export function zoneText({ t, format }: Localized): string {
  const { timesIn, fixedTimesIn } = t.answer;
  return (format === format.plain ? timesIn : fixedTimesIn)(format.timeZone);
}

/** Joins texts as `a, b and c`. Shows at most `most` texts; `others` gives the words for the rest. */
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

function awayFromEnds(share: number): number {
  if (share > 0 && share < 0.001) return 0.001;
  return share < 1 && share > 0.999 ? 0.999 : share;
}

const minus = (text: string) => text.replace('-', '−');
const noonOf = (day: Day) => new Date(`${day}T12:00:00Z`);

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

/** Cached, because creating an `Intl.NumberFormat` takes longer than a thousand uses of it. */
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();
/** Cached results of `formatRange`, which is slow; most requests are about the same days. */
const ranges = new Map<string, string>();
const MOST_RANGES = 200;

function cached<T>(cache: Map<string, T>, key: string, create: () => T): T {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const created = create();
  cache.set(key, created);
  return created;
}

function numberFormatFor(locale: string, style: NumberStyle): Intl.NumberFormat {
  // Without `always`, four-digit numbers have no separator in Spanish, so columns would not align.
  const create = () => new Intl.NumberFormat(locale, { useGrouping: 'always', ...NUMBER_STYLES[style] });
  return cached(numberFormats, `${locale} ${style}`, create);
}

function dateFormatFor(locale: string, timeZone: string, style: DateStyle): Intl.DateTimeFormat {
  const create = () => new Intl.DateTimeFormat(locale, { ...DATE_STYLES[style], timeZone });
  return cached(dateFormats, `${locale} ${timeZone} ${style}`, create);
}

function zoneName(locale: string, timeZone: string, at: Date): string {
  const parts = dateFormatFor(locale, timeZone, 'zone').formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace(/^GMT(?:\+0$)?/, 'UTC') ?? timeZone;
}

function rangeOf(locale: string, style: DateStyle, first: Day, last: Day): string {
  if (ranges.size >= MOST_RANGES) ranges.clear();
  return cached(ranges, `${locale} ${style} ${first} ${last}`, () =>
    dateFormatFor(locale, 'UTC', style).formatRange(noonOf(first), noonOf(last)),
  );
}
