import { type Proportion, shareOf } from '../figures/rates.ts';

/** Messages since the last check: `of` counts all, `hits` the bad ones; `usualHits` would usually be bad. */
export interface Sample extends Proportion {
  readonly usualHits: number;
}

/**
 * - `waiting` no receipt after 2 minutes; `slow_hand_over` not handed over yet; `failures` failed
 * - `resolved_late` came late or failed since the last reading; `handed_over_late` handed over late since then
 * - `silence` number of messages; `of` is the number in the quietest past week
 */
export type SampleName =
  | 'waiting'
  | 'slow_hand_over'
  | 'failures'
  | 'silence'
  | 'resolved_late'
  | 'handed_over_late';

export type Samples = Readonly<Partial<Record<SampleName, Sample>>>;

export function baselineShareOf({ of, usualHits }: Sample): number {
  return shareOf({ of, hits: usualHits }) ?? 0;
}
