import { secondsInDay, secondsInHour, secondsInMinute } from 'date-fns/constants';
import { byShare, type Draw, logNormal, logUniform, type NonEmpty } from './draw.ts';
import type { Fate } from './message.ts';

/** A share of the subscribers, rates as parts of one, and medians in seconds. */
export interface Operator {
  readonly name: string;
  readonly share: number;
  /** Part of the messages with a final receipt that failed. */
  readonly failureRate: number;
  /** Part of the messages that ever get a receipt; 0 is an operator that sends none. */
  readonly receiptCoverage: number;
  readonly handOverSeconds: number;
  /** From hand-over to handset. */
  readonly deliverySeconds: number;
  /** Its status for a message that waits. */
  readonly pending: 'sent' | 'enroute';
}

export const operators: NonEmpty<Operator> = [
  { name: 'Entel', share: 0.31, failureRate: 0.015, receiptCoverage: 0.995, ...medians(1.4, 4, 'sent') },
  { name: 'Movistar', share: 0.24, failureRate: 0.022, receiptCoverage: 0.99, ...medians(1.8, 5, 'enroute') },
  { name: 'Claro', share: 0.19, failureRate: 0.035, receiptCoverage: 0.975, ...medians(2.6, 7, 'sent') },
  { name: 'WOM', share: 0.18, failureRate: 0.028, receiptCoverage: 0.985, ...medians(1.6, 6, 'enroute') },
  { name: 'VTR', share: 0.05, failureRate: 0.045, receiptCoverage: 0.93, ...medians(3.2, 11, 'sent') },
  { name: 'Ruta Andina', share: 0.03, failureRate: 0.03, receiptCoverage: 0, ...medians(4, 9, 'sent') },
];

function medians(handOverSeconds: number, deliverySeconds: number, pending: Operator['pending']) {
  return { handOverSeconds, deliverySeconds, pending };
}

/** No receipt is quicker than this, so that a message three seconds old is always still on its way. */
const SOONEST_RECEIPT_SECONDS = 4;

/** How a message ends; `after` draws the seconds from hand-over. */
interface Ending {
  readonly status: string;
  readonly share: number;
  readonly after: (draw: Draw, operator: Operator) => number;
  readonly hasTime: boolean;
}

const delivery: Ending = { status: 'delivered', share: 1, after: flightSeconds, hasTime: true };
const failures: NonEmpty<Ending> = [
  { status: 'sent_failed', share: 0.7, after: (draw) => logUniform(draw, 1, 20), hasTime: false },
  { status: 'undeliverable', share: 0.15, after: (draw) => logUniform(draw, 5, 300), hasTime: true },
  { status: 'expired', share: 0.08, after: () => secondsInDay, hasTime: true },
  { status: 'rejected', share: 0.06, after: (draw) => logUniform(draw, 1, 4), hasTime: false },
  { status: 'blacklisted', share: 0.01, after: (draw) => logUniform(draw, 1, 10), hasTime: false },
];

/** What becomes of a message at an operator: mostly seconds, now and then minutes, for few hours. */
export function drawFate(draw: Draw, operator: Operator): Fate {
  const { pending } = operator;
  if (draw() < 0.0005) return { pending };

  const handOverAfter = Math.max(1, Math.round(handOverSeconds(draw, operator)));
  const handOver = { saysAfter: handOverAfter, knownAfter: handOverAfter + 1 };
  if (draw() >= operator.receiptCoverage) return { pending, handOver };

  const isFailure = draw() < operator.failureRate;
  const { status, after, hasTime } = isFailure ? byShare(draw(), failures) : delivery;
  const saysAfter = handOverAfter + Math.max(1, Math.round(after(draw, operator)));
  const arrivesAfter = saysAfter + Math.ceil(travelSeconds(draw));
  const knownAfter = Math.max(SOONEST_RECEIPT_SECONDS, handOver.knownAfter, arrivesAfter);
  return { pending, handOver, receipt: hasTime ? { status, saysAfter, knownAfter } : { status, knownAfter } };
}

function handOverSeconds(draw: Draw, operator: Operator): number {
  return draw() < 0.01
    ? logUniform(draw, 20, 7 * secondsInMinute)
    : logNormal(draw, operator.handOverSeconds, 0.5);
}

/** From hand-over to handset; the slow ones are handsets that were off or out of reach. */
function flightSeconds(draw: Draw, operator: Operator): number {
  return draw() < 0.05
    ? logUniform(draw, 30, 3 * secondsInHour)
    : logNormal(draw, operator.deliverySeconds, 0.6);
}

/** From the time a receipt carries to its arrival at the platform. */
function travelSeconds(draw: Draw): number {
  const kind = draw();
  if (kind < 0.95) return logUniform(draw, 1, 4);
  return kind < 0.99
    ? logUniform(draw, 20, 15 * secondsInMinute)
    : logUniform(draw, secondsInHour, 8 * secondsInHour);
}
