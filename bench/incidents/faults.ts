/**
 * - `operator_down` it takes messages and delivers none until the end
 * - `link_down` it takes none until the end
 * - `late_receipts` its receipts reach the platform 10 minutes later than usual
 * - `failures` 5 points more of its messages fail
 * - `silence` nobody sends it anything
 * - `platform_down` the platform cannot be read, and takes no messages
 * - `clock_off` its clock is two hours off
 * - `burst` eight times the traffic, a slower hand-over and more handsets that are off
 * - `low_night` a fifth of the traffic
 * - `catching_up` 3 % of the receipts stay away for hours, and then come all at once
 * - `night_down` as `operator_down`, at the smallest operator with receipts and after midnight
 * - `two_down` as `operator_down`, at two operators at once
 * - `flapping` as `operator_down` for five minutes, well for five, and so on
 * - `third_late` a third of its messages are delivered 10 to 40 minutes later
 * - `growing_delay` its messages are delivered later and later, by up to 20 minutes
 * - `sender_failing` all messages of one sender fail, a fifth of the operator's
 * - `sender_late` all messages of one sender, as many, are delivered 10 to 40 minutes later
 * - `one_word` 5 points more of its messages fail, all with one word
 * - `new_failures` 5 points more of its messages fail from now on
 * - `new_slowness` 15 % of its messages are delivered 3 to 30 minutes later from now on
 * - `holiday` a third of the traffic
 * - `summer_time` the recipients' clocks go forward at its beginning, and back at its end
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
  | 'new_failures'
  | 'new_slowness'
  | 'holiday'
  | 'summer_time';

/** Something that goes on from `start` up to, not including, `end`, Unix seconds. */
export interface Fault {
  readonly kind: FaultKind;
  readonly start: number;
  readonly end: number;
  /** `undefined` is all of them. */
  readonly operator?: string | undefined;
  /** Of a clock, seconds. */
  readonly offset?: number;
}

/** Nothing is delivered: to be found. */
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
  'sender_failing',
  'sender_late',
  'silence',
  'platform_down',
];
/** New levels that stay: an alarm is right for three days, and is none for what has become usual. */
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
