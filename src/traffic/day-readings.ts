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
import type { TrafficOptions } from './types.ts';

export interface DayReadingsOptions {
  readonly upstream: Pick<Upstream, 'figures'>;
  readonly dayFigures: DayFigures;
  readonly leases: Leases;
  readonly freshness: Freshness;
  readonly now: () => Date;
  readonly log: Log;
}

type ReadingLimits = Pick<TrafficOptions, 'readSince' | 'maxAgeMs'>;

interface ReadOptions extends ReadingLimits {
  readonly userId: string | undefined;
  readonly onProgress: (messagesRead: number) => void;
  readonly signal: AbortSignal;
}

export interface LoadedReading extends ReadingFacts {
  readonly parts: DayParts;
}

type ReadingsByDay = ReadonlyMap<Day, LoadedReading>;
type Choose = (day: Day, readTimes: readonly Date[]) => Date | undefined;

export type DayReadings = ReturnType<typeof createDayReadings>;

/** Finds stored figures only; its functions reject if the database does not answer. */
export type StoredReadings = DayReadings['stored'];

/** After a database failure, figures are neither loaded from the database nor stored for this time. */
const STORE_RETRY_MS = 10_000;
const LONG_AGO = new Date(0);
const THINNING_INTERVAL_MS = HOUR_MS;
/** Enough for a report of 184 days of 100,000 messages and its comparison period, which take 70 to 120 MB. */
const CACHE_BYTES = 128 * 1024 * 1024;
/** Shared by all workspaces of the process, so that twenty of them do not take twenty times the memory. */
const cachedDays = new Map<string, Pick<LoadedReading, 'readAt' | 'parts'>>();

/** While the database does not answer, days are read from the platform and not stored. */
export function createDayReadings(options: DayReadingsOptions) {
  const { upstream, dayFigures, leases, freshness, now, log } = options;
  const underWay = new Map<string, SingleFlight<LoadedReading, number>>();
  const cache = new DayCache(CACHE_BYTES, cachedDays);
  const unreadable = createRareWarning({ log, problem: 'the cells of a reading cannot be read' });
  let storeRetryAtMs = 0;
  let thinnedAtMs = Number.NEGATIVE_INFINITY;

  const storeWarning = createRareWarning({
    log,
    problem: 'the database is away: figures are read from the platform and not kept',
    recovery: 'the database is back: figures are kept again',
    explain: explainDatabaseFailure,
  });
  const isStoreDown = () => performance.now() < storeRetryAtMs;
  const failed = (error: unknown) => {
    storeRetryAtMs = performance.now() + STORE_RETRY_MS;
    storeWarning.warn(error);
  };

  async function find(
    days: readonly Day[],
    sender: string | undefined,
    { readSince = LONG_AGO, maxAgeMs }: ReadingLimits,
  ): Promise<ReadingsByDay> {
    const latest = await dayFigures.latest(days, sender);
    const at = now();
    const isNew = (facts: ReadingFacts) => facts.readAt >= readSince || freshness.isFinal(facts);
    const isGood = (facts: ReadingFacts) => isNew(facts) && freshness.isFresh(facts, at, maxAgeMs);
    return await load([...latest.values()].filter(isGood), sender);
  }

  async function load(wanted: readonly ReadingFacts[], sender: string | undefined) {
    const found = new Map<Day, LoadedReading>();
    const elsewhere: ReadingFacts[] = [];
    for (const facts of wanted) {
      const cached = cache.get(nameOf(facts.day, sender), facts.readAt);
      if (cached) found.set(facts.day, { ...facts, parts: cached.parts });
      else elsewhere.push(facts);
    }
    for (const reading of await unpack(elsewhere, sender)) found.set(reading.day, toCache(reading));
    return found;
  }

  async function findLatest(days: readonly Day[]): Promise<ReadingsByDay> {
    return await load([...(await dayFigures.latest(days)).values()], undefined);
  }

  async function findChosen(
    days: readonly Day[],
    sender: string | undefined,
    choose: Choose,
  ): Promise<ReadingsByDay> {
    const wanted = [...(await dayFigures.readTimes(days, sender))].flatMap(([day, times]) => {
      const readAt = choose(day, times);
      return readAt === undefined ? [] : [{ day, readAt }];
    });
    return new Map((await unpack(wanted, sender)).map((reading) => [reading.day, reading]));
  }

  /** Leaves out days with damaged bytes, so that only these are read again. */
  async function unpack(wanted: Parameters<DayFigures['readings']>[0], sender: string | undefined) {
    const unpacked: LoadedReading[] = [];
    for (const { packedCells, ...facts } of await dayFigures.readings(wanted, sender)) {
      try {
        unpacked.push({ ...facts, parts: await runCooperatively(DayParts.reading(packedCells)) });
      } catch (error) {
        unreadable.warn(error);
      }
    }
    return unpacked;
  }

  function toCache(reading: LoadedReading): LoadedReading {
    const { day, sender, readAt, parts } = reading;
    cache.put(nameOf(day, sender), { readAt, parts });
    return reading;
  }

  async function fromStore(find: () => Promise<ReadingsByDay>): Promise<ReadingsByDay> {
    try {
      if (!isStoreDown()) {
        const found = await find();
        storeWarning.recovered();
        return found;
      }
    } catch (error) {
      failed(error);
    }
    return new Map();
  }

  async function store(reading: StoredReading): Promise<void> {
    if (isStoreDown()) return;
    try {
      await dayFigures.save(reading);
      storeWarning.recovered();
      const at = now();
      if (at.getTime() - thinnedAtMs < THINNING_INTERVAL_MS) return;
      thinnedAtMs = at.getTime();
      await dayFigures.thin(at);
    } catch (error) {
      failed(error);
    }
  }

  async function readOnce(
    day: Day,
    sender: string | undefined,
    { signal: left, onProgress, userId, ...limits }: ReadOptions,
  ): Promise<LoadedReading> {
    const readAndStore = async (signal: AbortSignal): Promise<LoadedReading> => {
      const read = await upstream.figures({ day, sender, userId }, { signal, onProgress });
      await store({ day, sender, ...read });
      const { packedCells, ...facts } = read;
      const parts = await runCooperatively(DayParts.reading(packedCells));
      return toCache({ day, sender, ...facts, parts });
    };
    if (isStoreDown()) return await readAndStore(left);
    try {
      const findDay = async () => (await find([day], sender, limits)).get(day);
      return await leases.once(nameOf(day, sender), { find: findDay, create: readAndStore, signal: left });
    } catch (error) {
      // A failure of the platform is passed on; any other error counts as a failure of the database.
      if (left.aborted || isFailure(error)) throw error;
      failed(error);
      return await readAndStore(left);
    }
  }

  return {
    fresh: (days: readonly Day[], sender: string | undefined, limits: ReadingLimits) =>
      fromStore(() => find(days, sender, limits)),
    latest: (days: readonly Day[]) => fromStore(() => findLatest(days)),
    chosen: (days: readonly Day[], sender: string | undefined, choose: Choose) =>
      fromStore(() => findChosen(days, sender, choose)),
    stored: { latest: findLatest, chosen: findChosen },

    /** Reads a day once for all callers and replicas. @throws UpstreamError if the platform cannot be read */
    async read(
      day: Day,
      sender: string | undefined,
      { onProgress, signal, ...options }: ReadOptions,
    ): Promise<LoadedReading> {
      signal.throwIfAborted();
      // Callers with different age limits do not share a reading: stored figures may suffice for some.
      const name = `${nameOf(day, sender)} ${options.readSince?.getTime() ?? ''} ${options.maxAgeMs ?? ''}`;
      let work = underWay.get(name);
      if (!work) {
        const started = new SingleFlight<LoadedReading, number>((left, report) =>
          readOnce(day, sender, { ...options, signal: left, onProgress: report }),
        );
        started.onFinished(() => {
          if (underWay.get(name) === started) underWay.delete(name);
        });
        underWay.set(name, started);
        work = started;
      }
      return await work.join(signal, onProgress);
    },
  };
}

const nameOf = (day: Day, sender: string | undefined) => (sender === undefined ? day : `${day} ${sender}`);
