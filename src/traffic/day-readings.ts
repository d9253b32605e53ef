import { isFailure } from '../domain/failure.ts';
import type { Day } from '../domain/period.ts';
import type { Log } from '../ops/log.ts';
import type { Leases } from '../store/leases.ts';
import type { Reading, ReadingFacts, Rollups } from '../store/rollups.ts';
import type { Upstream } from '../upstream/index.ts';
import { DayParts } from './day-parts.ts';
import type { Freshness } from './freshness.ts';
import { HeldDays } from './held-days.ts';
import { SharedWork } from './shared-work.ts';

export interface DayReadingsOptions {
  readonly upstream: Pick<Upstream, 'figures'>;
  readonly rollups: Pick<Rollups, 'latest' | 'readings' | 'save' | 'thin'>;
  readonly leases: Pick<Leases, 'once'>;
  readonly freshness: Freshness;
  readonly now: () => Date;
  readonly log: Pick<Log, 'warn'>;
}

export interface ReadOptions {
  /** Told of the messages read so far. */
  readonly onProgress: (messagesRead: number) => void;
  /** Aborted: the promise rejects; the reading itself ends when nobody else waits for it. */
  readonly signal: AbortSignal;
}

/** A reading and its figures. */
export interface DayFigures extends ReadingFacts {
  readonly parts: DayParts;
}

/** The platform's days as readings that are held, and new ones. */
export interface DayReadings {
  /** Of the days those that need not be read. */
  held(days: readonly Day[], sender: string | undefined): Promise<ReadonlyMap<Day, DayFigures>>;
  /** Reads a day, once however many ask for it in all replicas, and keeps it. @throws UpstreamError */
  read(day: Day, sender: string | undefined, options: ReadOptions): Promise<DayFigures>;
}

/** A store that failed is left alone for so long. */
const AWAY_MS = 10_000;
const THINNED_EVERY_MS = 60 * 60_000;
/**
 * One of the longest reports and what it is compared with: 184 days, of 100,000 messages each, take some 70 MB, and
 * 120 MB where they are asked for in a zone whose days are others than the platform's.
 */
const MOST_BYTES_HELD = 128 * 1024 * 1024;

/** While the store is away days are read all the same, once in this process, and not kept. */
export function createDayReadings(options: DayReadingsOptions): DayReadings {
  const { upstream, rollups, leases, freshness, now, log } = options;
  const underWay = new Map<string, SharedWork<DayFigures, number>>();
  const inMemory = new HeldDays(MOST_BYTES_HELD);
  let awayUntilMs = 0;
  let thinnedAtMs = Number.NEGATIVE_INFINITY;

  const isAway = () => performance.now() < awayUntilMs;
  const failed = (error: unknown) => {
    awayUntilMs = performance.now() + AWAY_MS;
    log.warn({ err: error }, 'the store is away: figures are read from the platform and not kept');
  };

  async function find(days: readonly Day[], sender: string | undefined) {
    const latest = await rollups.latest(days, sender);
    const at = now();
    const fresh = [...latest.values()].filter((facts) => freshness.isFresh(facts, at));
    const found = new Map<Day, DayFigures>();
    const elsewhere: ReadingFacts[] = [];
    for (const facts of fresh) {
      const parts = inMemory.get(nameOf(facts.day, sender), facts.readAt);
      if (parts) found.set(facts.day, { ...facts, parts });
      else elsewhere.push(facts);
    }
    for (const { packedCells, ...facts } of await rollups.readings(elsewhere, sender)) {
      found.set(facts.day, hold(facts, new DayParts(packedCells)));
    }
    return found;
  }

  function hold(facts: ReadingFacts, parts: DayParts): DayFigures {
    inMemory.put(nameOf(facts.day, facts.sender), { readAt: facts.readAt, parts });
    return { ...facts, parts };
  }

  async function keep(reading: Reading): Promise<void> {
    if (isAway()) return;
    try {
      await rollups.save(reading);
      const at = now();
      if (at.getTime() - thinnedAtMs < THINNED_EVERY_MS) return;
      thinnedAtMs = at.getTime();
      await rollups.thin(at);
    } catch (error) {
      failed(error);
    }
  }

  async function readOnce(
    day: Day,
    sender: string | undefined,
    left: AbortSignal,
    onProgress: (messagesRead: number) => void,
  ): Promise<DayFigures> {
    const make = async (signal: AbortSignal): Promise<DayFigures> => {
      const read = await upstream.figures({ day, sender }, { signal, onProgress });
      await keep({ day, sender, ...read });
      const { packedCells, ...facts } = read;
      return hold({ day, sender, ...facts }, new DayParts(packedCells));
    };
    if (isAway()) return await make(left);
    try {
      const findDay = async () => (await find([day], sender)).get(day);
      return await leases.once(nameOf(day, sender), { find: findDay, make, signal: left });
    } catch (error) {
      // What the platform's client throws is no failure of the store.
      if (left.aborted || isFailure(error)) throw error;
      failed(error);
      return await make(left);
    }
  }

  return {
    async held(days, sender) {
      if (isAway()) return new Map();
      try {
        return await find(days, sender);
      } catch (error) {
        failed(error);
        return new Map();
      }
    },

    async read(day, sender, { onProgress, signal }) {
      signal.throwIfAborted();
      const name = nameOf(day, sender);
      let work = underWay.get(name);
      if (!work) {
        const begun = new SharedWork<DayFigures, number>((left, tell) => readOnce(day, sender, left, tell));
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

function nameOf(day: Day, sender: string | undefined): string {
  return sender === undefined ? day : `${day} ${sender}`;
}
