import type { FailureCode } from '../../domain/failure.ts';
import type { PeriodSpec } from '../../domain/period.ts';
import type { Outcome } from '../../domain/timeline.ts';
import type { CheckWords } from './check/words.ts';
import type { IncidentWords } from './incident/words.ts';
import type { ReportWords } from './report/words.ts';
import type { OthersWords, SettleWords } from './status/words.ts';
import type { SubscriptionWords } from './subscription/words.ts';
import type { SummaryWords } from './summary/words.ts';

/** A fault and what to do about it. */
export interface Advice {
  readonly sentence: string;
  readonly nextStep: string;
}

/** A usage line or an example with what it does. */
export type HelpLine = readonly [command: string, meaning: string];

/** A command's help: what can be typed, examples to copy, and what is good to know. */
export interface Help {
  readonly title: string;
  readonly usage: readonly HelpLine[];
  readonly examplesTitle: string;
  readonly examples: readonly HelpLine[];
  readonly notes: readonly string[];
}

/**
 * Everything a person can read, once for each language. Names, numbers and times come in ready to print;
 * a `when` is what `Formats.moment` makes (`today 10:32`), a `duration` what `Formats.duration` makes.
 */
export interface Words extends StatusWords {
  readonly report: ReportWords;
  readonly subscription: SubscriptionWords;
  readonly summary: SummaryWords;
  readonly check: CheckWords;
  readonly incident: IncidentWords;
  readonly locale: string;
  readonly today: string;
  readonly yesterday: string;
  /** What follows “since”: a time of today, or a day and a time. */
  readonly sinceTime: (time: string) => string;
  readonly sinceDay: (day: string, time: string) => string;
  /** Said before an answer that takes a while: of the platform, and of what the bot itself keeps. */
  readonly asking: string;
  readonly working: string;
  readonly reference: (reference: string) => string;
  readonly example: string;

  readonly failures: Readonly<Record<FailureCode | 'internal', Advice>> & {
    readonly waitFor: (duration: string) => string;
  };

  readonly refusals: {
    readonly channel: Advice;
    readonly person: Advice;
    readonly stranger: Advice;
    readonly unverified: Advice;
    readonly staleButton: Advice;
    readonly formTooLate: Advice;
    readonly formFailed: Advice;
    readonly staleForm: Advice;
  };

  readonly period: (spec: PeriodSpec) => string;
  readonly periodProblems: {
    readonly in_future: Advice;
    readonly reversed: Advice;
    readonly no_days: Advice;
    readonly too_long: (maxDays: number) => Advice;
    readonly no_such_date: (date: string) => Advice;
  };

  readonly numbers: {
    readonly missing: Advice;
    readonly missingReference: Advice;
    readonly missingId: Advice;
    readonly invalidReference: (text: string) => Advice;
    readonly invalid: (text: string) => Advice;
    readonly missingSender: Advice;
    readonly invalidSender: (text: string, known: readonly string[]) => Advice;
  };

  readonly outcomes: Readonly<Record<Outcome, string>>;
  readonly unknownRoute: string;
  /** In a sentence, for an operator without a name. */
  readonly theOperator: string;
  readonly platformSaysNothing: string;

  readonly timeline: {
    readonly platform: string;
    readonly operator: string;
    readonly handset: string;
    readonly failed: string;
    readonly noTime: string;
    readonly notRecorded: string;
    readonly noHandOver: string;
    readonly noReceiptYet: string;
    readonly noReceipt: string;
    readonly nothing: string;
    readonly clockOff: (difference: string) => string;
    readonly forHowLong: (duration: string) => string;
    readonly inAll: (duration: string) => string;
  };

  /** What answers of several commands say. */
  readonly answer: {
    readonly from: (sender: string) => string;
    readonly messages: (count: number) => string;
    readonly timesIn: (zone: string) => string;
    readonly asOf: (time: string) => string;
    readonly refresh: string;
  };

  /** What forms of several commands ask for. */
  readonly fields: {
    readonly number: string;
    readonly numberHint: string;
    readonly period: string;
    readonly days: string;
    readonly daysHint: (maxDays: number) => string;
    readonly daysInvalid: string;
    readonly sender: string;
    readonly senderHint: string;
    readonly required: string;
    readonly close: string;
  };

  /** What lasts: sharing and files. */
  readonly post: {
    readonly share: string;
    readonly sharedBy: (name: string, when: string) => string;
    readonly shared: string;
    readonly csv: string;
    readonly csvSent: string;
    readonly csvComment: string;
    readonly refused: {
      readonly notMember: Advice;
      readonly archived: Advice;
      readonly notAllowed: Advice;
      readonly timeout: Advice;
      readonly busy: Advice;
      readonly other: (word: string) => Advice;
    };
  };
}

/** The words of one feature: looking up a number, or one message. */
export interface StatusWords {
  /** One message, looked up by itself. */
  readonly message: {
    readonly title: (reference: string) => string;
    readonly others: string;
    readonly notFound: (reference: string, by: 'reference' | 'id') => Advice;
    readonly notSetUp: Advice;
  };

  readonly form: {
    readonly title: string;
    readonly submit: string;
    readonly way: string;
    readonly ways: { readonly number: string; readonly reference: string; readonly id: string };
    readonly date: string;
    readonly reference: string;
    readonly referenceHint: string;
    readonly id: string;
    readonly idHint: string;
  };

  readonly status: {
    readonly notUnderstood: (text: string) => Advice;
    readonly counted: (outcome: Outcome, count: number) => string;
    readonly verdict: {
      readonly none: string;
      readonly noneReadable: string;
      readonly noneFrom: (sender: string) => string;
      readonly works: (when: string | undefined, duration: string | undefined) => string;
      /** For a period that has passed: it says nothing of today. */
      readonly worked: (when: string | undefined, duration: string | undefined) => string;
      readonly worksSlowly: (
        when: string | undefined,
        duration: string,
        delayedBy: 'platform' | 'operator',
      ) => string;
      readonly worksClockOff: (when: string | undefined) => string;
      readonly waitingAtOperator: (operator: string, duration: string) => string;
      readonly waitingAtPlatform: (duration: string) => string;
      readonly waitingSomewhere: string;
      readonly stuckAtOperator: (operator: string, since: string, duration: string) => string;
      readonly stuckAtPlatform: (since: string, duration: string) => string;
      readonly noReceipt: (count: number, total: number) => string;
      readonly neverHandedOver: (count: number) => string;
      readonly failed: (count: number, word: string, when: string | undefined) => string;
      readonly failedBeforeHandOver: (count: number, word: string, when: string | undefined) => string;
      readonly unconfirmed: (when: string | undefined) => string;
      readonly unclear: (word: string) => string;
      readonly unknown: string;
    };
    readonly before: (when: string | undefined, duration: string | undefined) => string;
    readonly neverBefore: string;
    readonly troubledBefore: (count: number) => string;
    readonly noneHint: string;
    readonly noneFromHint: string;
    readonly pastNote: string;
    readonly stuckNextStep: { readonly platform: string; readonly operator: string };
    readonly others: OthersWords;
    readonly settle: SettleWords;
    readonly tellCustomer: (sentence: string) => string;
    readonly customer: {
      readonly none: string;
      readonly noneFrom: string;
      readonly works: (when: string | undefined) => string;
      readonly waiting: string;
      readonly stuckAtOperator: string;
      readonly stuckAtPlatform: string;
      readonly noReceipt: string;
      readonly failed: string;
      readonly failedBeforeHandOver: string;
      readonly unclear: string;
    };
    readonly size: (characters: number, segments: number, encoding: string) => string;
    readonly textMissing: string;
    readonly textInvisible: string;
    readonly moreCharacters: (count: number) => string;
    readonly shortfall: (announced: number, received: number) => string;
    readonly unreadable: (count: number) => string;
    readonly undated: (count: number) => string;
    readonly filtersIgnored: string;
    readonly upTo: (time: string) => string;
    readonly page: (page: number, pages: number) => string;
    readonly newer: string;
    readonly older: string;
    readonly help: Help;
  };
}
