import { periodOfDays } from '../domain/time/period.ts';
import { localDay } from '../domain/time/wall-clock.ts';
import { MINUTE_MS } from '../runtime/durations.ts';
import { FOR_ANSWERS, memoizeStaleIfError } from '../runtime/memoize.ts';
import { operatorsWithoutReceipts } from './operators-without-receipts.ts';
import type { StoredFigures, TimeSpan, Traffic } from './types.ts';

interface CachedTrafficOptions {
  readonly now: () => Date;
  readonly receiptHours: number;
  /** IANA time zone in which the platform counts days. */
  readonly platformZone: string;
}

export type CachedTraffic = ReturnType<typeof createCachedTraffic>;

const CACHING = { ...FOR_ANSWERS, ttlMs: 10 * MINUTE_MS } as const;
/** Figures of so many periods of one or two days stay in memory; a day of 100,000 messages takes about 0.5 MB. */
const MOST_PERIODS = 10;

/** Stored figures for look-ups. Its functions reject if the database does not answer and nothing is cached. */
export function createCachedTraffic(
  traffic: Pick<Traffic, 'storedIfOpen'>,
  { now, receiptHours, platformZone: zone }: CachedTrafficOptions,
) {
  const read = memoizeStaleIfError({ ...CACHING, mostKeys: MOST_PERIODS }, (key) => {
    const { start, end } = JSON.parse(key);
    return traffic.storedIfOpen({ start: new Date(start), end: new Date(end) });
  });
  /** Figures of the whole days that contain `time`; `undefined` if one of them is not stored. */
  async function figuresOfDays({ start, end }: TimeSpan): Promise<StoredFigures | undefined> {
    const last = new Date(end.getTime() - 1);
    const days = periodOfDays(localDay(start, zone), localDay(last, zone), zone);
    return (await read(JSON.stringify({ start: days.start, end: days.end }), 0)).value;
  }
  const isWithoutReceipts = memoizeStaleIfError(CACHING, async (operator) => {
    const options = { now: now(), receiptHours, zone };
    const found = await operatorsWithoutReceipts([operator], figuresOfDays, options);
    return found.has(operator);
  });
  return {
    figuresOfDays,
    /** @returns those of the operators that send no receipts, as far as stored figures show it */
    async operatorsWithoutReceipts(operators: readonly string[]): Promise<ReadonlySet<string>> {
      const names = [...new Set(operators)];
      const found = await Promise.all(names.map(async (name) => (await isWithoutReceipts(name, 0)).value));
      return new Set(names.filter((_, index) => found[index]));
    },
  };
}
