import { setTimeout as pause } from 'node:timers/promises';
import { type Operation, UpstreamError } from './errors.ts';
import { createFairQueue } from './fair-queue.ts';

/**
 * Who asks: one number's look-up, which a person waits for; one number's figures, of up to half a year, which may take
 * minutes; or a part of a long range.
 */
export type Urgency = 'lookup' | 'figures' | 'range';

interface Question {
  readonly urgency: Urgency;
  readonly operation: Operation;
  /** Who asks; left out where it is the bot itself, which has its turn like a person. */
  readonly userId?: string | undefined;
}

/** Questions that wait for a place. */
export interface Backlog {
  readonly waiting: number;
  /** From when on there has always been one. */
  readonly since: Date;
}

interface SlotsOptions {
  /** Requests at once, at least 2. */
  readonly concurrency: number;
  readonly maxWaiting: number;
  /** Why nothing is to be asked now, where that is so. */
  readonly refusal: () => Error | undefined;
  readonly now: () => Date;
  /** Parts of one long range follow each other closer than this: between them nothing is idle. */
  readonly idleMs?: number;
}

const RANKS: Readonly<Record<Urgency, number>> = { lookup: 0, figures: 1, range: 2 };
const THE_BOT = '';
const IDLE_MS = 1_000;

export type Slots = ReturnType<typeof createSlots>;

/**
 * Shares the platform's attention: places go to people in turn; look-ups go first, and a number's figures before ranges;
 * these two together never hold the last place, so that a look-up never waits for a long report.
 */
export function createSlots({ concurrency, maxWaiting, refusal, now, idleMs = IDLE_MS }: SlotsOptions) {
  const queue = createFairQueue(concurrency);
  const yielding = new Set<() => void>();
  const whenIdle = new Set<() => void>();
  let asked = 0;
  /** Other than look-ups, waiting or at work. */
  let readings = 0;
  let since: Date | undefined;

  const becameIdle = () => {
    for (const tell of whenIdle) tell();
    whenIdle.clear();
  };
  const onIdle = () =>
    readings === 0 ? undefined : new Promise<void>((resolve) => void whenIdle.add(resolve));

  async function becomeIdle(stopping: AbortSignal): Promise<void> {
    const stopped = Promise.withResolvers<never>();
    const stop = () => stopped.reject(stopping.reason);
    stopped.promise.catch(() => undefined);
    stopping.addEventListener('abort', stop, { once: true });
    try {
      for (let before = -1; before !== asked; ) {
        await Promise.race([onIdle(), stopped.promise]);
        before = asked;
        await Promise.race([pause(idleMs, undefined, { ref: false }), stopped.promise]);
      }
    } finally {
      stopping.removeEventListener('abort', stop);
    }
  }

  async function enter({ urgency, userId = THE_BOT }: Question): Promise<() => void> {
    const isLookup = urgency === 'lookup';
    const visit = { owner: userId, rank: RANKS[urgency], leavesOne: !isLookup };
    const waits = !queue.isFreeFor(visit);
    if (waits) for (const giveWay of yielding) giveWay();
    if (waits || !isLookup) asked += 1;
    if (waits) since ??= now();
    try {
      return await queue.enter(visit);
    } finally {
      if (queue.size() === 0) since = undefined;
    }
  }

  return {
    /**
     * Waits for a place at the platform and does something while holding it.
     * @throws UpstreamError at once where too many wait already; what `refusal` gives, also while it waits
     */
    async holding<T>(question: Question, action: () => Promise<T>): Promise<T> {
      const refused = refusal() ?? (queue.size() >= maxWaiting ? busy(question, maxWaiting) : undefined);
      if (refused) throw refused;
      const isReading = question.urgency !== 'lookup';
      if (isReading) readings += 1;
      try {
        const leave = await enter(question);
        try {
          return await action();
        } finally {
          leave();
        }
      } finally {
        if (isReading) readings -= 1;
        if (readings === 0) becameIdle();
      }
    },
    /** Has all who wait rejected with this. */
    refuseWaiting: queue.refuse,
    /** Left out where nobody waits. */
    backlog: (): Backlog | undefined => since && { waiting: queue.size(), since },
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

function busy({ operation }: Question, maxWaiting: number): UpstreamError {
  return new UpstreamError('busy', { operation, reason: `${maxWaiting} questions wait already` });
}
