import { HOUR_SECONDS } from '../../runtime/durations.ts';
import { countBetween, sizeOf } from '../counting/second-counts.ts';
import type { Figures } from './figures.ts';
import { countStatuses, type Proportion } from './rates.ts';

/**
 * Why an operator's receipts prove less than they seem to.
 * - `none` it sends none
 * - `few` many of its messages never get one
 * - `instant` many come sooner than a handset can answer: the operator may send them itself
 * - `late_tail` many come more than an hour after the message
 * - `clock_off` many carry impossible times
 */
export type ReceiptTrust = 'none' | 'few' | 'instant' | 'late_tail' | 'clock_off';

export interface TrustProfile {
  /** Messages, and those with a final word. */
  readonly receipts: Proportion;
  /** Deliveries, and those at most a second after the hand-over. */
  readonly instant: Proportion;
  /** Deliveries, and those more than an hour after the platform took the message. */
  readonly lateTail: Proportion;
  /** Deliveries with times, and those with a wrong clock. */
  readonly clockOff: Proportion;
  /** Empty also where there are too few messages. */
  readonly doubts: readonly ReceiptTrust[];
}

/** Nothing is said on fewer messages. */
export const FEWEST_TRUSTED = 50;
const INSTANT_SECONDS = 1;
/** Below it an operator sends none; the rest are mistakes. */
export const NONE_SHARE = 0.05;
/** Operators that send receipts send them for 19 messages of 20. */
const FEW_SHARE = 0.85;
/** A handset takes seconds: some within one are chance, every other one is not. */
const INSTANT_SHARE = 0.3;
/** One handset of twenty is off for hours. */
const LATE_SHARE = 0.1;
const CLOCK_SHARE = 0.05;

/** One operator, by settled figures: younger ones lack receipts that still come. */
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
