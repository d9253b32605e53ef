import { SecondCounter } from './second-counter.ts';

/** How often each whole number of seconds occurred: ascending, each once, none negative, counts above nought. */
export interface SecondCounts {
  readonly seconds: readonly number[];
  /** Parallel to `seconds`. */
  readonly counts: readonly number[];
}

/** The latencies of one leg of the way. */
export interface LegFigures {
  readonly latencies: SecondCounts;
  /** Messages of which both ends are known but a clock is off, as `timelineOf` judges it: in no latency. */
  readonly clockOff: number;
}

/**
 * Delivery figures of any number of messages, each as it stood when it was read. They hold nothing of a
 * single message, are exact to the second, and those of disjoint sets of messages add up (`mergeFigures`).
 */
export interface Figures {
  readonly submitted: number;
  /**
   * Messages by the platform's status word, trimmed and lower-cased; `''` is none. They add up to
   * `submitted`; `parseDeliveryStatus` tells which of our statuses a word belongs to.
   */
  readonly words: ReadonlyMap<string, number>;
  /** Of every message with both times, whatever became of it. */
  readonly platformToOperator: LegFigures;
  /** Of delivered messages only, as is `total`. */
  readonly operatorToHandset: LegFigures;
  readonly total: LegFigures;
  /** Failed ones by seconds from platform to receipt; those of which that is not known are in `words` only. */
  readonly failedAfter: SecondCounts;
  /**
   * Pending ones without any receipt, by their age at the reading: seconds since the platform took them, or
   * since the hand-over where only that is known. Pending ones with the time of a receipt, or with no time at
   * all, are in `words` only.
   */
  readonly pendingAges: SecondCounts;
}

/** Figures of one quarter hour and operator. */
export interface Cell {
  /** Start of the quarter hour of `time_platform`, Unix seconds; `undefined` where messages have no such time. */
  readonly quarter: number | undefined;
  /** `undefined` is an unknown route. */
  readonly operator: string | undefined;
  readonly figures: Figures;
}

export type LegName = 'platformToOperator' | 'operatorToHandset' | 'total';

export const LEGS: readonly LegName[] = ['platformToOperator', 'operatorToHandset', 'total'];

/** Every whole day of every zone of today is made of quarter hours of UTC. */
export const QUARTER_SECONDS = 900;

/** One array a leg, however many parts there are: it can reach far. */
const MERGE_DENSE_SECONDS = 4096;

/**
 * The figures of all messages of the parts together; of no parts, those of no message. Order and grouping
 * never matter. Parts must not share messages.
 */
export function mergeFigures(parts: Iterable<Figures>): Figures {
  let submitted = 0;
  const words = new Map<string, number>();
  const legs = { platformToOperator: aLeg(), operatorToHandset: aLeg(), total: aLeg() };
  const failedAfter = new SecondCounter(MERGE_DENSE_SECONDS);
  const pendingAges = new SecondCounter(MERGE_DENSE_SECONDS);
  for (const part of parts) {
    submitted += part.submitted;
    for (const [word, count] of part.words) words.set(word, (words.get(word) ?? 0) + count);
    for (const name of LEGS) {
      legs[name].latencies.addAll(part[name].latencies);
      legs[name].clockOff += part[name].clockOff;
    }
    failedAfter.addAll(part.failedAfter);
    pendingAges.addAll(part.pendingAges);
  }
  return {
    submitted,
    words,
    platformToOperator: figuresOf(legs.platformToOperator),
    operatorToHandset: figuresOf(legs.operatorToHandset),
    total: figuresOf(legs.total),
    failedAfter: failedAfter.counts(),
    pendingAges: pendingAges.counts(),
  };
}

/** How many values are counted in all. */
export function sizeOf({ counts }: SecondCounts): number {
  let size = 0;
  for (const count of counts) size += count;
  return size;
}

function aLeg() {
  return { latencies: new SecondCounter(MERGE_DENSE_SECONDS), clockOff: 0 };
}

function figuresOf({ latencies, clockOff }: ReturnType<typeof aLeg>): LegFigures {
  return { latencies: latencies.counts(), clockOff };
}
