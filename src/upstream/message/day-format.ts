import { createRequire } from 'node:module';
import { TZDate } from '@date-fns/tz';
import { addDaysTo, type Day } from '../../domain/time/period.ts';

/** A calendar day in a date-fns pattern, the same in whatever zone the process runs. @throws RangeError for a bad pattern */
export function formatDay(day: Day, pattern: string): string {
  const { format } = loadFormat();
  return format(new TZDate(`${day}T00:00:00Z`, 'UTC'), pattern);
}

/** Whether a text is a date-fns pattern that tells every day from every other. */
export function isDayPattern(pattern: string): boolean {
  // Years of weeks and days of years: date-fns takes them for a mistake, and says so on the console.
  if (/[YD]/.test(pattern.replaceAll(/'[^']*'/g, ''))) return false;
  const days = Array.from({ length: 2 * 366 }, (_, index) => addDaysTo('2023-01-01', index));
  try {
    return new Set(days.map((day) => formatDay(day, pattern))).size === days.length;
  } catch {
    return false;
  }
}

const require = createRequire(import.meta.url);

/** Loaded when it is needed: it takes 70 ms, in which Node reads the package's long description for each of 37 files. */
function loadFormat(): typeof import('date-fns/format') {
  return require('date-fns/format');
}
