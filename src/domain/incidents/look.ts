import { type Proportion, shareOf } from '../figures/rates.ts';

/** Messages that no look before has counted, those of them that are bad, and how many of them would be as usual. */
export interface Look extends Proportion {
  readonly usualHits: number;
}

/**
 * - `waiting` for a receipt after 2 minutes; `slow_hand_over` not handed over, at the reading; `failures`
 * - `resolved_late` delivered after more than 2 minutes, or failed, since the last reading; `handed_over_late` likewise
 * - `silence` how many there are at all; `of` is what the poorest usual week would have had
 */
export type LookName =
  | 'waiting'
  | 'slow_hand_over'
  | 'failures'
  | 'silence'
  | 'resolved_late'
  | 'handed_over_late';

/** What is new since the last reading; what cannot be told or compared is left out. */
export type Looks = Readonly<Partial<Record<LookName, Look>>>;

/** From 0 to 1, of what was looked at; 0 of nothing. */
export function baselineShareOf({ of, usualHits }: Look): number {
  return shareOf({ of, hits: usualHits }) ?? 0;
}
