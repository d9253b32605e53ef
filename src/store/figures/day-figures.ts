import type { Selectable } from 'kysely';
import type { Day } from '../../domain/time/calendar.ts';
import { periodOfDays } from '../../domain/time/period.ts';
import { DAY_MS, HOUR_MS, QUARTER_MS } from '../../runtime/durations.ts';
import { createRowReader } from '../row-reader.ts';
import { type AccountDatabase, ALL_SENDERS, day, type Schema } from '../schema.ts';
import { countDeleted } from '../statements.ts';

export interface ReadingFacts {
  readonly day: Day;
  readonly sender?: string | undefined;
  readonly readAt: Date;
  readonly tookMs: number;
  readonly bytes: number;
  readonly received: number;
  /** Entries that do not fit the interface, in no cell. */
  readonly unreadable: number;
  readonly announced?: number | undefined;
  /** Different numbers with a failed message, where they were counted. */
  readonly failingNumbers?: number | undefined;
  /** The platform reads the ends of a period otherwise than is set: the day may be another, or missing. */
  readonly mayLackDays: boolean;
}

/** One of the platform's days as one reading found it. It holds neither a number nor a text. */
export interface StoredReading extends ReadingFacts {
  readonly packedCells: Uint8Array;
}

export type DayFigures = ReturnType<typeof createDayFigures>;

interface DayFiguresOptions extends AccountDatabase {
  /** Of the platform's days, IANA. */
  readonly zone: string;
  readonly settleHours: number;
}

const FACTS = [
  'day',
  'sender',
  'read_at',
  'took_ms',
  'bytes',
  'received',
  'unreadable',
  'announced',
  'failing_numbers',
  'may_lack_days',
] as const;

export function createDayFigures(options: DayFiguresOptions) {
  const { db, account, zone, settleHours, log } = options;
  const facts = createRowReader('readings', factsOf, log);
  const stored = createRowReader('readings', readingOf, log);
  const times = createRowReader('readings', timesOf, log);
  const ofDays = (days: readonly Day[], sender: string) =>
    db
      .selectFrom('readings')
      .where((is) => is.and({ account, sender }))
      .where('day', 'in', days)
      .orderBy('day');

  return {
    /** Keeps a reading. One of the same day, sender and time is replaced. */
    async save(reading: StoredReading): Promise<void> {
      const { day, sender = ALL_SENDERS, readAt } = reading;
      const columns = {
        took_ms: Math.round(reading.tookMs),
        bytes: reading.bytes,
        received: reading.received,
        unreadable: reading.unreadable,
        announced: reading.announced ?? null,
        failing_numbers: reading.failingNumbers ?? null,
        may_lack_days: reading.mayLackDays,
        cells: reading.packedCells,
      };
      await db
        .insertInto('readings')
        .values({ account, day, sender, read_at: readAt, ...columns })
        .onConflict((conflict) =>
          conflict.columns(['account', 'day', 'sender', 'read_at']).doUpdateSet(columns),
        )
        .execute();
    },

    /** Of the latest reading of each of the days that has one. `sender` left out: those of all senders together. */
    async latest(days: readonly Day[], sender = ALL_SENDERS): Promise<ReadonlyMap<Day, ReadingFacts>> {
      if (days.length === 0) return new Map();
      const rows = await ofDays(days, sender)
        .distinctOn('day')
        .orderBy('read_at', 'desc')
        .select(FACTS)
        .execute();
      return new Map(facts.all(rows).map((one) => [one.day, one]));
    },

    /** When each of the days was read, ascending; a day that was not is absent. */
    async readTimes(days: readonly Day[], sender = ALL_SENDERS): Promise<ReadonlyMap<Day, readonly Date[]>> {
      if (days.length === 0) return new Map();
      const rows = await ofDays(days, sender).orderBy('read_at').select(['day', 'read_at']).execute();
      const byDay = Map.groupBy(times.all(rows), ({ day }) => day);
      return new Map([...byDay].map(([day, read]) => [day, read.map(({ readAt }) => readAt)]));
    },

    /** Readings by the very times that `latest` and `readTimes` give; those not there (any more) are left out. */
    async readings(
      wanted: readonly { readonly day: Day; readonly readAt: Date }[],
      sender = ALL_SENDERS,
    ): Promise<StoredReading[]> {
      if (wanted.length === 0) return [];
      const rows = await db
        .selectFrom('readings')
        .where((is) => is.and({ account, sender }))
        .where((is) =>
          is.or(wanted.map(({ day, readAt }) => is.and([is('day', '=', day), is('read_at', '=', readAt)]))),
        )
        .orderBy('day')
        .orderBy('read_at')
        .selectAll()
        .execute();
      return stored.all(rows);
    },

    /** Drops the readings of days settled at `now` that no later question needs. @returns how many */
    async thin(now: Date): Promise<number> {
      const settledBefore = new Date(now.getTime() - settleHours * HOUR_MS);
      const rows = await db
        .selectFrom('readings')
        .where('account', '=', account)
        .where('day', 'in', (days) =>
          days
            .selectFrom('readings')
            .where('account', '=', account)
            .select('day')
            .groupBy(['day', 'sender'])
            .having((having) => having.fn.countAll(), '>', 1),
        )
        .select(['day', 'sender', 'read_at'])
        .execute();
      let dropped = 0;
      for (const [day, ofDay] of Map.groupBy(times.all(rows), (row) => row.day)) {
        const period = periodOfDays(day, day, zone);
        if (period.end > settledBefore) continue;
        for (const [sender, read] of Map.groupBy(ofDay, (row) => row.sender)) {
          const drop = readingsToDrop(
            read.map(({ readAt }) => readAt),
            period,
          );
          if (drop.length === 0) continue;
          const removal = db
            .deleteFrom('readings')
            .where((is) => is.and({ account, day, sender }))
            .where('read_at', 'in', drop);
          dropped += await countDeleted(removal);
        }
      }
      return dropped;
    },
  };
}

type Row = Selectable<Schema['readings']>;

const timesOf = (row: Pick<Row, 'day' | 'read_at'> & { readonly sender?: string }) => ({
  day: day.parse(row.day),
  sender: row.sender ?? ALL_SENDERS,
  readAt: row.read_at,
});

const readingOf = (row: Row): StoredReading => ({ ...factsOf(row), packedCells: row.cells });

function factsOf(row: Pick<Row, (typeof FACTS)[number]>): ReadingFacts {
  return {
    day: row.day,
    ...(row.sender === ALL_SENDERS ? {} : { sender: row.sender }),
    readAt: row.read_at,
    tookMs: row.took_ms,
    bytes: row.bytes,
    received: row.received,
    unreadable: row.unreadable,
    ...(row.announced === null ? {} : { announced: row.announced }),
    ...(row.failing_numbers === null ? {} : { failingNumbers: row.failing_numbers }),
    mayLackDays: row.may_lack_days,
  };
}

/** The ages at which a past hour can be looked at again: time from its end to the reading. */
export const KEPT_AGES_MS: readonly number[] = [
  QUARTER_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  DAY_MS,
  72 * HOUR_MS,
];

/**
 * Which readings of a settled day no later question needs. Kept are, for each hour of the day and each of
 * `KEPT_AGES_MS`, the reading nearest to that age (of two as near, the earlier), and the last of all. So a day read
 * every five minutes keeps about two readings an hour.
 */
export function readingsToDrop(
  readAt: readonly Date[],
  day: { readonly start: Date; readonly end: Date },
): Date[] {
  const times = readAt.map((time) => time.getTime()).sort((a, b) => a - b);
  const kept = new Set(times.slice(-1));
  for (let hourEnd = day.start.getTime() + HOUR_MS; hourEnd <= day.end.getTime(); hourEnd += HOUR_MS) {
    // Before its end an hour is not whole.
    const after = times.filter((time) => time >= hourEnd);
    for (const age of KEPT_AGES_MS) {
      const nearest = nearestTo(hourEnd + age, after);
      if (nearest !== undefined) kept.add(nearest);
    }
  }
  return times.filter((time) => !kept.has(time)).map((time) => new Date(time));
}

function nearestTo(moment: number, ascending: readonly number[]): number | undefined {
  let nearest: number | undefined;
  for (const time of ascending) {
    if (nearest !== undefined && Math.abs(time - moment) >= Math.abs(nearest - moment)) break;
    nearest = time;
  }
  return nearest;
}
