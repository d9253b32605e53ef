import { HOUR_SECONDS } from '../../runtime/durations.ts';
import { countBetween, sizeOf } from '../counting/second-counts.ts';
import type { Figures } from './figures.ts';
import { countStatuses, type Proportion } from './rates.ts';

/**
 * Why an operator's receipts are less reliable than they seem:
 * - `none` the operator sends no receipts
 * - `few` many of its messages never get a receipt
 * - `instant` many receipts come faster than a handset can answer: the operator may send them itself
 * - `late_tail` many receipts come more than an hour after the message
 * - `clock_off` many receipts have impossible times
 */
export type ReceiptTrust = 'none' | 'few' | 'instant' | 'late_tail' | 'clock_off';

export interface TrustProfile {
  /** Of all messages, `hits` are no longer pending. */
  readonly receipts: Proportion;
  /** Of deliveries with a known latency, `hits` took at most one second after the hand-over. */
  readonly instant: Proportion;
  /** Of deliveries with a known latency, `hits` came over an hour after the platform accepted the message. */
  readonly lateTail: Proportion;
  /** Of deliveries with times, `hits` have impossible times, because a clock was wrong. */
  readonly clockOff: Proportion;
  /** Empty if the receipts seem reliable, or if there are too few messages to judge. */
  readonly doubts: readonly ReceiptTrust[];
}

export const FEWEST_TRUSTED = 50;
const INSTANT_SECONDS = 1;
/** If fewer messages than this share have receipts, the operator counts as sending no receipts. */
export const NONE_SHARE = 0.05;
/** Receipts are `few` below this share; reliable operators send them for 19 of 20 messages. */
const FEW_SHARE = 0.85;
/** A handset takes some seconds, so more than this share of receipts within a second is suspicious. */
const INSTANT_SHARE = 0.3;
/** A share of late receipts up to this is normal, because one handset in twenty is off for hours. */
const LATE_SHARE = 0.1;
const CLOCK_SHARE = 0.05;

/** Requires complete figures, because younger messages may still get their receipts. */
export function receiptTrustOf(figures: Figures): TrustProfile {
  const { delivered, failed, other } = countStatuses(figures);
  const { operatorToHandset, total } = figures;
  const receipts = { of: figures.submitted, hits: delivered + failed + other };
  const instant = {
    of: sizeOf(operatorToHandset.latencies),
    hits: countBetween(operatorToHandset.latencies, 0, INSTANT_SECONDS + 1),
  };
  const timed = sizeOf(total.latencies);
  const lateTail = { of: timed, hits: timed - countBetween(total.latencies, 0, HOUR_SECONDS + 1) };
  const clockOff = { of: timed + total.clockOff, hits: total.clockOff };
  const isAbove = ({ of, hits }: Proportion, share: number) => of >= FEWEST_TRUSTED && hits > share * of;
  const missing = { of: receipts.of, hits: receipts.of - receipts.hits };
  const doubts: ReceiptTrust[] = [];
  if (isAbove(missing, 1 - NONE_SHARE)) doubts.push('none');
  else if (isAbove(missing, 1 - FEW_SHARE)) doubts.push('few');
  if (isAbove(instant, INSTANT_SHARE)) doubts.push('instant');
  if (isAbove(lateTail, LATE_SHARE)) doubts.push('late_tail');
  if (isAbove(clockOff, CLOCK_SHARE)) doubts.push('clock_off');
  return { receipts, instant, lateTail, clockOff, doubts };
}
