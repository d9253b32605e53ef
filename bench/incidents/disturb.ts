import { type Draw, logUniform } from '../../tools/sandbox/traffic/draw.ts';
import type { FaultKind, InjectedFault } from './faults.ts';
import type { Batch } from './traffic.ts';

const MINUTE = 60;
const FAILED_AT_ONCE = 1;
const UNDELIVERABLE = 2;
const SENDER_SHARE = 0.2;
/** In `Batch.disturbed`: a fault changed a message that was late without it. */
const WAS_LATE = 2;
const FLAPPING_SECONDS = 5 * MINUTE;

/** One message of a batch. */
interface BatchMessage {
  readonly batch: Batch;
  readonly at: number;
  readonly fault: InjectedFault;
  readonly draw: Draw;
}

/** Returns true if it changed the message. */
type FaultEffect = (message: BatchMessage) => boolean;

const longDelay = (draw: Draw) => logUniform(draw, 10 * MINUTE, 40 * MINUTE);

const CHANGES: Partial<Record<FaultKind, FaultEffect>> = {
  night_down: (message) =>
    delayUntil(message, isOn(message, deliveredAt(message)) ? message.fault.end : undefined),
  two_down: (message) =>
    delayUntil(message, isOn(message, deliveredAt(message)) ? message.fault.end : undefined),
  flapping: (message) => delayUntil(message, endOfFlap(message)),
  third_late: (message) => isHit(message, 1 / 3) && delay(message, longDelay(message.draw)),
  sender_late: (message) => isHit(message, SENDER_SHARE) && delay(message, longDelay(message.draw)),
  sender_failing: (message) => isHit(message, SENDER_SHARE) && fail(message, FAILED_AT_ONCE),
  growing_delay: (message) => isHit(message, 1) && delay(message, 20 * MINUTE * passedPart(message)),
  one_word: (message) => isHit(message, 0.05) && fail(message, UNDELIVERABLE),
  all_failing: (message) => isHit(message, 1) && fail(message, FAILED_AT_ONCE),
  part_failing: (message) => isHit(message, 0.4) && fail(message, FAILED_AT_ONCE),
  twentyfold: (message) =>
    isHit(message, 1) && delay(message, 19 * (deliveredAt(message) - handedInAt(message))),
  new_failures: (message) => isHit(message, 0.05) && fail(message, FAILED_AT_ONCE),
  new_slowness: (message) =>
    isHit(message, 0.15) && delay(message, logUniform(message.draw, 3 * MINUTE, 30 * MINUTE)),
};

/** Applies faults to an operator's messages. */
export function disturb(batch: Batch, faults: readonly InjectedFault[], draw: Draw): Batch {
  for (const fault of faults) {
    const change = CHANGES[fault.kind];
    if (!change) continue;
    for (let at = 0; at < batch.size; at++) {
      const wasLate = isLate(batch, at);
      if (change({ batch, at, fault, draw })) batch.disturbed[at] = wasLate ? WAS_LATE : 1;
    }
  }
  return batch;
}

/** Delivered more than two minutes after its submission. */
function isLate({ word, receiptAt, platformAt }: Batch, at: number): boolean {
  return word[at] === 0 && (receiptAt[at] ?? Number.NaN) - (platformAt[at] ?? Number.NaN) > 2 * MINUTE;
}

function isOn({ fault }: BatchMessage, time: number): boolean {
  return time >= fault.start && time < fault.end;
}

/** True for a random share of the messages that are submitted during the fault. */
function isHit(message: BatchMessage, share: number): boolean {
  return isOn(message, handedInAt(message)) && message.draw() < share;
}

function passedPart(message: BatchMessage): number {
  const { start, end } = message.fault;
  return (handedInAt(message) - start) / (end - start);
}

function handedInAt({ batch, at }: BatchMessage): number {
  return batch.platformAt[at] ?? Number.NaN;
}

/** `NaN` for a message that is not delivered. */
function deliveredAt({ batch, at }: BatchMessage): number {
  return batch.word[at] === 0 ? (batch.receiptAt[at] ?? Number.NaN) : Number.NaN;
}

/** If the message would be delivered during a down phase: the end of that phase. */
function endOfFlap(message: BatchMessage): number | undefined {
  const time = deliveredAt(message);
  if (!isOn(message, time)) return undefined;
  const turn = Math.floor((time - message.fault.start) / FLAPPING_SECONDS);
  return turn % 2 === 0 ? message.fault.start + (turn + 1) * FLAPPING_SECONDS : undefined;
}

/** Delayed messages are delivered within a minute after `until`. */
function delayUntil(message: BatchMessage, until: number | undefined): boolean {
  if (until === undefined) return false;
  return delay(message, until + 1 + Math.floor(message.draw() * MINUTE) - deliveredAt(message));
}

function delay(message: BatchMessage, seconds: number): boolean {
  const delivered = deliveredAt(message);
  if (Number.isNaN(delivered)) return false;
  const { batch, at } = message;
  const later = Math.round(seconds);
  batch.receiptAt[at] = delivered + later;
  batch.receiptKnownAt[at] = (batch.receiptKnownAt[at] ?? Number.NaN) + later;
  return true;
}

/** The message fails seconds after the hand-over. The receipt of an immediate failure carries no time. */
function fail(message: BatchMessage, word: number): boolean {
  const delivered = deliveredAt(message);
  if (Number.isNaN(delivered)) return false;
  const { batch, at, draw } = message;
  const failed = Math.min(
    delivered,
    (batch.operatorAt[at] ?? Number.NaN) + Math.ceil(logUniform(draw, 1, 20)),
  );
  // The receipt takes as long as the receipt of the delivery would have.
  batch.receiptKnownAt[at] = (batch.receiptKnownAt[at] ?? Number.NaN) - delivered + failed;
  batch.receiptAt[at] = word === UNDELIVERABLE ? failed : Number.NaN;
  batch.word[at] = word;
  return true;
}
