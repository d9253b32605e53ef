export type Language = 'en' | 'es';

export interface Advice {
  readonly sentence: string;
  readonly nextStep: string;
}

export interface FailureMeaning {
  readonly meaning: string;
  readonly nextStep: string;
}

/** The keys are the platform’s words for failures, in lower case. */
export type FailureMeanings = Readonly<Record<string, FailureMeaning>>;

export type HelpLine = readonly [command: string, meaning: string];

export interface Help {
  readonly title: string;
  readonly usage: readonly HelpLine[];
  readonly examplesTitle: string;
  readonly examples: readonly HelpLine[];
  readonly notes: readonly string[];
}

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

export interface RunTranslations {
  /** Shown where the person asked, if the answer comes by direct message. */
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
