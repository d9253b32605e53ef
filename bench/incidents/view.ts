import { createTally, type Tally } from '../../src/domain/counting/tally.ts';
import type { Cell } from '../../src/domain/figures/figures.ts';
import { type Batch, DAY, WORDS } from './traffic.ts';

/** Reads the platform again and again, each time later than before. */
export interface Reader {
  /**
   * What a reading at that time finds of the batches: messages handed in by then, with what had reached the platform by
   * then. A quarter hour and operator may have more than one cell.
   */
  read(at: number, batches: readonly Batch[]): Cell[];
}

/** Messages are counted as the report's reader does it; those that will not change any more, once. */
export function createReader(): Reader {
  const followed = new Map<Batch, Followed>();
  return {
    read(at, batches) {
      for (const batch of followed.keys()) if (!batches.includes(batch)) followed.delete(batch);
      const open = createTally(dateOf(at));
      const cells = batches.flatMap((batch) => {
        const one = followed.get(batch) ?? follow(batch);
        followed.set(batch, one);
        one.open = one.open.filter((index) => {
          if ((batch.platformAt[index] ?? 0) > at) return true;
          const isFinal =
            isKnown(batch.receiptKnownAt[index], at) && isKnown(batch.operatorKnownAt[index], at);
          // Whether a clock is ahead depends on when one reads.
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

/**
 * The past as one would reconstruct it later: a receipt counts from the time it carries, and one that carries none
 * from the beginning.
 */
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

interface Followed {
  /** Indexes of messages that may still change. */
  open: Uint32Array;
  readonly closed: Tally;
}

function follow({ size, start }: Batch): Followed {
  // None of these times is ahead of a reading that knows of them.
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
