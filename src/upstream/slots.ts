import { setTimeout as pause } from 'node:timers/promises';
import { unlessAborted } from '../runtime/timeouts.ts';
import { type Operation, UpstreamError } from './errors.ts';

/** Kinds of requests: a waiting person’s `lookup`, one number’s `figures`, or a `range` (a day’s report). */
export type Urgency = 'lookup' | 'figures' | 'range';

interface SlotRequest {
  readonly urgency: Urgency;
  readonly operation: Operation;
  readonly userId?: string | undefined;
}

export interface Backlog {
  readonly waiting: number;
  readonly since: Date;
}

/** Background work starts after the platform was idle for this time, not between requests of one report. */
const PLATFORM_IDLE_MS = 1_000;

interface SlotsOptions {
  readonly concurrency: number;
  readonly maxWaiting: number;
  readonly refusal: () => Error | undefined;
  readonly now: () => Date;
  /** Background work starts after this time without requests; pauses between a range’s days are shorter. */
  readonly idleMs?: number;
}

const RANKS: Readonly<Record<Urgency, number>> = { lookup: 0, figures: 1, range: 2 };
const THE_BOT = '';

export type Slots = ReturnType<typeof createSlots>;

/** Limits simultaneous requests. Order: look-ups, figures, ranges. One slot is reserved for look-ups. */
export function createSlots(options: SlotsOptions) {
  const { concurrency, maxWaiting, refusal, now, idleMs = PLATFORM_IDLE_MS } = options;
  const queue = createFairQueue(concurrency);
  const yielding = new Set<() => void>();
  let requests = 0;
  let readings = 0;
  let idle = Promise.withResolvers<void>();
  idle.resolve();
  let since: Date | undefined;

  async function becomeIdle(stopping: AbortSignal): Promise<void> {
    for (let before = -1; before !== requests; ) {
      await unlessAborted(idle.promise, stopping);
      before = requests;
      await unlessAborted(pause(idleMs, undefined, { ref: false }), stopping);
    }
  }

  async function enter({ urgency, userId = THE_BOT }: SlotRequest): Promise<() => void> {
    const isLookup = urgency === 'lookup';
    const visit = { owner: userId, rank: RANKS[urgency], leavesOne: !isLookup };
    const waits = !queue.isFreeFor(visit);
    if (waits) for (const giveWay of yielding) giveWay();
    if (waits || !isLookup) requests += 1;
    if (waits) since ??= now();
    try {
      return await queue.enter(visit);
    } finally {
      if (queue.size() === 0) since = undefined;
    }
  }

  return {
    /** Runs `action` in a slot. @throws UpstreamError if too many requests wait or the circuit is open */
    async withSlot<T>(request: SlotRequest, action: () => Promise<T>): Promise<T> {
      const refused = refusal() ?? (queue.size() >= maxWaiting ? busy(request, maxWaiting) : undefined);
      if (refused) throw refused;
      const isReading = request.urgency !== 'lookup';
      if (isReading && readings === 0) idle = Promise.withResolvers();
      if (isReading) readings += 1;
      try {
        const leave = await enter(request);
        try {
          return await action();
        } finally {
          leave();
        }
      } finally {
        if (isReading) readings -= 1;
        if (readings === 0) idle.resolve();
      }
    },
    refuseWaiting: queue.refuse,
    backlog: (): Backlog | undefined => since && { waiting: queue.size(), since },
    /** Runs `work` while no reports are read. If a request waits, `work` is aborted and later repeated. */
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

function busy({ operation }: SlotRequest, maxWaiting: number): UpstreamError {
  return new UpstreamError('busy', { operation, reason: `${maxWaiting} questions wait already` });
}

interface Visit {
  readonly owner: string;
  readonly rank: number;
  /** True for requests other than look-ups, which must leave one slot free for look-ups. */
  readonly leavesOne: boolean;
}

interface Waiting extends Visit {
  readonly round: number;
  readonly enter: () => void;
  readonly refuse: (reason: Error) => void;
}

/** A free slot goes to the user with the fewest slots; then rank, turn and time of arrival decide. */
function createFairQueue(slots: number) {
  const waiting: Waiting[] = [];
  let round = 0;
  const lastRounds = new Map<string, number>();
  const inside: Visit[] = [];

  const isFreeFor = ({ leavesOne }: Visit) =>
    inside.length < slots && (!leavesOne || inside.filter((one) => one.leavesOne).length < slots - 1);
  const slotsOf = (owner: string) => inside.filter((one) => one.owner === owner).length;
  const isBefore = (one: Waiting, other: Waiting) =>
    (slotsOf(one.owner) - slotsOf(other.owner) || one.rank - other.rank || one.round - other.round) < 0;

  function next(): Waiting | undefined {
    let first: Waiting | undefined;
    for (const visit of waiting) {
      if (isFreeFor(visit) && (!first || isBefore(visit, first))) first = visit;
    }
    return first;
  }

  function admit(): void {
    for (let visit = next(); visit; visit = next()) {
      waiting.splice(waiting.indexOf(visit), 1);
      round = Math.max(round, visit.round);
      // Users served last in an earlier round are deleted: they may be served in this round anyway.
      for (const [owner, last] of lastRounds) if (last < round) lastRounds.delete(owner);
      inside.push(visit);
      visit.enter();
    }
  }

  return {
    isFreeFor,
    size: () => waiting.length,
    /** Waits for a slot. Resolves with a function that releases it; rejects if `refuse` is called. */
    async enter(visit: Visit): Promise<() => void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const own = Math.max(round, (lastRounds.get(visit.owner) ?? -1) + 1);
      lastRounds.set(visit.owner, own);
      const entering = { ...visit, round: own, enter: resolve, refuse: reject };
      waiting.push(entering);
      admit();
      await promise;
      return () => {
        inside.splice(inside.indexOf(entering), 1);
        admit();
      };
    },
    refuse(reason: Error): void {
      for (const { refuse } of waiting.splice(0)) refuse(reason);
      lastRounds.clear();
    },
  };
}
