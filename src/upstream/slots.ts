import PQueue from 'p-queue';
import type { Operation } from './errors.ts';

/**
 * Who asks: one number's look-up, which a person waits for; one number's figures, of up to half a year, which may take
 * minutes; or a part of a long range.
 */
export type Urgency = 'lookup' | 'figures' | 'range';

export type Slots = ReturnType<typeof createSlots>;

/**
 * Shares the platform's attention: look-ups go first, and a number's figures before ranges; these two together never
 * hold the last place, so `concurrency` (requests at once) is at least 2.
 */
export function createSlots(concurrency: number, maxWaiting: number, busy: (operation: Operation) => Error) {
  const all = new PQueue({ concurrency });
  const ranges = new PQueue({ concurrency: concurrency - 1 });

  return {
    /**
     * Waits for a place at the platform and does something while holding it.
     * @throws what `busy` makes, at once, when too many wait already.
     */
    async holding<T>(urgency: Urgency, operation: Operation, action: () => Promise<T>): Promise<T> {
      if (all.size + ranges.size >= maxWaiting) throw busy(operation);
      if (urgency === 'lookup') return await all.add(action, { priority: 1 });
      return await ranges.add(() => all.add(action), { priority: urgency === 'figures' ? 1 : 0 });
    },
  };
}
