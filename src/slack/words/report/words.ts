import type { LongWords } from '../long-words.ts';
import type { Advice, Help } from '../words.ts';

/** The words of one feature: delivery figures for a period. Numbers, shares and times come in ready to print. */
export interface ReportWords {
  readonly notUnderstood: (text: string) => Advice;
  readonly missingNumber: Advice;
  readonly title: string;
  readonly to: (number: string) => string;
  /** The headline; `rate` is `undefined` where nothing was sent. */
  readonly headline: (period: string, rate: string | undefined, isProvisional: boolean) => string;
  /** When the figures were read; `since` is a time as it follows “since”. Likewise below. */
  readonly asOf: (since: string) => string;
  readonly final: string;
  readonly provisional: (until: string) => string;
  readonly none: Advice;
  /** There is nothing either, where there was before. */
  readonly noneNow: Advice;
  /** What came could not be counted, or did not come. */
  readonly noneReadable: string;

  /** What changed most, in a sentence. `days` are those compared with; `operator` is left out for all of them. */
  readonly changes: {
    readonly rate: (operator: string | undefined, from: string, to: string, points: string) => string;
    /** The rate of before is reckoned back. */
    readonly reconstructed: string;
    readonly failures: (operator: string | undefined, word: string, from: string, to: string) => string;
    readonly latency: (
      operator: string | undefined,
      leg: 'platformToOperator' | 'operatorToHandset' | 'total',
      from: string,
      to: string,
    ) => string;
    readonly volume: (
      operator: string | undefined,
      from: string,
      to: string,
      change: string | undefined,
    ) => string;
    readonly nothing: string;
    /** Failures are not compared with what is reckoned back. */
    readonly nothingButFailures: string;
    readonly tooFew: string;
    /** `isSoFar`: those days were looked at up to the same time only. */
    readonly nothingBefore: (days: string, isSoFar: boolean) => string;
  };
  /** `basis`: how it is known what they looked like at the same age, where that matters. */
  readonly comparedWith: (
    days: string,
    isSoFar: boolean,
    basis: 'observed' | 'reconstructed' | undefined,
  ) => string;
  readonly points: (signed: string) => string;

  readonly totals: {
    readonly submitted: string;
    readonly delivered: string;
    readonly ofSubmitted: (share: string) => string;
    readonly ofFinal: (share: string) => string;
    readonly failed: string;
    readonly toNumbers: (count: number) => string;
    readonly waiting: string;
    readonly noReceipt: string;
    readonly other: string;
  };

  readonly latency: {
    readonly title: string;
    readonly platformToOperator: string;
    readonly operatorToHandset: string;
    readonly total: string;
    readonly within: string;
    readonly unknown: string;
    readonly clockOff: (count: string) => string;
  };

  readonly charts: {
    /** This, the two below and `volumeShort`: at most 50 characters. */
    readonly rate: string;
    /** Some parts of the period have none. */
    readonly rateExcept: (parts: string) => string;
    readonly rateExceptSome: (count: number, all: number) => string;
    readonly rateAxis: string;
    readonly ofSubmitted: string;
    readonly ofFinal: string;
    readonly volume: string;
    /** The first bar is of fewer days than the others. */
    readonly volumeShort: (days: number, others: number) => string;
    readonly messages: string;
  };

  readonly table: {
    readonly caption: string;
    /** With the change of the rate beside it. */
    readonly comparedCaption: string;
    readonly reconstructedCaption: string;
    readonly operator: string;
    readonly submitted: string;
    readonly rate: string;
    readonly failed: string;
    /** While receipts may still come: those that wait for one, and those for which none will come any more. */
    readonly withoutReceipt: string;
    /** None will come any more. */
    readonly noReceipt: string;
    /** How many is not known where they are more than are told apart. */
    readonly others: (count: number | undefined) => string;
  };

  readonly failures: {
    readonly title: string;
    readonly others: (count: number) => string;
  };

  readonly notices: {
    readonly shortfall: (announced: string, received: string) => string;
    /** More came than was announced. */
    readonly surplus: (announced: string, received: string) => string;
    readonly daysMissing: string;
    readonly unreadable: (count: number) => string;
    readonly unplaced: (count: number) => string;
    readonly stale: (since: string) => string;
    /** Operators are not told apart beyond the first so many. */
    readonly manyOperators: (told: number) => string;
    /** What is compared with may lack messages. */
    readonly earlierShort: string;
    /** Operators that sent no receipt at all; `rate` is that of all others, `undefined` where there are none. */
    readonly silent: (
      operators: string,
      operatorCount: number,
      messages: string,
      rate: string | undefined,
    ) => string;
  };

  readonly csvComment: string;
  /** What stands for operators that are not told apart. */
  readonly csvOthers: string;
  readonly shared: string;
  /** With other figures than were seen. */
  readonly sharedAnew: string;

  readonly long: LongWords;

  readonly form: {
    readonly title: string;
    readonly submit: string;
    readonly number: string;
    readonly numberHint: string;
    readonly compare: string;
    readonly comparisons: { readonly before: string; readonly week: string; readonly nothing: string };
  };

  readonly help: Help;
}
