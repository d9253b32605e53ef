import { MINUTE_MS } from '../../runtime/durations.ts';
import { addDaysTo, type Day } from './calendar.ts';
import {
  halvesOf,
  type MinutesOfDay,
  readMinutes,
  readMinutesOfDay,
  splitsIntoDayAndHours,
} from './clock-times.ts';
import { type DateOrder, latestDay, readDayPoint } from './day-point.ts';
import { endsIn, LEADING, type PhraseReading, readRange, readSince, SINCE } from './day-ranges.ts';
import { type NoSuchDate, type PeriodSpec, parsePeriod, resolvePeriod } from './period.ts';
import { isPeriodWord, plainWords, writtenOut } from './period-words.ts';
import { readRelativePeriod } from './relative-periods.ts';
import { instantShowing, localDay } from './wall-clock.ts';

export interface DateClock {
  readonly now: Date;
  readonly zone: string;
  /** If true, `3/4` may be the fourth of March, so the bot asks which date is meant. */
  readonly mayBeMonthFirst: boolean;
}

/** With `half`, a time of day means its less likely half of the day. */
type PhraseClock = DateClock & { readonly half?: 'other' };

/** A date that can be read in two ways; the likelier reading comes first. */
export interface AmbiguousDate {
  readonly problem: 'ambiguous_date';
  readonly text: string;
  readonly readings: readonly [PeriodSpec, PeriodSpec];
}

export type PeriodReading = PeriodSpec | NoSuchDate | AmbiguousDate;

const LONGEST_PHRASE = 80;
const MOST_WORDS = 20;
const IN_NUMBERS = /\d[-/.]\d/;

/** Reads English or Spanish, such as `ayer de 9 a 12`. A date without a year is the most recent one. */
export function readPeriod(text: string, clock: DateClock): PeriodReading | undefined {
  const stored = parsePeriod(text);
  if (stored) return stored;
  const logged = readLogged(text);
  if (logged) return logged;
  const phrase = phraseOf(text);
  if (phrase === undefined) return undefined;
  const dayFirst = readPhrase(phrase, clock, 'day_first');
  const monthFirst = IN_NUMBERS.test(phrase) ? readPhrase(phrase, clock, 'month_first') : dayFirst;
  if (!dayFirst || 'problem' in dayFirst)
    return monthFirst && !('problem' in monthFirst) ? monthFirst : dayFirst;
  const isTheSame =
    !monthFirst || 'problem' in monthFirst || JSON.stringify(monthFirst) === JSON.stringify(dayFirst);
  if (!isTheSame && isToCome(dayFirst, clock) && !isToCome(monthFirst, clock)) return monthFirst;
  if (!isTheSame && isOfLastYear(dayFirst, clock) && isRecent(monthFirst, clock)) return monthFirst;
  const hours = maybeHours(phrase, dayFirst, clock);
  if (hours) return { problem: 'ambiguous_date', text, readings: [hours, dayFirst] };
  if (isTheSame || !clock.mayBeMonthFirst) return dayFirst;
  return { problem: 'ambiguous_date', text, readings: [monthFirst, dayFirst] };
}

function phraseOf(text: string): string | undefined {
  const phrase = writtenOut(plainWords(text));
  if (phrase === '' || phrase.length > LONGEST_PHRASE) return undefined;
  const words = phrase.split(' ');
  return words.length > MOST_WORDS || !words.every(isPeriodWord) ? undefined : phrase;
}

/** A phrase that was read as `spec`, but that may mean one of `others`, too. */
export interface PeriodChoice {
  readonly text: string;
  readonly spec: PeriodSpec;
  readonly others: readonly PeriodSpec[];
}

/** Other past days and hours that a phrase may mean; `undefined` if it has one meaning and is no `3/13`. */
export function periodChoice(text: string, spec: PeriodSpec, clock: DateClock): PeriodChoice | undefined {
  const phrase = parsePeriod(text) || readLogged(text) ? undefined : phraseOf(text);
  if (phrase === undefined) return undefined;
  const isOther = (other: PhraseReading) => JSON.stringify(other) !== JSON.stringify(spec);
  const dayFirst = readPhrase(phrase, clock, 'day_first');
  const order = isOther(dayFirst) ? 'month_first' : 'day_first';
  const read = [
    isOther(dayFirst) ? dayFirst : readPhrase(phrase, clock, 'month_first'),
    readPhrase(phrase, { ...clock, half: 'other' }, order),
  ];
  const others = read.flatMap((other) => {
    const isOpen = other && !('problem' in other) && other.kind !== 'range' && isOther(other);
    return isOpen && !isToCome(other, clock) ? [other] : [];
  });
  return others.length > 0 || order === 'month_first' ? { text: text.trim(), spec, others } : undefined;
}

function isToCome(spec: PeriodSpec, { now, zone }: DateClock): boolean {
  if (spec.kind === 'last_days') return false;
  const period = resolvePeriod(spec, zone, now, { maxDays: Number.POSITIVE_INFINITY });
  return 'problem' in period && period.problem === 'in_future';
}

/** In November, `11/12` is the 12th of November: the 11th of December is to come, or a year ago. */
function isOfLastYear(spec: PeriodSpec, { now, zone }: DateClock): boolean {
  const today = localDay(now, zone);
  return spec.kind === 'day' && spec.day < today.slice(0, 4) && spec.day < addDaysTo(today, -180);
}

function isRecent(spec: PeriodSpec, clock: DateClock): boolean {
  return !isToCome(spec, clock) && !isLongAgo(spec, clock);
}

function isLongAgo(spec: PeriodSpec, { now, zone }: DateClock): boolean {
  return spec.kind === 'day' && spec.day < addDaysTo(localDay(now, zone), -LONG_AGO_DAYS);
}

const HOURS_OR_DATE = /^(\d{1,2})-(\d{1,2})$/;
const LONG_AGO_DAYS = 31;

/** Reads `10-12` as hours (10:00 to 12:00) if, as a date, it would be more than a month ago. */
function maybeHours(phrase: string, date: PeriodSpec, clock: DateClock): PeriodSpec | undefined {
  const today = localDay(clock.now, clock.zone);
  const [from = 0, to = 0] = HOURS_OR_DATE.exec(phrase)?.slice(1).map(Number) ?? [];
  if (!isLongAgo(date, clock) || from >= to || to > 24) return undefined;
  return recentHours(phrase, [from * 60, to * 60], today, clock);
}

const LOGGED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;
const AROUND_MS = 30 * MINUTE_MS;

/** Reads a timestamp of a log, `2026-11-17T10:30:00Z`, as half an hour before and after it. */
function readLogged(text: string): PeriodSpec | undefined {
  const at = LOGGED.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  return { kind: 'hours', from: minuteText(at - AROUND_MS), to: minuteText(at + AROUND_MS) };
}

function readPhrase(phrase: string, clock: PhraseClock, order: DateOrder): PhraseReading {
  const today = localDay(clock.now, clock.zone);
  return (
    readRelativePeriod(phrase, today) ??
    readOneDay(phrase, today, order) ??
    readSince(phrase, today, order) ??
    readRange(phrase, today, order) ??
    readHours(phrase, today, clock, order)
  );
}

function readOneDay(phrase: string, today: Day, order: DateOrder): PhraseReading {
  const point = readDayPoint(phrase, today, order);
  if (!point || 'problem' in point) return point;
  return daySpec(latestDay(point, today), today);
}

function daySpec(day: Day | undefined, today: Day): PeriodSpec | undefined {
  if (day === undefined) return undefined;
  if (day === today) return { kind: 'today' };
  return day === addDaysTo(today, -1) ? { kind: 'yesterday' } : { kind: 'day', day };
}

const END_OF_DAY = 24 * 60;

/** Reads hours with or without a day: `ayer de 9 a 12`, `18/11 14:00-15:30`, `de 9 a 12`. */
function readHours(phrase: string, today: Day, clock: PhraseClock, order: DateOrder): PhraseReading {
  const { zone } = clock;
  const alone = readMinutesOfDay(phrase, true);
  if (alone) {
    const halves = halvesOf(phrase, alone);
    const started = halves.filter(
      ([from]) => !isToCome(hoursSpec([today, from], [today, from + 1], zone), clock),
    );
    const likely = OPEN_ENDED.test(phrase) && started.length > 0 ? started : halves;
    return oneHalf(
      likely.map((minutes) => recentHours(phrase, minutes, today, clock)),
      clock,
    );
  }
  const start = SINCE.exec(phrase)?.[1];
  const since = start === undefined ? undefined : readMoment(start, today, order);
  if (since) return hoursSpec(since, [today, END_OF_DAY], zone);
  for (const { day: dayText, hours } of splitsIntoDayAndHours(phrase)) {
    const minutes = readMinutesOfDay(hours, false);
    if (!minutes) continue;
    const point = readDayPoint(dayText, today, order);
    if (point && 'problem' in point) return point;
    const day = point && latestDay(point, today);
    if (day === undefined) continue;
    const halves = halvesOf(hours, minutes);
    return oneHalf(
      halves.map(([start, end]) => hoursSpec([day, start], [day, end], zone)),
      clock,
    );
  }
  return readMoments(phrase, today, zone, order);
}

function oneHalf(halves: readonly PeriodSpec[], clock: PhraseClock): PeriodSpec | undefined {
  const past = halves.filter((spec) => !isToCome(spec, clock));
  return clock.half === 'other' ? past[1] : (past[0] ?? halves[0]);
}

const OF_TODAY = /^(?:this|tonight|esta)\b/;
const OPEN_ENDED = /^(?:since|desde|from|a partir)\b/;

/** Hours without a day are those of today, or those of yesterday if today's are still in the future. */
function recentHours(
  phrase: string,
  [from, to]: MinutesOfDay,
  today: Day,
  { now, zone }: DateClock,
): PeriodSpec {
  const ofToday = hoursSpec([today, from], [today, to], zone);
  const isToCome = ofToday.kind === 'hours' && new Date(ofToday.from) > now;
  if (!isToCome || OF_TODAY.test(phrase)) return ofToday;
  const yesterday = addDaysTo(today, -1);
  // “From 14:00”, but not “from 14:00 to 11:00”.
  const isOpen = OPEN_ENDED.test(phrase) && to % END_OF_DAY === 0;
  return hoursSpec([yesterday, from], isOpen ? [today, END_OF_DAY] : [yesterday, to], zone);
}

function readMoments(phrase: string, today: Day, zone: string, order: DateOrder): PhraseReading {
  const text = phrase.replace(LEADING, '');
  for (const [left, right] of endsIn(text)) {
    const from = readMoment(left, today, order);
    const to =
      right === 'now' || right === 'ahora' ? ([today, END_OF_DAY] as const) : readMoment(right, today, order);
    if (from && to) return hoursSpec(from, to, zone);
  }
  return undefined;
}

type MomentOfDay = readonly [day: Day, minutes: number];

function readMoment(text: string, today: Day, order: DateOrder): MomentOfDay | undefined {
  for (const { day: dayText, hours } of splitsIntoDayAndHours(text)) {
    const minutes = readMinutes(hours.replace(/^(?:at|a) /, '').replace(/^las? /, ''));
    const point = minutes === undefined ? undefined : readDayPoint(dayText, today, order);
    const day = point && !('problem' in point) ? latestDay(point, today) : undefined;
    if (day !== undefined && minutes !== undefined) return [day, minutes];
  }
  return undefined;
}

/** A range that starts or ends in an hour that clocks repeat includes this hour both times. */
function hoursSpec(from: MomentOfDay, to: MomentOfDay, zone: string): PeriodSpec {
  return { kind: 'hours', from: momentText(from, zone, 'first'), to: momentText(to, zone, 'last') };
}

function momentText([day, minutes]: MomentOfDay, zone: string, which: 'first' | 'last'): string {
  const shownMs = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS;
  return minuteText(instantShowing(shownMs, zone, which).getTime());
}

function minuteText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 'yyyy-MM-ddTHH:mm'.length)}Z`;
}
