import { isFailure } from '../domain/failure.ts';
import type { Day } from '../domain/time/calendar.ts';
import { createRareWarning, type Log } from '../ops/log.ts';
import { HOUR_MS } from '../runtime/durations.ts';
import { SingleFlight } from '../runtime/memoize.ts';
import { runCooperatively } from '../runtime/yielding.ts';
import { explainDatabaseFailure } from '../store/connection.ts';
import type { DayFigures, ReadingFacts, StoredReading } from '../store/figures/day-figures.ts';
import type { Leases } from '../store/leases.ts';
import type { Upstream } from '../upstream/index.ts';
import { DayCache, DayParts } from './day-parts.ts';
import type { Freshness } from './freshness.ts';

export interface DayReadingsOptions {
  readonly upstream: Pick<Upstream, 'figures'>;
  readonly dayFigures: DayFigures;
  readonly leases: Leases;
  readonly freshness: Freshness;
  readonly now: () => Date;
  readonly log: Log;
}

interface Wanted {
  /** Readings before this time are too old. */
  readonly since?: Date | undefined;
  /** Older readings are too old, unless reading is slow. */
  readonly atMostMs?: number | undefined;
}

interface ReadOptions extends Wanted {
  /** The reading has the turn of the first caller. */
  readonly userId: string | undefined;
  readonly onProgress: (messagesRead: number) => void;
  /** On abort the promise rejects; the reading ends when no caller is left. */
  readonly signal: AbortSignal;
}

export interface LoadedReading extends ReadingFacts {
  readonly parts: DayParts;
}

type HeldDays = ReadonlyMap<Day, LoadedReading>;
type Choose = (day: Day, readTimes: readonly Date[]) => Date | undefined;

export type DayReadings = ReturnType<typeof createDayReadings>;

/** Rejects where the store does not answer. */
export type StoredReadings = DayReadings['stored'];

/** Pause after a failure of the store. */
const AWAY_MS = 10_000;
const LONG_AGO = new Date(0);
const THINNED_EVERY_MS = HOUR_MS;
/** A report of 184 days of 100,000 messages takes 70 MB with its comparison; 120 MB in another zone. */
const MOST_BYTES_HELD = 128 * 1024 * 1024;

/** Without the store, days are read once in this process and not stored. */
export function createDayReadings(options: DayReadingsOptions) {
  const { upstream, dayFigures, leases, freshness, now, log } = options;
  const underWay = new Map<string, SingleFlight<LoadedReading, number>>();
  const inMemory = new DayCache(MOST_BYTES_HELD);
  const unreadable = createRareWarning({ log, trouble: 'the cells of a reading cannot be read' });
  let awayUntilMs = 0;
  let thinnedAtMs = Number.NEGATIVE_INFINITY;

  const trouble = createRareWarning({
    log,
    trouble: 'the database is away: figures are read from the platform and not kept',
    over: 'the database is back: figures are kept again',
    explain: explainDatabaseFailure,
  });
  const isAway = () => performance.now() < awayUntilMs;
  const failed = (error: unknown) => {
    awayUntilMs = performance.now() + AWAY_MS;
    trouble.warn(error);
  };

  async function find(
    days: readonly Day[],
    sender: string | undefined,
    wanted: Wanted = {},
  ): Promise<HeldDays> {
    const { since = LONG_AGO, atMostMs } = wanted;
    const latest = await dayFigures.latest(days, sender);
    const at = now();
    const isNew = (facts: ReadingFacts) => facts.readAt >= since || freshness.isFinal(facts);
    const isGood = (facts: ReadingFacts) => isNew(facts) && freshness.isFresh(facts, at, atMostMs);
    return await load([...latest.values()].filter(isGood), sender);
  }

  async function load(wanted: readonly ReadingFacts[], sender: string | undefined) {
    const found = new Map<Day, LoadedReading>();
    const elsewhere: ReadingFacts[] = [];
    for (const facts of wanted) {
      const held = inMemory.get(nameOf(facts.day, sender), facts.readAt);
      if (held) found.set(facts.day, { ...facts, parts: held.parts });
      else elsewhere.push(facts);
    }
    for (const { packedCells, ...facts } of await dayFigures.readings(elsewhere, sender)) {
      const parts = await partsOf(packedCells);
      if (parts) found.set(facts.day, hold(facts, parts));
    }
    return found;
  }

  async function findLatest(days: readonly Day[]): Promise<HeldDays> {
    return await load([...(await dayFigures.latest(days)).values()], undefined);
  }

  async function findKept(
    days: readonly Day[],
    sender: string | undefined,
    choose: Choose,
  ): Promise<HeldDays> {
    const wanted = [...(await dayFigures.readTimes(days, sender))].flatMap(([day, times]) => {
      const readAt = choose(day, times);
      return readAt === undefined ? [] : [{ day, readAt }];
    });
    const found = new Map<Day, LoadedReading>();
    for (const { packedCells, ...facts } of await dayFigures.readings(wanted, sender)) {
      // Not cached: the cache is for the latest reading.
      const parts = await partsOf(packedCells);
      if (parts) found.set(facts.day, { ...facts, parts });
    }
    return found;
  }

  /** `undefined` for unreadable cells: only that day is read again. */
  async function partsOf(packedCells: Uint8Array): Promise<DayParts | undefined> {
    try {
      return await runCooperatively(DayParts.reading(packedCells));
    } catch (error) {
      unreadable.warn(error);
      return undefined;
    }
  }

  function hold(facts: ReadingFacts, parts: DayParts): LoadedReading {
    inMemory.put(nameOf(facts.day, facts.sender), { readAt: facts.readAt, parts });
    return { ...facts, parts };
  }

  async function ofStore(find: () => Promise<HeldDays>): Promise<HeldDays> {
    try {
      if (!isAway()) {
        const found = await find();
        trouble.over();
        return found;
      }
    } catch (error) {
      failed(error);
    }
    return new Map();
  }

  async function keep(reading: StoredReading): Promise<void> {
    if (isAway()) return;
    try {
      await dayFigures.save(reading);
      trouble.over();
      const at = now();
      if (at.getTime() - thinnedAtMs < THINNED_EVERY_MS) return;
      thinnedAtMs = at.getTime();
      await dayFigures.thin(at);
    } catch (error) {
      failed(error);
    }
  }

  async function readOnce(
    day: Day,
    sender: string | undefined,
    { signal: left, onProgress, userId, ...wanted }: ReadOptions,
  ): Promise<LoadedReading> {
    const make = async (signal: AbortSignal): Promise<LoadedReading> => {
      const read = await upstream.figures({ day, sender, userId }, { signal, onProgress });
      await keep({ day, sender, ...read });
      const { packedCells, ...facts } = read;
      return hold({ day, sender, ...facts }, await runCooperatively(DayParts.reading(packedCells)));
    };
    if (isAway()) return await make(left);
    try {
      const findDay = async () => (await find([day], sender, wanted)).get(day);
      return await leases.once(nameOf(day, sender), { find: findDay, make, signal: left });
    } catch (error) {
      // Errors of the platform's client are no failures of the store.
      if (left.aborted || isFailure(error)) throw error;
      failed(error);
      return await make(left);
    }
  }

  return {
    // Without the store, these find no readings.
    held: (days: readonly Day[], sender: string | undefined, wanted?: Wanted) =>
      ofStore(() => find(days, sender, wanted)),
    /** The latest reading of each day, for all senders, of any age. */
    latest: (days: readonly Day[]) => ofStore(() => findLatest(days)),
    kept: (days: readonly Day[], sender: string | undefined, choose: Choose) =>
      ofStore(() => findKept(days, sender, choose)),
    stored: { latest: findLatest, kept: findKept },

    /** Reads a day once for all callers and replicas, and stores it. @throws UpstreamError */
    async read(
      day: Day,
      sender: string | undefined,
      { onProgress, signal, userId, since, atMostMs }: ReadOptions,
    ): Promise<LoadedReading> {
      signal.throwIfAborted();
      // Callers that accept an older reading do not wait for the others.
      const name = `${nameOf(day, sender)} ${since?.getTime() ?? ''} ${atMostMs ?? ''}`;
      let work = underWay.get(name);
      if (!work) {
        const begun = new SingleFlight<LoadedReading, number>((left, tell) =>
          readOnce(day, sender, { userId, since, atMostMs, signal: left, onProgress: tell }),
        );
        begun.whenOver(() => {
          if (underWay.get(name) === begun) underWay.delete(name);
        });
        underWay.set(name, begun);
        work = begun;
      }
      return await work.join(signal, onProgress);
    },
  };
}

const nameOf = (day: Day, sender: string | undefined) => (sender === undefined ? day : `${day} ${sender}`);
