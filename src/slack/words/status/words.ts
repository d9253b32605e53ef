import type { Advice } from '../words.ts';

/** How the operator's other messages fared at about the time of one that fares badly. */
export interface OthersWords {
  /** `share` of them arrived within `duration`. */
  readonly fared: (count: number, operator: string, share: string, duration: string) => string;
  readonly handset: string;
  /** What to do then about a message that is stuck, in place of asking the operator. */
  readonly handsetNextStep: string;
  readonly message: string;
  /** They fare neither well nor badly. */
  readonly unclear: string;
  /** Takes the place of all above: too few arrived; none without `share`. */
  readonly notAlone: (count: number, operator: string, share: string | undefined, duration: string) => string;
}

/** Waiting for the end of a message. `number` is masked, `sent` when the platform took the message. */
export interface SettleWords {
  readonly button: string;
  readonly begun: string;
  readonly begunAlready: string;
  readonly tooMany: (most: number) => Advice;
  readonly waiting: (number: string, sent: string) => string;
  readonly looked: (time: string, looks: number, next: string) => string;
  readonly until: (when: string) => string;
  readonly missing: string;
  readonly unreadable: (sentence: string) => string;
  readonly stop: string;
  readonly stopped: (number: string, sent: string) => string;
  readonly overAlready: string;
  readonly delivered: (number: string, sent: string, duration: string | undefined) => string;
  readonly failed: (number: string, sent: string, word: string) => string;
  readonly noReceipt: (number: string, sent: string) => string;
  /** Neither a delivery nor a failure, as far as is known. */
  readonly unclear: (number: string, sent: string, word: string) => string;
  readonly lost: (number: string, sent: string) => string;
  readonly givenUp: (number: string, sent: string) => string;
  /** Which message it was cannot be read any more. */
  readonly keyLost: Advice;
}
