import { type Proportion, shareOf } from '../figures/rates.ts';

/** Messages that no earlier look counted, the bad ones, and the usual number of bad ones. */
export interface Look extends Proportion {
  readonly usualHits: number;
}

/**
 * - `waiting` for a receipt after 2 minutes; `slow_hand_over` not handed over, at the reading; `failures`
 * - `resolved_late` delivered after more than 2 minutes, or failed, since the last reading; `handed_over_late` likewise
 * - `silence` the number of messages; `of` is that of the poorest usual week
 */
export type LookName =
  | ('waiting' | 'slow_hand_over' | 'failures')
  | ('silence' | 'resolved_late' | 'handed_over_late');

/** What is new since the last reading, without what cannot be compared. */
export type Looks = Readonly<Partial<Record<LookName, Look>>>;

/** From 0 to 1; 0 of nothing. */
export function baselineShareOf({ of, usualHits }: Look): number {
  return shareOf({ of, hits: usualHits }) ?? 0;
}
