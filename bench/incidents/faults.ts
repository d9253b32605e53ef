/**
 * - `operator_down` it accepts messages and delivers none until the end
 * - `link_down` it accepts none until the end
 * - `late_receipts` its receipts reach the platform 10 minutes later than usual
 * - `failures` 5 points more of its messages fail
 * - `silence` no messages are sent to it
 * - `platform_down` the platform cannot be read, and accepts no messages
 * - `clock_off` its clock is two hours off
 * - `burst` eight times the traffic, a slower hand-over and more handsets that are off
 * - `low_night` a fifth of the traffic
 * - `catching_up` 3 % of the receipts are delayed for hours, and then arrive all at once
 * - `night_down` as `operator_down`, at the smallest operator with receipts and after midnight
 * - `two_down` as `operator_down`, at two operators at once
 * - `flapping` as `operator_down` for five minutes, healthy for five, and so on
 * - `third_late` a third of its messages are delivered 10 to 40 minutes later
 * - `growing_delay` the delay of its messages grows to 20 minutes
 * - `sender_failing` all messages of one sender fail, a fifth of the operator's
 * - `sender_late` all messages of one sender, a fifth too, are delivered 10 to 40 minutes later
 * - `one_word` 5 points more of its messages fail, all with the same status word
 * - `all_failing` all of its messages fail, `part_failing` 40 %
 * - `twentyfold` its messages are delivered after twenty times as long
 * - `new_failures` 5 points more of its messages fail from now on
 * - `new_slowness` 15 % of its messages are delivered 3 to 30 minutes later from now on
 * - `holiday` a third of the traffic
 * - `summer_time` the recipients' clocks go forward at its start, and back at its end
 */
export type FaultKind =
  | 'operator_down'
  | 'link_down'
  | 'late_receipts'
  | 'failures'
  | 'silence'
  | 'platform_down'
  | 'clock_off'
  | 'burst'
  | 'low_night'
  | 'catching_up'
  | 'night_down'
  | 'two_down'
  | 'flapping'
  | 'third_late'
  | 'growing_delay'
  | 'sender_failing'
  | 'sender_late'
  | 'one_word'
  | 'all_failing'
  | 'part_failing'
  | 'twentyfold'
  | 'new_failures'
  | 'new_slowness'
  | 'holiday'
  | 'summer_time';

/** Lasts from `start` (inclusive) to `end` (exclusive), in Unix seconds. */
export interface InjectedFault {
  readonly kind: FaultKind;
  readonly start: number;
  readonly end: number;
  /** `undefined` means all operators. */
  readonly operator?: string | undefined;
  /** Clock offset, in seconds. */
  readonly offset?: number;
}

/** Nothing is delivered: must be found. */
export const OUTAGES: readonly FaultKind[] = ['operator_down', 'link_down', 'two_down', 'night_down'];
/** An alarm is right for these. */
export const REAL: readonly FaultKind[] = [
  ...OUTAGES,
  'flapping',
  'late_receipts',
  'third_late',
  'growing_delay',
  'failures',
  'one_word',
  'all_failing',
  'part_failing',
  'twentyfold',
  'sender_failing',
  'sender_late',
  'silence',
  'platform_down',
];
/** Permanent level changes: an alarm is right for three days; after that the new level is the baseline. */
export const LASTING: readonly FaultKind[] = ['new_failures', 'new_slowness'];
/** An alarm is wrong for these. */
export const HARMLESS: readonly FaultKind[] = [
  'burst',
  'low_night',
  'catching_up',
  'clock_off',
  'holiday',
  'summer_time',
];
