import { periodOfDays } from '../domain/time/period.ts';
import { localDay } from '../domain/time/wall-clock.ts';
import { MINUTE_MS } from '../runtime/durations.ts';
import { memoizeStaleIfError } from '../runtime/memoize.ts';
import { operatorsWithoutReceipts } from './operators-without-receipts.ts';
import type { StoredFigures, TimeSpan, Traffic } from './types.ts';

interface CachedTrafficOptions {
  readonly now: () => Date;
  readonly receiptHours: number;
  /** IANA time zone in which the platform counts days. */
  readonly platformZone: string;
}

export type CachedTraffic = ReturnType<typeof createCachedTraffic>;

/** For a minute after a read, answers use the value in memory, and a read in the background replaces it. */
const CACHING = { freshMs: 5_000, staleMs: MINUTE_MS, ttlMs: 10 * MINUTE_MS } as const;

/** Stored figures for answers that do not wait for the database. */
export function createCachedTraffic(
  traffic: Pick<Traffic, 'storedIfAvailable'>,
  { now, receiptHours, platformZone: zone }: CachedTrafficOptions,
) {
  const daysOf = ({ start, end }: TimeSpan) =>
    periodOfDays(localDay(start, zone), localDay(new Date(end.getTime() - 1), zone), zone);
  const figuresOf = memoizeStaleIfError(CACHING, (key) => {
    const { start, end } = JSON.parse(key);
    return traffic.storedIfAvailable({ start: new Date(start), end: new Date(end) });
  });
  /** Figures of the days that contain `time`; `undefined` if one of them is not stored. */
  const storedIfAvailable = async (time: TimeSpan): Promise<StoredFigures | undefined> => {
    const { start, end } = daysOf(time);
    return (await figuresOf(JSON.stringify({ start, end }), 0)).value;
  };
  const isWithoutReceipts = memoizeStaleIfError(CACHING, async (operator) => {
    const options = { now: now(), receiptHours, zone };
    return (await operatorsWithoutReceipts([operator], { storedIfAvailable }, options)).has(operator);
  });
  return {
    storedIfAvailable,
    /** @returns those of the operators that send no receipts, as far as stored figures show it */
    async operatorsWithoutReceipts(operators: readonly string[]): Promise<ReadonlySet<string>> {
      const names = [...new Set(operators)];
      const found = await Promise.all(names.map(async (name) => (await isWithoutReceipts(name, 0)).value));
      return new Set(names.filter((_, index) => found[index]));
    },
  };
}
