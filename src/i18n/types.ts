export type Language = 'en' | 'es';

export interface Advice {
  readonly sentence: string;
  readonly nextStep: string;
}

/** What a platform's word for a failure means, as part of a sentence, and what to do about it. */
export interface FailureMeaning {
  readonly meaning: string;
  readonly nextStep: string;
}

/** By the platform's word, in small letters. */
export type FailureMeanings = Readonly<Record<string, FailureMeaning>>;

export type HelpLine = readonly [command: string, meaning: string];

/** A command's help: what can be typed, examples to copy, and what is good to know. */
export interface Help {
  readonly title: string;
  readonly usage: readonly HelpLine[];
  readonly examplesTitle: string;
  readonly examples: readonly HelpLine[];
  readonly notes: readonly string[];
}

/** Why Slack lets nothing be posted in a channel, as far as it is told apart. */
export type UnavailableReason =
  | 'notMember'
  | 'notFound'
  | 'archived'
  | 'readOnly'
  | 'notAllowed'
  | 'scopeMissing'
  | 'noAccess'
  | 'busy'
  | 'timeout';

/** What a feature says of something that takes long to make, such as a report. */
export interface RunTranslations {
  /** Where it was asked for: it comes by direct message. */
  readonly moved: string;
  readonly movedHere: string;
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
