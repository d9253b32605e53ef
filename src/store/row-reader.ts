import { createRareWarning, type Log } from '../ops/log.ts';
import type { Schema } from './schema.ts';

/** Reads rows. A row for which `read` throws is skipped, and the kind of error is logged. */
export function createRowReader<Row extends object, Value>(
  table: keyof Schema,
  read: (row: Row) => Value,
  log: Log | undefined,
) {
  const rare = log && createRareWarning({ log, problem: `a row of ${table} cannot be read` });
  const all = (rows: readonly Row[]): Value[] =>
    rows.flatMap((row) => {
      try {
        checkTimes(row);
        return [read(row)];
      } catch (error) {
        rare?.warn(error);
        return [];
      }
    });
  return { all, one: (row: Row | undefined): Value | undefined => row && all([row])[0] };
}

/** Throws for a time that does not fit a `Date`; drivers return an invalid date or an infinite number. */
function checkTimes(row: object): void {
  for (const value of Object.values(row)) {
    const isNoTime =
      value instanceof Date
        ? Number.isNaN(value.getTime())
        : typeof value === 'number' && !Number.isFinite(value);
    if (isNoTime) throw new RangeError('not a time');
  }
}
