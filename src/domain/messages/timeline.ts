import { HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import type { Message } from './message.ts';

/** `no_receipt`: none is expected any more; `sent`: the operator sends none; `unconfirmed`: not final. */
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
  /** Duration in whole seconds; negative if a clock is wrong. */
  readonly seconds: number;
  /** True if the two times contradict each other, or the later time is in the future. */
  readonly clockOff: boolean;
}

export interface Position {
  readonly at: 'platform' | 'operator';
  readonly since: Date;
}

export interface Timeline {
  readonly outcome: MessageOutcome;
  readonly platformToOperator: Leg | undefined;
  /** `time_dlr` − `time_operator`; the parts of operator and handset cannot be told apart. */
  readonly operatorToHandset: Leg | undefined;
  readonly total: Leg | undefined;
  /** Present place of a `waiting` or `no_receipt` message; `undefined` if its times are unknown. */
  readonly position: Position | undefined;
  readonly clockOff: boolean;
}

export interface TimelineOptions {
  readonly now: Date;
  readonly receiptHours: number;
  readonly operatorsWithoutReceipts?: ReadonlySet<string>;
  /** Status words in lower case that also mean failure, in addition to the standard words. */
  readonly failureWords?: Pick<ReadonlySet<string>, 'has'> | undefined;
}

/** The clock of a receipt may be ahead of ours by up to this much. */
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
  // If a clock is wrong, only the platform's time is used.
  const since = clockOff ? platformAt : (operatorAt ?? platformAt);
  return since && { at: operatorAt ? 'operator' : 'platform', since };
}
