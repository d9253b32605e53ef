export type Language = 'en' | 'es';

export interface Advice {
  readonly sentence: string;
  readonly nextStep: string;
}

export interface FailureMeaning {
  readonly meaning: string;
  readonly nextStep: string;
}

/** By the platform’s word, in lower case. */
export type FailureMeanings = Readonly<Record<string, FailureMeaning>>;

export type HelpLine = readonly [command: string, meaning: string];

export interface Help {
  readonly title: string;
  readonly usage: readonly HelpLine[];
  readonly examplesTitle: string;
  readonly examples: readonly HelpLine[];
  readonly notes: readonly string[];
}

/** Why Slack refuses posts in a channel. */
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

/** For a task that takes long, such as a report. */
export interface RunTranslations {
  /** Shown at the place of the request: the answer comes by direct message. */
  readonly moved: string;
  readonly movedHere: string;
  readonly here: Advice;
  readonly refused: Advice;
  readonly progress: (daysDone: number, days: number, messages: number) => string;
  readonly cancel: string;
  readonly cancelled: Advice;
  readonly ended: Advice;
  readonly interrupted: Advice;
  readonly again: string;
}
