import { type Proportion, shareOf } from '../figures/rates.ts';

/** Messages since the last check, bad ones, and the usual number of bad ones. */
export interface Look extends Proportion {
  readonly usualHits: number;
}

/**
 * - `waiting` without a receipt after 2 minutes; `slow_hand_over` not handed over at the reading; `failures`
 * - `resolved_late` late or failed since the last reading; `handed_over_late` likewise for the hand-over
 * - `silence` number of messages; `of` is the number of the poorest usual week
 */
export type LookName =
  | 'waiting'
  | 'slow_hand_over'
  | 'failures'
  | 'silence'
  | 'resolved_late'
  | 'handed_over_late';

/** Messages since the last reading, without incomparable ones. */
export type Looks = Readonly<Partial<Record<LookName, Look>>>;

/** From 0 to 1; 0 without messages. */
export function baselineShareOf({ of, usualHits }: Look): number {
  return shareOf({ of, hits: usualHits }) ?? 0;
}
