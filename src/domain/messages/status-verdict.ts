import { MINUTE_MS } from '../../runtime/durations.ts';
import { earliestTime, type Message } from './message.ts';
import { messageKindOf } from './message-kind.ts';
import {
  deliverySeconds,
  isLate,
  type MessageOutcome,
  type Position,
  type Timeline,
  type TimelineOptions,
  timelineOf,
} from './timeline.ts';

export type TracedMessage = { readonly message: Message; readonly timeline: Timeline };

interface LastDelivery {
  readonly at: Date | undefined;
  /** Seconds from platform to handset; `undefined` if a time is missing or a clock is wrong. */
  readonly totalSeconds: number | undefined;
  readonly clockOff: boolean;
  /** The slower part of a late way; `operator` may also mean the handset, which cannot be told apart. */
  readonly delayedBy: 'platform' | 'operator' | undefined;
}

type Before = { readonly before: LastDelivery | undefined };

interface PendingVerdict extends Before {
  readonly position: Position | undefined;
  /** Number of messages directly before this one that are stuck, failed or without a receipt. */
  readonly problemsBefore: number;
}

/**
 * Delivery to one number, by its newest message:
 * - `none` the number has no messages
 * - `works` the message reached the handset
 * - `waiting` the message has no final status yet, but has not waited unusually long
 * - `stuck` the message has waited for a final status for longer than usual
 * - `no_receipt` no receipt came, and none is expected any more
 * - `sent` the message is at an operator that sends no receipts
 * - `failed` the message failed, as did the `count − 1` messages before it
 * - `unconfirmed` the message has the time of a receipt but no final status
 * - `unclear` the status word of the message is unknown
 * - `unknown` the platform has no information about the message
 */
export type StatusVerdict =
  | { readonly kind: 'none' }
  | { readonly kind: 'works'; readonly last: LastDelivery }
  | ({ readonly kind: 'waiting' | 'stuck' } & PendingVerdict)
  | ({
      readonly kind: 'no_receipt';
      readonly count: number;
      readonly handedOver: boolean;
    } & Before)
  | ({
      readonly kind: 'failed';
      readonly word: string | undefined;
      readonly at: Date | undefined;
      readonly count: number;
      readonly handedOver: boolean;
    } & Before)
  | { readonly kind: 'sent'; readonly at: Date | undefined }
  | ({ readonly kind: 'unconfirmed'; readonly at: Date | undefined } & Before)
  | ({ readonly kind: 'unclear'; readonly word: string | undefined } & Before)
  | ({ readonly kind: 'unknown' } & Before);

export type OutcomeCounts = Readonly<Record<MessageOutcome, number>>;

/** A message that waits longer is stuck; a hand-over takes seconds, a receipt up to some minutes. */
const USUAL_WAIT_MS = { platform: MINUTE_MS, operator: 10 * MINUTE_MS } as const;

/** After this many failures in a row, the next message would probably fail, too. */
export const FAILURES_TO_STOP = 3;

/** Returns the messages sorted by time, newest first; messages without any time come last. */
export function traceMessages(messages: readonly Message[], options: TimelineOptions): TracedMessage[] {
  return messages
    .map((message) => ({ message, timeline: timelineOf(message, options) }))
    .sort((a, b) => timeOf(b.message) - timeOf(a.message));
}

export function countOutcomes(traced: readonly TracedMessage[]): OutcomeCounts {
  const counts = {
    delivered: 0,
    failed: 0,
    waiting: 0,
    no_receipt: 0,
    sent: 0,
    unconfirmed: 0,
    other: 0,
    unknown: 0,
  };
  for (const { timeline } of traced) counts[timeline.outcome] += 1;
  return counts;
}

export function verdictOf(traced: readonly TracedMessage[], now: Date): StatusVerdict {
  const newest = traced[0];
  if (!newest) return { kind: 'none' };
  const { message, timeline } = newest;
  const { position } = timeline;
  const delivered = traced.find((one) => one.timeline.outcome === 'delivered');
  const before = delivered && lastDeliveryOf(delivered);
  switch (timeline.outcome) {
    case 'delivered':
      return { kind: 'works', last: lastDeliveryOf(newest) };
    case 'waiting': {
      const problemsBefore = runLength(traced.slice(1), (one) => hasProblem(one, now));
      return { kind: isStuck(newest, now) ? 'stuck' : 'waiting', position, problemsBefore, before };
    }
    case 'no_receipt': {
      const count = runLength(traced, (one) => one.timeline.outcome === 'no_receipt');
      const handedOver = traced.slice(0, count).some((one) => one.message.operatorAt !== undefined);
      return { kind: 'no_receipt', count, handedOver, before };
    }
    case 'failed':
      return {
        kind: 'failed',
        word: message.statusWord,
        at: lastTimeOf(newest),
        count: runLength(traced, (one) => one.timeline.outcome === 'failed'),
        handedOver: message.operatorAt !== undefined,
        before,
      };
    case 'sent':
      return { kind: 'sent', at: message.platformAt ?? message.operatorAt };
    case 'unconfirmed':
      return { kind: 'unconfirmed', at: lastTimeOf(newest), before };
    case 'other':
      return { kind: 'unclear', word: message.statusWord, before };
    case 'unknown':
      return { kind: 'unknown', before };
  }
}

function timeOf(message: Message): number {
  return earliestTime(message)?.getTime() ?? Number.NEGATIVE_INFINITY;
}

function runLength(traced: readonly TracedMessage[], isPart: (one: TracedMessage) => boolean): number {
  const end = traced.findIndex((one) => !isPart(one));
  return end === -1 ? traced.length : end;
}

export function hasProblem(traced: TracedMessage, now: Date): boolean {
  return traced.timeline.outcome === 'failed' || isUnconfirmed(traced, now);
}

function isUnconfirmed(traced: TracedMessage, now: Date): boolean {
  return traced.timeline.outcome === 'no_receipt' || isStuck(traced, now);
}

export function isStuck({ timeline: { outcome, position } }: TracedMessage, now: Date): boolean {
  if (outcome !== 'waiting' || position === undefined) return false;
  return now.getTime() - position.since.getTime() > USUAL_WAIT_MS[position.at];
}

function lastDeliveryOf(traced: TracedMessage): LastDelivery {
  const { timeline } = traced;
  return {
    at: lastTimeOf(traced),
    totalSeconds: deliverySeconds(timeline),
    clockOff: timeline.clockOff,
    delayedBy: delayedBy(timeline),
  };
}

/** If a clock is wrong, returns the message's first known time, because later times may be wrong. */
function lastTimeOf({ message, timeline }: TracedMessage): Date | undefined {
  if (timeline.clockOff) return earliestTime(message);
  return message.handsetAt ?? message.operatorAt ?? message.platformAt;
}

function delayedBy(timeline: Timeline): LastDelivery['delayedBy'] {
  const { platformToOperator, operatorToHandset } = timeline;
  if (!isLate(timeline) || !platformToOperator || !operatorToHandset) return undefined;
  return platformToOperator.seconds > operatorToHandset.seconds ? 'platform' : 'operator';
}

/** So many of the newest messages are searched for a code, because reading their texts takes time. */
const MOST_SEARCHED = 100;

/**
 * Place of the message that a customer asks about: the newest code, or the newest message if there is no code, or if
 * the newest messages up to the code are all unconfirmed or all failed, which is then said of them all.
 */
export function placeOfCode(traced: readonly TracedMessage[], now: Date): number {
  const place = traced.slice(0, MOST_SEARCHED).findIndex(({ message }) => messageKindOf(message) === 'code');
  const upToCode = traced.slice(0, place + 1);
  const areAlike =
    upToCode.every((one) => isUnconfirmed(one, now)) ||
    upToCode.every(({ timeline }) => timeline.outcome === 'failed');
  return areAlike ? 0 : Math.max(0, place);
}

/** Fewest other deliveries from which a usual duration is told. */
const FEWEST_USUAL = 3;

/** Median seconds of the other deliveries; `undefined` if they are too few. */
export function medianSeconds(traced: readonly TracedMessage[], except: TracedMessage): number | undefined {
  const others = traced.flatMap((one) => (one === except ? [] : (deliverySeconds(one.timeline) ?? [])));
  if (others.length < FEWEST_USUAL) return undefined;
  return others.toSorted((a, b) => a - b)[Math.floor(others.length / 2)];
}

/** Facts of the messages' past, as far as they say something; `since` is when the first message of a run was sent. */
export interface History {
  /** The newest messages, more than one, that are all unconfirmed. */
  readonly stuck?: { readonly count: number; readonly since: Date; readonly areAtPlatform: boolean };
  /** The newest messages, more than one, that all have a problem. */
  readonly problems?: { readonly count: number; readonly lastArrival: Date | undefined };
  readonly operator?: { readonly now: string; readonly since: Date; readonly before: string };
}

export function historyOf(traced: readonly TracedMessage[], now: Date): History {
  const count = runLength(traced, (one) => hasProblem(one, now));
  const arrived = traced[count];
  const lastArrival = arrived?.timeline.outcome === 'delivered' ? lastTimeOf(arrived) : undefined;
  const stuckCount = runLength(traced, (one) => isUnconfirmed(one, now));
  const oldest = stuckCount > 1 ? traced[stuckCount - 1] : undefined;
  const stuckSince = oldest && earliestTime(oldest.message);
  const areAtPlatform = traced.slice(0, stuckCount).every(({ message }) => message.operatorAt === undefined);
  return {
    ...(stuckSince ? { stuck: { count: stuckCount, since: stuckSince, areAtPlatform } } : {}),
    ...(count > 1 ? { problems: { count, lastArrival } } : {}),
    ...operatorChange(traced),
  };
}

/** The change of the operator; none if the routes alternate, because that says nothing about the customer. */
function operatorChange(traced: readonly TracedMessage[]): Pick<History, 'operator'> {
  const named = traced.flatMap(({ message }) =>
    message.operator === undefined ? [] : [{ operator: message.operator, at: earliestTime(message) }],
  );
  const now = named[0]?.operator;
  const change = named.findIndex(({ operator }) => operator !== now);
  const [since, before] = [named[change - 1]?.at, named[change]?.operator];
  const isOnce = named.slice(change).every(({ operator }) => operator === before);
  return now && since && before && isOnce ? { operator: { now, since, before } } : {};
}
