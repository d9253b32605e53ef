import { addDaysTo, type Day } from './calendar.ts';
import { type DateOrder, type DayPoint, firstDayFrom, latestDay, readDayPoint } from './day-point.ts';
import type { NoSuchDate, PeriodSpec } from './period.ts';
import { readRelativePeriod } from './relative-periods.ts';

export type PhraseReading = PeriodSpec | NoSuchDate | undefined;

export const SINCE =
  /^(?:since|desde|starting|a partir del?)(?: el| the)? (.+?)(?: (?:until now|till now|to now|hasta ahora|hasta hoy|on|onwards|en adelante))?$/;
const FROM_ON =
  /^(?:from|del?) (.+) (?:until now|till now|to now|hasta ahora|hasta hoy|on|onwards|en adelante)$/;

/** Reads days until today: `since monday`, `desde ayer`. */
export function readSince(phrase: string, today: Day, order: DateOrder): PhraseReading {
  const start = (SINCE.exec(phrase) ?? FROM_ON.exec(phrase))?.[1];
  if (start === undefined) return undefined;
  const span = readRelativePeriod(start, today);
  if (span?.kind === 'range') return rangeSpec(span.from, today);
  if (span) return span;
  const point = readDayPoint(start, today, order);
  if (!point || 'problem' in point) return point;
  const from = latestDay(point, today);
  return from === undefined ? undefined : rangeSpec(from, today);
}

const BETWEEN_ENDS = / (?:to|a|al|hasta|until|till|through|thru|y|and) (?:el |the )?| ?\.\. ?| ?- ?/g;
export const LEADING = /^(?:from|between|entre|desde|del?) (?:el |the )?/;
const BARE_DATE = /^(\d{1,2})(?:st|nd|rd|th)?$/;
const BARE_DATES = /^(?:del |(?:entre |desde )?el )?(\d{1,2}) (?:al|y el|hasta el) (\d{1,2})$/;

/** Maximum number of words such as “to” that a range may contain; a text with more of them is a list. */
const MOST_BETWEEN = 6;

/** The ways to take a text as two ends with a word or a dash between them. */
export function endsIn(text: string): (readonly [left: string, right: string])[] {
  const between = [...text.matchAll(BETWEEN_ENDS)];
  if (between.length > MOST_BETWEEN) return [];
  return between.map(({ 0: word, index }) => [text.slice(0, index), text.slice(index + word.length)]);
}

/** Reads `3 to 5 nov`, `entre lunes y miércoles`, `15/12 a 3/1`, `september to november`. */
export function readRange(phrase: string, today: Day, order: DateOrder): PhraseReading {
  const [, first, second] = BARE_DATES.exec(phrase) ?? [];
  if (first !== undefined && second !== undefined) {
    const [from, to] = [first, second].map((date) => readDayPoint(`el ${date}`, today, order));
    return from && to && rangeOf(from, to, today);
  }
  const text = phrase.replace(LEADING, '');
  for (const [left, right] of endsIn(text)) {
    const months = readMonths(left, right, today);
    if (months) return months;
    const [from, to] = readEnds(left, right, today, order);
    if (from && to) return rangeOf(from, to, today);
  }
  return undefined;
}

function readMonths(left: string, right: string, today: Day): PeriodSpec | undefined {
  const [first, second] = [readRelativePeriod(left, today), readRelativePeriod(right, today)];
  return first?.kind === 'range' && second?.kind === 'range' ? rangeSpec(first.from, second.to) : undefined;
}

type RangeEnd = DayPoint | NoSuchDate | undefined;

/** A bare number takes its month and year from the other end of the range: `3 - 5 nov`. */
function readEnds(left: string, right: string, today: Day, order: DateOrder): [RangeEnd, RangeEnd] {
  const [from, to] = [readDayPoint(left, today, order), readDayPoint(right, today, order)];
  return [from ?? withDate(left, to), to ?? withDate(right, from)];
}

function withDate(text: string, other: RangeEnd): RangeEnd {
  const [, date] = BARE_DATE.exec(text) ?? [];
  if (date === undefined || !other || 'problem' in other || other.kind !== 'calendar') return undefined;
  return { ...other, date: Number(date) };
}

function rangeOf(from: DayPoint | NoSuchDate, to: DayPoint | NoSuchDate, today: Day): PhraseReading {
  if ('problem' in from) return from;
  if ('problem' in to) return to;
  const [first, last] = daysOfRange(from, to, today);
  return first === undefined || last === undefined ? undefined : rangeSpec(first, last);
}

/** A range without a year may end up to this many days in the future, as `15/12 a 3/1` does in December. */
const AHEAD_DAYS = 31;

function daysOfRange(from: DayPoint, to: DayPoint, today: Day): [Day | undefined, Day | undefined] {
  if (from.kind === 'weekday') return daysFromWeekday(from, to, today);
  const isFromOpen = from.kind === 'calendar' && from.year === undefined;
  if (isFromOpen && (to.kind === 'day' || (to.kind === 'calendar' && to.year !== undefined))) {
    const last = latestDay(to, today);
    return [last && latestDay(from, last), last];
  }
  const first = latestDay(from, today);
  if (first === undefined || to.kind === 'day') return [first, to.kind === 'day' ? to.day : undefined];
  const last = firstDayFrom(to, first);
  const isFar = last !== undefined && last > addDaysTo(today, AHEAD_DAYS);
  // `18/11 a 15/11` is read as two days in the wrong order, not as a range of almost a year.
  return [first, isFar ? latestDay(to, first) : last];
}

function daysFromWeekday(
  from: Extract<DayPoint, { kind: 'weekday' }>,
  to: DayPoint,
  today: Day,
): [Day | undefined, Day | undefined] {
  if (to.kind !== 'weekday') {
    const last = latestDay(to, today);
    return [last && latestDay(from, last), last];
  }
  const first = latestDay(from, today);
  const last = first && firstDayFrom(to, first);
  if (!first || !last) return [undefined, undefined];
  return last > today ? [addDaysTo(first, -7), addDaysTo(last, -7)] : [first, last];
}

function rangeSpec(from: Day, to: Day): PeriodSpec {
  return from === to ? { kind: 'day', day: from } : { kind: 'range', from, to };
}
