import { type Proportion, shareOf } from '../figures/rates.ts';

/** Messages since the last check, the bad ones, and the usual number of bad ones. */
export interface Sample extends Proportion {
  readonly usualHits: number;
}

/**
 * - `waiting` without a receipt after 2 minutes; `slow_hand_over` not handed over at the reading; `failures`
 * - `resolved_late` late or failed since the last reading; `handed_over_late` likewise for the hand-over
 * - `silence` number of messages; `of` is the number of the poorest usual week
 */
export type SampleName =
  | 'waiting'
  | 'slow_hand_over'
  | 'failures'
  | 'silence'
  | 'resolved_late'
  | 'handed_over_late';

/** Without those that have no baseline. */
export type Samples = Readonly<Partial<Record<SampleName, Sample>>>;

/** From 0 to 1; 0 without messages. */
export function baselineShareOf({ of, usualHits }: Sample): number {
  return shareOf({ of, hits: usualHits }) ?? 0;
}
