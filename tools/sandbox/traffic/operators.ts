import { secondsInDay, secondsInHour, secondsInMinute } from 'date-fns/constants';
import { byShare, type Draw, logNormal, logUniform, type NonEmpty } from './draw.ts';

/** Operators, each with shares: of subscribers, of failures among receipts, of messages with a receipt. */
export const operators = [
  { name: 'Entel', share: 0.31, failureRate: 0.015, receiptCoverage: 0.995, ...medians(1.4, 4, 'sent') },
  { name: 'Movistar', share: 0.24, failureRate: 0.022, receiptCoverage: 0.99, ...medians(1.8, 5, 'enroute') },
  { name: 'Claro', share: 0.19, failureRate: 0.035, receiptCoverage: 0.975, ...medians(2.6, 7, 'sent') },
  { name: 'WOM', share: 0.18, failureRate: 0.028, receiptCoverage: 0.985, ...medians(1.6, 6, 'enroute') },
  { name: 'VTR', share: 0.05, failureRate: 0.045, receiptCoverage: 0.93, ...medians(3.2, 11, 'sent') },
  { name: 'Ruta Andina', share: 0.03, failureRate: 0.03, receiptCoverage: 0, ...medians(4, 9, 'sent') },
] satisfies NonEmpty<object>;

export type Operator = (typeof operators)[number];

/** Median seconds to the operator and from there to the handset; `pending`: status before the receipt. */
function medians(handOverSeconds: number, deliverySeconds: number, pending: string) {
  return { handOverSeconds, deliverySeconds, pending };
}

/** No receipt arrives earlier after submission, so that a message three seconds old is always pending. */
const SOONEST_RECEIPT_SECONDS = 4;

const within = (low: number, high: number) => (draw: Draw) => logUniform(draw, low, high);

/** `after` draws the seconds from hand-over to the final status; `hasTime`: the receipt states that time. */
const delivery = { status: 'delivered', after: flightSeconds, hasTime: true };
const failures = [
  { status: 'sent_failed', share: 0.7, after: within(1, 20), hasTime: false },
  { status: 'undeliverable', share: 0.15, after: within(5, 300), hasTime: true },
  { status: 'expired', share: 0.08, after: () => secondsInDay, hasTime: true },
  { status: 'rejected', share: 0.06, after: within(1, 4), hasTime: false },
  { status: 'blacklisted', share: 0.01, after: within(1, 10), hasTime: false },
] satisfies NonEmpty<object>;

/** In seconds after submission. `saysAfter`: stated time of an event; `knownAfter`: the platform knows it. */
export interface MessageFate {
  readonly pending: string;
  /** Hand-over to the operator; absent if the message never reaches the operator. */
  readonly handOver?: { readonly saysAfter: number; readonly knownAfter: number };
  /** Absent if no receipt ever arrives; `saysAfter` is absent if the receipt contains no time. */
  readonly receipt?: { readonly status: string; readonly saysAfter?: number; readonly knownAfter: number };
}

export function drawFate(draw: Draw, operator: Operator): MessageFate {
  const { pending, handOverSeconds: median } = operator;
  if (draw() < 0.0005) return { pending };

  const isSlow = draw() < 0.01;
  const wait = isSlow ? logUniform(draw, 20, 7 * secondsInMinute) : logNormal(draw, median, 0.5);
  const handOverAfter = Math.max(1, Math.round(wait));
  const handOver = { saysAfter: handOverAfter, knownAfter: handOverAfter + 1 };
  if (draw() >= operator.receiptCoverage) return { pending, handOver };

  const isFailure = draw() < operator.failureRate;
  const { status, after, hasTime } = isFailure ? byShare(draw(), failures) : delivery;
  const saysAfter = handOverAfter + Math.max(1, Math.round(after(draw, operator)));
  const arrivesAfter = saysAfter + Math.ceil(travelSeconds(draw));
  const knownAfter = Math.max(SOONEST_RECEIPT_SECONDS, handOver.knownAfter, arrivesAfter);
  return { pending, handOver, receipt: { status, knownAfter, ...(hasTime && { saysAfter }) } };
}

/** Seconds from hand-over to handset; a few are long, as if the handset was off or out of reach. */
function flightSeconds(draw: Draw, operator: Operator): number {
  if (draw() < 0.05) return logUniform(draw, 30, 3 * secondsInHour);
  return logNormal(draw, operator.deliverySeconds, 0.6);
}

/** Seconds from the time in a receipt to its arrival at the platform. */
function travelSeconds(draw: Draw): number {
  const kind = draw();
  if (kind < 0.95) return logUniform(draw, 1, 4);
  if (kind < 0.99) return logUniform(draw, 20, 15 * secondsInMinute);
  return logUniform(draw, secondsInHour, 8 * secondsInHour);
}
