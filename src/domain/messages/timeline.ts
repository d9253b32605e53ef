import { HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import type { Message } from './message.ts';

/** `no_receipt`: no receipt will come; `sent`: the operator sends none; `unconfirmed`: no final status. */
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
  /** Whole seconds; negative where a clock is wrong. */
  readonly seconds: number;
  /** The two times contradict each other, or the end is in the future: no latency. */
  readonly clockOff: boolean;
}

export interface Position {
  readonly at: 'platform' | 'operator';
  readonly since: Date;
}

export interface Timeline {
  readonly outcome: MessageOutcome;
  readonly platformToOperator: Leg | undefined;
  /** time_dlr − time_operator; operator and handset cannot be separated. */
  readonly operatorToHandset: Leg | undefined;
  readonly total: Leg | undefined;
  /** Of `waiting` and `no_receipt`; `undefined` without a known time. */
  readonly position: Position | undefined;
  readonly clockOff: boolean;
}

export interface TimelineOptions {
  readonly now: Date;
  /** No receipt comes later than this. */
  readonly receiptHours: number;
  readonly operatorsWithoutReceipts?: ReadonlySet<string>;
  /** The platform's failure words in lower case, in addition to the known ones. */
  readonly failureWords?: Pick<ReadonlySet<string>, 'has'> | undefined;
}

/** A receipt's clock may be ahead of ours by this much. */
const TOLERATED_LEAD_MS = MINUTE_MS;

/** Legs are exact to the second, the platform's resolution. */
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
    // The total is wrong as soon as a part is.
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
  // The operator's clock is wrong, so the platform's time is used.
  const since = clockOff ? platformAt : (operatorAt ?? platformAt);
  return since && { at: operatorAt ? 'operator' : 'platform', since };
}
