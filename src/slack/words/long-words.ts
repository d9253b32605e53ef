import type { Advice } from './words.ts';

/** What is said of something that takes long to make, such as a report. */
export interface LongWords {
  /** Where it was asked for: it comes by direct message. */
  readonly moved: string;
  /** It was asked for there. */
  readonly movedHere: string;
  /** It comes where it was asked for. */
  readonly here: Advice;
  readonly refused: Advice;
  readonly progress: (daysDone: number, days: number, messages: number) => string;
  readonly cancel: string;
  readonly cancelled: Advice;
  /** There is nothing to cancel any more. */
  readonly ended: Advice;
  readonly interrupted: Advice;
  readonly again: string;
}
