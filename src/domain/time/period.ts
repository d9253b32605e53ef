import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import { addDaysTo, type Day, daysBetween, isCalendarDay } from './calendar.ts';
import { localDay, startOfDayIn } from './wall-clock.ts';

/** A period as requested; a time zone and the present time turn it into a start and an end. Plain JSON. */
export type PeriodSpec =
  | { readonly kind: 'today' | 'yesterday' }
  | { readonly kind: 'last_days'; readonly days: number }
  | { readonly kind: 'day'; readonly day: Day }
  | { readonly kind: 'range'; readonly from: Day; readonly to: Day }
  | { readonly kind: 'last_minutes'; readonly minutes: number }
  | { readonly kind: 'hours'; readonly from: string; readonly to: string };

type PeriodOfHours = Extract<PeriodSpec, { kind: 'hours' | 'last_minutes' }>;

export interface NoSuchDate {
  readonly problem: 'no_such_date';
  readonly text: string;
}

/** Includes `start` and `lastDay`, but not the moment `end`; usually whole days of a time zone. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
  readonly firstDay: Day;
  readonly lastDay: Day;
  readonly zone: string;
}

export type PeriodProblem =
  | { readonly problem: 'in_future' | 'reversed' | 'no_days' }
  | { readonly problem: 'too_long'; readonly days: number; readonly maxDays: number };

const LAST_DAYS = /^(?:last (\d{1,9}) days?|ultimos? (\d{1,9}) dias?)$/;
const LAST_MINUTES = /^last (\d{1,9}) (minutes|hours)$/;
const HOURS = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z)\.\.(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z)$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const RANGE = /^(\d{4}-\d{2}-\d{2}) ?\.\. ?(\d{4}-\d{2}-\d{2})$/;

/** Reads a stored period, also from earlier versions of the bot (`hoy`); does not check order or length. */
export function parsePeriod(text: string): PeriodSpec | NoSuchDate | undefined {
  const phrase = plain(text);
  if (phrase === 'today' || phrase === 'hoy') return { kind: 'today' };
  if (phrase === 'yesterday' || phrase === 'ayer') return { kind: 'yesterday' };
  if (phrase === 'last day' || phrase === 'ultimo dia') return { kind: 'last_days', days: 1 };

  const lastDays = LAST_DAYS.exec(phrase);
  if (lastDays) return { kind: 'last_days', days: Number(lastDays[1] ?? lastDays[2]) };
  if (DAY.test(phrase)) return isCalendarDay(phrase) ? { kind: 'day', day: phrase } : noSuchDate(phrase);

  const [, count, unit] = LAST_MINUTES.exec(phrase) ?? [];
  if (count !== undefined)
    return { kind: 'last_minutes', minutes: Number(count) * (unit === 'hours' ? 60 : 1) };
  const [, start, end] = HOURS.exec(text.trim()) ?? [];
  if (start !== undefined && end !== undefined && [start, end].every(isMoment))
    return { kind: 'hours', from: start, to: end };

  const [, from, to] = RANGE.exec(phrase) ?? [];
  if (from === undefined || to === undefined) return undefined;
  if (!isCalendarDay(from)) return noSuchDate(from);
  return isCalendarDay(to) ? { kind: 'range', from, to } : noSuchDate(to);
}

export function periodToText(spec: PeriodSpec): string {
  switch (spec.kind) {
    case 'range':
    case 'hours':
      return `${spec.from}..${spec.to}`;
    case 'last_days':
      return spec.days === 1 ? 'last day' : `last ${spec.days} days`;
    case 'last_minutes':
      return spec.minutes % 60 === 0 ? `last ${spec.minutes / 60} hours` : `last ${spec.minutes} minutes`;
    case 'day':
      return spec.day;
    default:
      return spec.kind;
  }
}

export function isOfHours(spec: PeriodSpec): spec is PeriodOfHours {
  return spec.kind === 'hours' || spec.kind === 'last_minutes';
}

/** Computes start and end; `last_days` includes today. A period may end, but not begin, in the future. */
export function resolvePeriod(
  spec: PeriodSpec,
  zone: string,
  now: Date,
  { maxDays }: { readonly maxDays: number },
): Period | PeriodProblem {
  if (isOfHours(spec)) return resolveHours(spec, zone, now, maxDays);
  const today = localDay(now, zone);
  if (spec.kind === 'last_days') {
    if (spec.days < 1) return { problem: 'no_days' };
    // Checked before the days are computed, because a day too far in the past cannot be represented.
    if (spec.days > maxDays) return { problem: 'too_long', days: spec.days, maxDays };
  }
  const { firstDay, lastDay } = daysOf(spec, today);
  if (firstDay > lastDay) return { problem: 'reversed' };
  if (firstDay > today) return { problem: 'in_future' };
  const days = daysBetween(firstDay, lastDay) + 1;
  if (days > maxDays) return { problem: 'too_long', days, maxDays };
  return periodOfDays(firstDay, lastDay, zone);
}

function resolveHours(spec: PeriodOfHours, zone: string, now: Date, maxDays: number): Period | PeriodProblem {
  const isOpen = spec.kind === 'last_minutes';
  const start = isOpen ? new Date(now.getTime() - spec.minutes * MINUTE_MS) : new Date(spec.from);
  const end = isOpen ? now : new Date(spec.to);
  if (start >= end) return { problem: isOpen ? 'no_days' : 'reversed' };
  if (start > now) return { problem: 'in_future' };
  const days = Math.ceil((end.getTime() - start.getTime()) / DAY_MS);
  if (days > maxDays) return { problem: 'too_long', days, maxDays };
  const firstDay = localDay(start, zone);
  const lastDay = localDay(isOpen ? now : new Date(end.getTime() - 1), zone);
  // The last minutes or hours include all of today, because the platform's clock may be ahead of ours.
  return { start, end: isOpen ? startOfDayIn(addDaysTo(lastDay, 1), zone) : end, firstDay, lastDay, zone };
}

export function periodOfDays(firstDay: Day, lastDay: Day, zone: string): Period {
  const [start, end] = [startOfDayIn(firstDay, zone), startOfDayIn(addDaysTo(lastDay, 1), zone)];
  return { start, end, firstDay, lastDay, zone };
}

export function completionTime({ end }: Pick<Period, 'end'>, receiptHours: number): Date {
  return new Date(end.getTime() + receiptHours * HOUR_MS);
}

function daysOf(spec: Exclude<PeriodSpec, PeriodOfHours>, today: Day) {
  if (spec.kind === 'range') return { firstDay: spec.from, lastDay: spec.to };
  if (spec.kind === 'last_days') return { firstDay: addDaysTo(today, 1 - spec.days), lastDay: today };
  const day = spec.kind === 'day' ? spec.day : addDaysTo(today, spec.kind === 'yesterday' ? -1 : 0);
  return { firstDay: day, lastDay: day };
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

export function noSuchDate(text: string): NoSuchDate {
  return { problem: 'no_such_date', text };
}

function isMoment(text: string): boolean {
  return isCalendarDay(text.slice(0, 'yyyy-MM-dd'.length)) && !Number.isNaN(Date.parse(text));
}
