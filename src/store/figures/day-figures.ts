import { type Selectable, sql } from 'kysely';
import type { Day } from '../../domain/time/calendar.ts';
import { periodOfDays } from '../../domain/time/period.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
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
  /** Number of the report’s entries that could not be parsed; the figures do not contain them. */
  readonly unreadable: number;
  readonly announced?: number | undefined;
  /** Number of different recipients with a failed message; absent if they were not counted. */
  readonly failingNumbers?: number | undefined;
  /** True if SMS_REPORT_BOUNDS does not fit the platform’s reports, so that a day may be missing. */
  readonly mayLackDays: boolean;
}

/** Figures of a day, read from the platform at one time: only counts, no telephone numbers or texts. */
export interface StoredReading extends ReadingFacts {
  readonly packedCells: Uint8Array;
}

export type DayFigures = ReturnType<typeof createDayFigures>;

interface DayFiguresOptions extends AccountDatabase {
  readonly zone: string;
  readonly receiptHours: number;
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
  const { db, account, zone, receiptHours, log } = options;
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
    /** Stores figures of a day; stored figures of the same day, sender and reading time are replaced. */
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

    async latest(days: readonly Day[], sender = ALL_SENDERS): Promise<ReadonlyMap<Day, ReadingFacts>> {
      if (days.length === 0) return new Map();
      const rows = await ofDays(days, sender)
        .distinctOn('day')
        .orderBy('read_at', 'desc')
        .select(FACTS)
        .execute();
      return new Map(facts.all(rows).map((one) => [one.day, one]));
    },

    /** @returns for each day the times at which it was read, ascending; days never read are absent */
    async readTimes(days: readonly Day[], sender = ALL_SENDERS): Promise<ReadonlyMap<Day, readonly Date[]>> {
      if (days.length === 0) return new Map();
      const rows = await ofDays(days, sender).orderBy('read_at').select(['day', 'read_at']).execute();
      const byDay = Map.groupBy(times.all(rows), ({ day }) => day);
      return new Map([...byDay].map(([day, read]) => [day, read.map(({ readAt }) => readAt)]));
    },

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

    /** Of complete days, deletes stored figures that no comparison needs. @returns how many were deleted */
    async thin(now: Date): Promise<number> {
      const completeBefore = new Date(now.getTime() - receiptHours * HOUR_MS);
      const readings = sql.table('readings');
      const { rows } = await sql<Pick<ReadingRow, 'day' | 'sender' | 'read_at'>>`
        select day, sender, read_at from ${readings} where account = ${account} and day in (
          select day from ${readings} where account = ${account} group by day, sender having count(*) > 1
        )`.execute(db);
      let dropped = 0;
      for (const [day, ofDay] of Map.groupBy(times.all(rows), (row) => row.day)) {
        const period = periodOfDays(day, day, zone);
        if (period.end > completeBefore) continue;
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

type ReadingRow = Selectable<Schema['readings']>;

const timesOf = (row: Pick<ReadingRow, 'day' | 'read_at'> & { readonly sender?: string }) => ({
  day: day.parse(row.day),
  sender: row.sender ?? ALL_SENDERS,
  readAt: row.read_at,
});

const readingOf = (row: ReadingRow): StoredReading => ({ ...factsOf(row), packedCells: row.cells });

function factsOf(row: Pick<ReadingRow, (typeof FACTS)[number]>): ReadingFacts {
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

/** For each hour, figures read this long after its end are retained, to compare periods at the same age. */
export const RETAINED_AGES_MS: readonly number[] = [0.25, 1, 3, 6, 24, 72].map((hours) => hours * HOUR_MS);

/** @returns the reading times to delete: all but the last, and the nearest to each hour’s retained ages */
export function readingsToDrop(
  readAt: readonly Date[],
  day: { readonly start: Date; readonly end: Date },
): Date[] {
  const times = readAt.map((time) => time.getTime()).sort((a, b) => a - b);
  const retained = new Set(times.slice(-1));
  for (let hourEnd = day.start.getTime() + HOUR_MS; hourEnd <= day.end.getTime(); hourEnd += HOUR_MS) {
    // Figures that were read before the end of the hour do not contain the whole hour.
    const after = times.filter((time) => time >= hourEnd);
    for (const age of RETAINED_AGES_MS) {
      const nearest = nearestTo(hourEnd + age, after);
      if (nearest !== undefined) retained.add(nearest);
    }
  }
  return times.filter((time) => !retained.has(time)).map((time) => new Date(time));
}

function nearestTo(moment: number, ascending: readonly number[]): number | undefined {
  let nearest: number | undefined;
  for (const time of ascending) {
    if (nearest !== undefined && Math.abs(time - moment) >= Math.abs(nearest - moment)) break;
    nearest = time;
  }
  return nearest;
}
