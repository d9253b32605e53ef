import { type Draw, logUniform } from '../../tools/sandbox/traffic/draw.ts';
import type { Fault, FaultKind } from './faults.ts';
import type { Batch } from './traffic.ts';

const MINUTE = 60;
const FAILED_AT_ONCE = 1;
const UNDELIVERABLE = 2;
const SENDER_SHARE = 0.2;
const FLAPPING_SECONDS = 5 * MINUTE;

/** One message of a batch. */
interface Place {
  readonly batch: Batch;
  readonly at: number;
  readonly fault: Fault;
  readonly draw: Draw;
}

/** Whether it did anything to the message. */
type Change = (place: Place) => boolean;

const longDelay = (draw: Draw) => logUniform(draw, 10 * MINUTE, 40 * MINUTE);

const CHANGES: Partial<Record<FaultKind, Change>> = {
  night_down: (place) => hold(place, isOn(place, deliveredAt(place)) ? place.fault.end : undefined),
  two_down: (place) => hold(place, isOn(place, deliveredAt(place)) ? place.fault.end : undefined),
  flapping: (place) => hold(place, endOfFlap(place)),
  third_late: (place) => isHit(place, 1 / 3) && delay(place, longDelay(place.draw)),
  sender_late: (place) => isHit(place, SENDER_SHARE) && delay(place, longDelay(place.draw)),
  sender_failing: (place) => isHit(place, SENDER_SHARE) && fail(place, FAILED_AT_ONCE),
  growing_delay: (place) => isHit(place, 1) && delay(place, 20 * MINUTE * passedPart(place)),
  one_word: (place) => isHit(place, 0.05) && fail(place, UNDELIVERABLE),
  new_failures: (place) => isHit(place, 0.05) && fail(place, FAILED_AT_ONCE),
  new_slowness: (place) =>
    isHit(place, 0.15) && delay(place, logUniform(place.draw, 3 * MINUTE, 30 * MINUTE)),
};

/** Lays faults over what would have become of an operator's messages. */
export function disturb(batch: Batch, faults: readonly Fault[], draw: Draw): Batch {
  for (const fault of faults) {
    const change = CHANGES[fault.kind];
    if (!change) continue;
    for (let at = 0; at < batch.size; at++) {
      if (change({ batch, at, fault, draw })) batch.disturbed[at] = 1;
    }
  }
  return batch;
}

function isOn({ fault }: Place, time: number): boolean {
  return time >= fault.start && time < fault.end;
}

/** Handed in while the fault goes on, and drawn by this part of all. */
function isHit(place: Place, share: number): boolean {
  return isOn(place, handedInAt(place)) && place.draw() < share;
}

function passedPart(place: Place): number {
  const { start, end } = place.fault;
  return (handedInAt(place) - start) / (end - start);
}

function handedInAt({ batch, at }: Place): number {
  return batch.platformAt[at] ?? Number.NaN;
}

/** `NaN` of one that is not delivered. */
function deliveredAt({ batch, at }: Place): number {
  return batch.word[at] === 0 ? (batch.receiptAt[at] ?? Number.NaN) : Number.NaN;
}

/** Of a message that would be delivered while it is down: when that is over for the next five minutes. */
function endOfFlap(place: Place): number | undefined {
  const time = deliveredAt(place);
  if (!isOn(place, time)) return undefined;
  const turn = Math.floor((time - place.fault.start) / FLAPPING_SECONDS);
  return turn % 2 === 0 ? place.fault.start + (turn + 1) * FLAPPING_SECONDS : undefined;
}

/** What was kept comes within a minute after. */
function hold(place: Place, until: number | undefined): boolean {
  if (until === undefined) return false;
  return delay(place, until + 1 + Math.floor(place.draw() * MINUTE) - deliveredAt(place));
}

function delay(place: Place, seconds: number): boolean {
  const delivered = deliveredAt(place);
  if (Number.isNaN(delivered)) return false;
  const { batch, at } = place;
  const later = Math.round(seconds);
  batch.receiptAt[at] = delivered + later;
  batch.receiptKnownAt[at] = (batch.receiptKnownAt[at] ?? Number.NaN) + later;
  return true;
}

/** Seconds after the hand-over; the receipt of one that fails at once carries no time. */
function fail(place: Place, word: number): boolean {
  const delivered = deliveredAt(place);
  if (Number.isNaN(delivered)) return false;
  const { batch, at, draw } = place;
  const failed = Math.min(
    delivered,
    (batch.operatorAt[at] ?? Number.NaN) + Math.ceil(logUniform(draw, 1, 20)),
  );
  // The receipt travels as long as that of the delivery would have.
  batch.receiptKnownAt[at] = (batch.receiptKnownAt[at] ?? Number.NaN) - delivered + failed;
  batch.receiptAt[at] = word === UNDELIVERABLE ? failed : Number.NaN;
  batch.word[at] = word;
  return true;
}
