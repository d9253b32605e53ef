import { HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import type { Message } from './message.ts';

/**
 * What became of a message as of now:
 * `no_receipt` is a pending one whose receipt will not come any more, `sent` one that an operator has which sends no
 * receipts, `unconfirmed` one with the time of a receipt but no final status, `unknown` one of which the platform
 * received nothing at all.
 */
export type Outcome =
  | 'delivered'
  | 'failed'
  | 'waiting'
  | 'no_receipt'
  | 'sent'
  | 'unconfirmed'
  | 'other'
  | 'unknown';

export interface Leg {
  /** Whole seconds; negative where a clock is off. */
  readonly seconds: number;
  /** The two ends contradict each other, or the end lies in the future: no latency can be taken from it. */
  readonly clockOff: boolean;
}

/** Where a message is that has not reached its end, and since when it has been there. */
export interface Position {
  readonly at: 'platform' | 'operator';
  readonly since: Date;
}

export interface Timeline {
  readonly outcome: Outcome;
  /** time_operator − time_platform; `undefined` where either end is unknown. */
  readonly platformToOperator: Leg | undefined;
  /** time_dlr − time_operator. One leg: the operator and the handset cannot be told apart. */
  readonly operatorToHandset: Leg | undefined;
  /** time_dlr − time_platform. */
  readonly total: Leg | undefined;
  /** Where a message on its way (`waiting`, `no_receipt`) is; `undefined` where no time of it is known. */
  readonly position: Position | undefined;
  readonly clockOff: boolean;
}

export interface TimelineOptions {
  readonly now: Date;
  /** After these a missing receipt will not come any more. */
  readonly settleHours: number;
  /** Operators that are known to send no receipts. */
  readonly receiptless?: ReadonlySet<string>;
  /** The platform's words, in small letters, that stand for a failure here, beside those that everybody knows. */
  readonly failureWords?: Pick<ReadonlySet<string>, 'has'> | undefined;
}

/** A receipt's clock may run ahead of ours by this much before it is called off. */
const TOLERATED_LEAD_MS = MINUTE_MS;

/** Lays out a message's way from its three times. Legs are exact to the second, the platform's own resolution. */
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
    // One end of the way is off as soon as a part of it is.
    total: total && clockOff ? { ...total, clockOff } : total,
    position: onItsWay ? positionOf(message, clockOff) : undefined,
    clockOff,
  };
}

function legBetween(from: Date | undefined, to: Date | undefined, now: Date): Leg | undefined {
  if (!from || !to) return undefined;
  const seconds = Math.round((to.getTime() - from.getTime()) / 1000);
  return { seconds, clockOff: seconds < 0 || isAhead(to, now) };
}

function isAhead(at: Date, now: Date): boolean {
  return at.getTime() > now.getTime() + TOLERATED_LEAD_MS;
}

function outcomeOf(message: Message, options: TimelineOptions): Outcome {
  const { now, settleHours, receiptless, failureWords } = options;
  const { status, statusWord, operator, operatorAt, handsetAt } = message;
  if (status === 'other' && failureWords?.has((statusWord ?? '').trim().toLowerCase())) return 'failed';
  if (status !== 'pending') return status;
  if (handsetAt) return 'unconfirmed';
  if (operatorAt && operator !== undefined && receiptless?.has(operator)) return 'sent';
  const since = message.platformAt ?? message.operatorAt;
  if (!since) return message.statusWord === undefined ? 'unknown' : 'waiting';
  return now.getTime() - since.getTime() >= settleHours * HOUR_MS ? 'no_receipt' : 'waiting';
}

function positionOf({ platformAt, operatorAt }: Message, clockOff: boolean): Position | undefined {
  // By an operator's clock that is off nothing can be counted; the platform's own is the next best.
  const since = clockOff ? platformAt : (operatorAt ?? platformAt);
  return since && { at: operatorAt ? 'operator' : 'platform', since };
}
