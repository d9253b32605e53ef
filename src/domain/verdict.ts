import { earliestTime, type Message } from './message.ts';
import { type Outcome, type Position, type Timeline, type TimelineOptions, timelineOf } from './timeline.ts';

/** A message with its way laid out. */
export interface Traced {
  readonly message: Message;
  readonly timeline: Timeline;
}

/** The last message known to have reached the handset. */
export interface LastDelivery {
  readonly at: Date | undefined;
  /** Seconds from platform to handset; `undefined` where a time is missing or a clock is off. */
  readonly totalSeconds: number | undefined;
  readonly clockOff: boolean;
  /** Who kept it longer than is usual: the platform, or operator and handset, which cannot be told apart. */
  readonly delayedBy: 'platform' | 'operator' | undefined;
}

/**
 * What can be said of delivery to one number, judged by its newest message:
 * - `none` there is no message
 * - `works` it reached the handset
 * - `waiting` it is on its way, for no longer than is usual
 * - `stuck` it is on its way, for longer than is usual
 * - `no_receipt` no receipt came and none will
 * - `failed` it failed, as did the `count − 1` before it
 * - `unclear` the platform uses a word for it that we do not know
 * - `unknown` the platform received nothing about it
 */
export type Verdict =
  | { readonly kind: 'none' }
  | { readonly kind: 'works'; readonly last: LastDelivery }
  | {
      readonly kind: 'waiting' | 'stuck';
      readonly position: Position | undefined;
      readonly before: LastDelivery | undefined;
    }
  | { readonly kind: 'no_receipt'; readonly count: number; readonly before: LastDelivery | undefined }
  | {
      readonly kind: 'failed';
      readonly word: string | undefined;
      readonly at: Date | undefined;
      readonly count: number;
      readonly handedOver: boolean;
      readonly before: LastDelivery | undefined;
    }
  | { readonly kind: 'unclear'; readonly word: string | undefined; readonly before: LastDelivery | undefined }
  | { readonly kind: 'unknown'; readonly before: LastDelivery | undefined };

export type OutcomeCounts = Readonly<Record<Outcome, number>>;

/**
 * How long a message may stay where it is before it is called stuck. A hand-over takes seconds; a receipt
 * takes seconds to minutes where the handset is on, so ten minutes without one is worth a look.
 */
const USUAL_WAIT_MS = { platform: 60_000, operator: 10 * 60_000 } as const;

/** Lays out every message's way, newest first; messages of which no time is known come last. */
export function traceAll(messages: readonly Message[], options: TimelineOptions): Traced[] {
  return messages
    .map((message) => ({ message, timeline: timelineOf(message, options) }))
    .sort((a, b) => timeOf(b.message) - timeOf(a.message));
}

export function countOutcomes(traced: readonly Traced[]): OutcomeCounts {
  const counts = { delivered: 0, failed: 0, waiting: 0, no_receipt: 0, other: 0, unknown: 0 };
  for (const { timeline } of traced) counts[timeline.outcome] += 1;
  return counts;
}

/** Judges delivery to one number from its messages as `traceAll` orders them. */
export function verdictOf(traced: readonly Traced[], now: Date): Verdict {
  const newest = traced[0];
  if (!newest) return { kind: 'none' };
  const { message, timeline } = newest;
  const delivered = traced.find((one) => one.timeline.outcome === 'delivered');
  const before = delivered && lastDeliveryOf(delivered);
  switch (timeline.outcome) {
    case 'delivered':
      return { kind: 'works', last: lastDeliveryOf(newest) };
    case 'waiting':
      return {
        kind: isStuck(timeline.position, now) ? 'stuck' : 'waiting',
        position: timeline.position,
        before,
      };
    case 'no_receipt':
      return { kind: 'no_receipt', count: runLength(traced, 'no_receipt'), before };
    case 'failed':
      return {
        kind: 'failed',
        word: message.statusWord,
        at: message.handsetAt ?? message.operatorAt ?? message.platformAt,
        count: runLength(traced, 'failed'),
        handedOver: message.operatorAt !== undefined,
        before,
      };
    case 'other':
      return { kind: 'unclear', word: message.statusWord, before };
    case 'unknown':
      return { kind: 'unknown', before };
  }
}

function timeOf(message: Message): number {
  return earliestTime(message)?.getTime() ?? Number.NEGATIVE_INFINITY;
}

function runLength(traced: readonly Traced[], outcome: Outcome): number {
  const end = traced.findIndex((one) => one.timeline.outcome !== outcome);
  return end === -1 ? traced.length : end;
}

function isStuck(position: Position | undefined, now: Date): boolean {
  return position !== undefined && now.getTime() - position.since.getTime() > USUAL_WAIT_MS[position.at];
}

function lastDeliveryOf({ message, timeline }: Traced): LastDelivery {
  return {
    // By a clock that is off only the platform's own time is worth telling.
    at: timeline.clockOff
      ? earliestTime(message)
      : (message.handsetAt ?? message.operatorAt ?? message.platformAt),
    totalSeconds: timeline.total && !timeline.clockOff ? timeline.total.seconds : undefined,
    clockOff: timeline.clockOff,
    delayedBy: delayedBy(timeline),
  };
}

function delayedBy({
  total,
  clockOff,
  platformToOperator,
  operatorToHandset,
}: Timeline): LastDelivery['delayedBy'] {
  if (!total || clockOff || total.seconds * 1000 <= USUAL_WAIT_MS.operator) return undefined;
  if (!platformToOperator || !operatorToHandset) return undefined;
  return platformToOperator.seconds > operatorToHandset.seconds ? 'platform' : 'operator';
}
