import { readFileSync } from 'node:fs';
import { isOfHours, type PeriodSpec, resolvePeriod } from '../../../src/domain/time/period.ts';
import type { DateClock, PeriodReading } from '../../../src/domain/time/period-phrase.ts';
import { instantShowing, localDay, localTime } from '../../../src/domain/time/wall-clock.ts';

export interface TableRow {
  readonly clock: DateClock;
  readonly title: string;
  readonly typed: string;
  readonly meaning: string;
}

const HEADING = /^== \w+ (\d{4}-\d\d-\d\d \d\d:\d\d) ([\w/]+)(.*?) =*$/;

/** The rows of `period-table.txt`, each with the clock of its heading. */
export function periodTable(): TableRow[] {
  const text = readFileSync(new URL('period-table.txt', import.meta.url), 'utf8');
  const rows: TableRow[] = [];
  let clock: DateClock | undefined;
  let title = '';
  for (const row of text.split('\n')) {
    const [, shown = '', zone = '', more = ''] = HEADING.exec(row) ?? [];
    if (zone !== '') {
      const now = instantShowing(Date.parse(`${shown.replace(' ', 'T')}:00Z`), zone, 'first');
      clock = { now, zone, mayBeMonthFirst: more.includes('month first') };
      title = `${shown} ${zone}`;
    }
    const [, typed, meaning] = /^(\S.*?) {2,}→ (.*)$/.exec(row) ?? [];
    if (clock && typed !== undefined && meaning !== undefined) rows.push({ clock, title, typed, meaning });
  }
  return rows;
}

/** The meaning of a reading as the table writes it: days, times of day, or a problem. */
export function meaningOf(reading: PeriodReading | undefined, clock: DateClock): string {
  if (!reading) return 'not understood';
  if (!('problem' in reading)) return specMeaning(reading, clock);
  if (reading.problem === 'no_such_date') return 'no such date';
  return `asked back: ${reading.readings.map((one) => specMeaning(one, clock)).join(' or ')}`;
}

function specMeaning(spec: PeriodSpec, { now, zone }: DateClock): string {
  const period = resolvePeriod(spec, zone, now, { maxDays: 366 });
  if ('problem' in period) return period.problem.replaceAll('_', ' ');
  const moment = (at: Date) => `${localDay(at, zone)} ${localTime(at, zone).slice(0, 5)}`;
  if (spec.kind === 'last_minutes') return `since ${moment(period.start)}`;
  if (isOfHours(spec)) {
    const hours = (period.end.getTime() - period.start.getTime()) / 3_600_000;
    return `${moment(period.start)} – ${moment(period.end)} (${hours} h)`;
  }
  const { firstDay, lastDay } = period;
  return firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`;
}
