import type { FailureCode } from '../../domain/failure.ts';
import type { PeriodSpec } from '../../domain/period.ts';
import type { Outcome } from '../../domain/timeline.ts';

/** A fault and what to do about it. */
export interface Advice {
  readonly sentence: string;
  readonly nextStep: string;
}

/** A usage line or an example with what it does. */
export type HelpLine = readonly [command: string, meaning: string];

/**
 * Everything a person can read, once for each language. Names, numbers and times come in ready to print;
 * a `when` is what `Formats.moment` makes (`today 10:32`), a `duration` what `Formats.duration` makes.
 */
export interface Words {
  readonly locale: string;
  readonly today: string;
  readonly yesterday: string;
  /** What follows “since”: a time of today, or a day and a time. */
  readonly sinceTime: (time: string) => string;
  readonly sinceDay: (day: string, time: string) => string;
  readonly working: string;
  readonly reference: (reference: string) => string;
  readonly example: string;

  readonly failures: Readonly<Record<FailureCode | 'internal', Advice>> & {
    readonly waitFor: (duration: string) => string;
  };

  readonly refusals: {
    readonly channel: Advice;
    readonly person: Advice;
    readonly guest: Advice;
    readonly unverified: Advice;
    readonly staleButton: Advice;
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

  readonly status: {
    readonly notUnderstood: (text: string) => Advice;
    readonly from: (sender: string) => string;
    readonly messages: (count: number) => string;
    readonly counted: (outcome: Outcome, count: number) => string;
    readonly verdict: {
      readonly none: string;
      readonly noneReadable: string;
      readonly works: (when: string | undefined, duration: string | undefined) => string;
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
      readonly failed: (count: number, word: string, when: string | undefined) => string;
      readonly failedBeforeHandOver: (count: number, word: string, when: string | undefined) => string;
      readonly unclear: (word: string) => string;
      readonly unknown: string;
    };
    readonly before: (when: string | undefined, duration: string | undefined) => string;
    readonly neverBefore: string;
    readonly noneHint: string;
    readonly tellCustomer: (sentence: string) => string;
    readonly customer: {
      readonly none: string;
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
    readonly moreCharacters: (count: number) => string;
    readonly shortfall: (announced: number, received: number) => string;
    readonly unreadable: (count: number) => string;
    readonly undated: (count: number) => string;
    readonly timesIn: (zone: string) => string;
    readonly asOf: (time: string) => string;
    readonly page: (page: number, pages: number) => string;
    readonly newer: string;
    readonly older: string;
    readonly refresh: string;
    readonly help: {
      readonly title: string;
      readonly usage: readonly HelpLine[];
      readonly examplesTitle: string;
      readonly examples: readonly HelpLine[];
      readonly notes: readonly string[];
    };
  };
}
