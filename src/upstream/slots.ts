import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Operation } from './errors.ts';

/**
 * Who asks: one number's look-up, which a person waits for; one number's figures, of up to half a year, which may take
 * minutes; or a part of a long range.
 */
export type Urgency = 'lookup' | 'figures' | 'range';

/** Parts of one long range follow each other closer than this: between them nothing is idle. */
const IDLE_MS = 1_000;

export type Slots = ReturnType<typeof createSlots>;

/**
 * Shares the platform's attention: look-ups go first, and a number's figures before ranges; these two together never
 * hold the last place, so `concurrency` (requests at once) is at least 2.
 */
export function createSlots(concurrency: number, maxWaiting: number, busy: (operation: Operation) => Error) {
  const all = new PQueue({ concurrency });
  const ranges = new PQueue({ concurrency: concurrency - 1 });
  const yielding = new Set<() => void>();
  let asked = 0;

  async function becomeIdle(stopping: AbortSignal): Promise<void> {
    const stopped = Promise.withResolvers<never>();
    const stop = () => stopped.reject(stopping.reason);
    stopped.promise.catch(() => undefined);
    stopping.addEventListener('abort', stop, { once: true });
    try {
      for (let before = -1; before !== asked; ) {
        await Promise.race([ranges.onIdle(), stopped.promise]);
        before = asked;
        await Promise.race([pause(IDLE_MS, undefined, { ref: false }), stopped.promise]);
      }
    } finally {
      stopping.removeEventListener('abort', stop);
    }
  }

  return {
    /**
     * Waits for a place at the platform and does something while holding it.
     * @throws what `busy` makes, at once, when too many wait already.
     */
    async holding<T>(urgency: Urgency, operation: Operation, action: () => Promise<T>): Promise<T> {
      if (all.size + ranges.size >= maxWaiting) throw busy(operation);
      const isLookup = urgency === 'lookup';
      const wouldWait = isLookup ? all.pending >= concurrency : ranges.pending >= ranges.concurrency;
      if (wouldWait) for (const giveWay of yielding) giveWay();
      if (wouldWait || !isLookup) asked += 1;
      if (isLookup) return await all.add(action, { priority: 1 });
      return await ranges.add(() => all.add(action), { priority: urgency === 'figures' ? 1 : 0 });
    },
    /**
     * Does what nobody waits for. It is begun when no range is read or asked for, and told to stop by its signal as
     * soon as somebody would have to wait; then it is begun again later. Rejects with what `work` rejects with, or the
     * reason of `stopping`.
     */
    async whileIdle<T>(stopping: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      for (;;) {
        stopping.throwIfAborted();
        await becomeIdle(stopping);
        const left = new AbortController();
        const giveWay = () => left.abort();
        yielding.add(giveWay);
        try {
          return await work(AbortSignal.any([stopping, left.signal]));
        } catch (error) {
          if (stopping.aborted || !left.signal.aborted) throw error;
        } finally {
          yielding.delete(giveWay);
        }
      }
    },
  };
}
