import { HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import type { Message } from './message.ts';

/** `no_receipt`: the wait for it is over; `sent`: the operator sends none; `unconfirmed`: it is not final. */
export type MessageOutcome =
  | 'delivered'
  | 'failed'
  | 'waiting'
  | 'no_receipt'
  | 'sent'
  | 'unconfirmed'
  | 'other'
  | 'unknown';

export interface Leg {
  /** Duration from the first to the second point in whole seconds; negative if a clock is wrong. */
  readonly seconds: number;
  /** True if the second time is before the first, or in the future, so that a clock must be wrong. */
  readonly clockOff: boolean;
}

export interface Position {
  readonly at: 'platform' | 'operator';
  readonly since: Date;
}

export interface Timeline {
  readonly outcome: MessageOutcome;
  readonly platformToOperator: Leg | undefined;
  /** Time from hand-over to receipt; how much of it the operator or the handset causes is unknown. */
  readonly operatorToHandset: Leg | undefined;
  readonly total: Leg | undefined;
  /** Where a `waiting` or `no_receipt` message is now; `undefined` if its times are unknown. */
  readonly position: Position | undefined;
  readonly clockOff: boolean;
}

export interface TimelineOptions {
  readonly now: Date;
  readonly receiptHours: number;
  readonly operatorsWithoutReceipts?: ReadonlySet<string>;
  /** The platform's status words, in lower case, that mean failure in addition to the built-in words. */
  readonly failureWords?: Pick<ReadonlySet<string>, 'has'> | undefined;
}

/** A delivery that took longer is late: people wait for a code for about a minute. */
export const LATE_SECONDS = 60;

/** A time in a message may be ahead of the bot's clock by up to this much without counting as wrong. */
const TOLERATED_LEAD_MS = MINUTE_MS;

export function timelineOf(message: Message, options: TimelineOptions): Timeline {
  const { platformAt, operatorAt, handsetAt } = message;
  const platformToOperator = legBetween(platformAt, operatorAt, options.now);
  const operatorToHandset = legBetween(operatorAt, handsetAt, options.now);
  const total = legBetween(platformAt, handsetAt, options.now);
  const clockOff =
    [platformToOperator, operatorToHandset, total].some((leg) => leg?.clockOff === true) ||
    [platformAt, operatorAt, handsetAt].some((at) => at && isAhead(at, options.now));
  const outcome = outcomeOf(message, options);
  const onItsWay = outcome === 'waiting' || outcome === 'no_receipt';
  return {
    outcome,
    platformToOperator,
    operatorToHandset,
    total: total && clockOff ? { ...total, clockOff } : total,
    position: onItsWay ? positionOf(message, clockOff) : undefined,
    clockOff,
  };
}

/** Seconds from platform to handset of a delivered message; `undefined` if a time is missing or a clock is wrong. */
export function deliverySeconds({ outcome, total, clockOff }: Timeline): number | undefined {
  return outcome === 'delivered' && total && !clockOff ? total.seconds : undefined;
}

export function isLate(timeline: Timeline): boolean {
  return (deliverySeconds(timeline) ?? 0) > LATE_SECONDS;
}

function legBetween(from: Date | undefined, to: Date | undefined, now: Date): Leg | undefined {
  if (!from || !to) return undefined;
  const seconds = Math.round((to.getTime() - from.getTime()) / 1000);
  return { seconds, clockOff: seconds < 0 || isAhead(to, now) };
}

function isAhead(at: Date, now: Date): boolean {
  return at.getTime() > now.getTime() + TOLERATED_LEAD_MS;
}

function outcomeOf(message: Message, options: TimelineOptions): MessageOutcome {
  const { now, receiptHours, operatorsWithoutReceipts, failureWords } = options;
  const { status, statusWord, operator, operatorAt, handsetAt } = message;
  if (status === 'other' && failureWords?.has((statusWord ?? '').trim().toLowerCase())) return 'failed';
  if (status !== 'pending') return status;
  if (handsetAt) return 'unconfirmed';
  if (operatorAt && operator !== undefined && operatorsWithoutReceipts?.has(operator)) return 'sent';
  const since = message.platformAt ?? message.operatorAt;
  if (!since) return message.statusWord === undefined ? 'unknown' : 'waiting';
  return now.getTime() - since.getTime() >= receiptHours * HOUR_MS ? 'no_receipt' : 'waiting';
}

function positionOf({ platformAt, operatorAt }: Message, clockOff: boolean): Position | undefined {
  // If a clock is wrong, the operator's time is ignored, because it may come from that clock.
  const since = clockOff ? platformAt : (operatorAt ?? platformAt);
  return since && { at: operatorAt ? 'operator' : 'platform', since };
}
