import { createTally, type Tally } from '../../src/domain/counting/tally.ts';
import type { Cell } from '../../src/domain/figures/figures.ts';
import { type Batch, DAY, WORDS } from './traffic.ts';

/** Reads the platform repeatedly, each time at a later time. */
export interface PlatformReader {
  /** The cells that the platform knows at that time. A quarter hour and operator may have more than one cell. */
  read(at: number, batches: readonly Batch[]): Cell[];
}

/** Counts messages like the reader of reports. Final messages are counted only once. */
export function createReader(): PlatformReader {
  const tracked = new Map<Batch, TrackedBatch>();
  return {
    read(at, batches) {
      for (const batch of tracked.keys()) if (!batches.includes(batch)) tracked.delete(batch);
      const open = createTally(dateOf(at));
      const cells = batches.flatMap((batch) => {
        const one = tracked.get(batch) ?? track(batch);
        tracked.set(batch, one);
        one.open = one.open.filter((index) => {
          if ((batch.platformAt[index] ?? 0) > at) return true;
          const isFinal =
            isKnown(batch.receiptKnownAt[index], at) && isKnown(batch.operatorKnownAt[index], at);
          // A clock that is off can make a time lie in the future of an early read.
          if (isFinal && !batch.isClockOff) add(one.closed, batch, index, true, true);
          else addAt(open, batch, index, at);
          return !isFinal || batch.isClockOff;
        });
        return [...one.closed.cells()];
      });
      return [...cells, ...open.cells()];
    },
  };
}

/** The cells as reconstructed later: a receipt counts from the time it carries, or from the start without one. */
export function rebuildAt(at: number, batches: readonly Batch[]): Cell[] {
  const tally = createTally(dateOf(at));
  for (const batch of batches) {
    for (let index = 0; index < batch.size; index++) {
      if ((batch.platformAt[index] ?? 0) > at) continue;
      const handedOver = isKnown(batch.operatorAt[index], at);
      const receipt = batch.receiptAt[index] ?? Number.NaN;
      const hasReceipt = Number.isNaN(receipt)
        ? batch.receiptKnownAt[index] !== Number.POSITIVE_INFINITY
        : receipt <= at;
      add(tally, batch, index, handedOver, hasReceipt);
    }
  }
  return [...tally.cells()];
}

interface TrackedBatch {
  /** Indexes of messages that may still change. */
  open: Uint32Array;
  readonly closed: Tally;
}

function track({ size, start }: Batch): TrackedBatch {
  // No known time of these batches lies after the reading.
  const closed = createTally(dateOf(start + DAY));
  return { open: Uint32Array.from({ length: size }, (_, index) => index), closed };
}

function addAt(tally: Tally, batch: Batch, index: number, at: number): void {
  add(
    tally,
    batch,
    index,
    isKnown(batch.operatorKnownAt[index], at),
    isKnown(batch.receiptKnownAt[index], at),
  );
}

function add(tally: Tally, batch: Batch, index: number, handedOver: boolean, hasReceipt: boolean): void {
  tally.add(batch.operator.name, hasReceipt ? WORDS[batch.word[index] ?? 0] : batch.operator.pending, {
    platformAt: batch.platformAt[index] ?? Number.NaN,
    operatorAt: handedOver ? (batch.operatorAt[index] ?? Number.NaN) : Number.NaN,
    handsetAt: hasReceipt ? (batch.receiptAt[index] ?? Number.NaN) : Number.NaN,
  });
}

function isKnown(since: number | undefined, at: number): boolean {
  return since !== undefined && since <= at;
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000);
}
