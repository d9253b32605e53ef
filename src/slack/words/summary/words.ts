import type { Advice } from '../words.ts';

/** Delivery rates of submitted messages and of those with a final receipt. */
interface BothRates {
  readonly rate: string;
  readonly ofFinal: string;
}

type Leg = 'platformToOperator' | 'operatorToHandset' | 'total';

/** The words of one feature: the summary of a day in a channel. Numbers, shares and times come in ready to print. */
export interface SummaryWords {
  /** The headline; `subject` is a sender. */
  readonly headline: (weekday: string, day: string, zone: string, subject: string | undefined) => string;

  /** What matters most, in a sentence. `operator` is left out for all of them; `usual` is what is usual. */
  readonly attention: {
    readonly empty: (weekday: string, usual: string | undefined) => string;
    readonly few: (count: number, usual: string | undefined) => string;
    readonly rate: (operator: string | undefined, rate: string, usual: string, points: string) => string;
    /** Most of a fallen rate is one operator's. */
    readonly mostly: (operator: string, rate: string, usual: string) => string;
    /** The rates that are usual are reckoned back. */
    readonly reconstructed: string;
    /** Less is delivered than usual, which may be for late receipts alone. */
    readonly waiting: (operator: string | undefined, now: BothRates, usual: BothRates) => string;
    readonly latency: (operator: string | undefined, leg: Leg, duration: string, usual: string) => string;
    readonly volume: (
      operator: string | undefined,
      count: string,
      usual: string,
      change: string | undefined,
    ) => string;
    readonly failures: (operator: string | undefined, word: string, share: string, usual: string) => string;
    readonly mostFailures: (word: string, share: string) => string;
    readonly nothing: (rate: string, weekday: string) => string;
    /** There is no earlier week to compare with. */
    readonly nothingKnown: (rate: string, weekday: string) => string;
  };

  /** `firstRate` is that of the first posting. */
  readonly corrected: (firstRate: string, rate: string, isFinal: boolean) => string;
  /** The rate has not changed since the first posting. */
  readonly confirmed: string;

  /** Short: a telephone cuts off what is longer than 40 characters. */
  readonly operators: {
    readonly caption: string;
    /** With the change of the rate, in points. */
    readonly compared: string;
    readonly reconstructed: string;
    readonly submitted: string;
  };

  readonly figures: {
    readonly messages: string;
    readonly delivered: string;
    readonly soFar: string;
    /** Of messages with a final receipt. */
    readonly ofFinal: (rate: string) => string;
    readonly reconstructed: string;
    readonly failed: string;
    readonly waiting: string;
    readonly noReceipt: string;
    readonly other: string;
    readonly speed: string;
    /** Half of the messages, and 95 of 100. */
    readonly half: (duration: string) => string;
    readonly most: (duration: string) => string;
    readonly within: string;
    readonly usual: (value: string, change: string | undefined) => string;
  };
  /** The name of what is usual, in a chart: at most 20 characters. */
  readonly usual: string;

  readonly notes: {
    readonly asOf: (since: string) => string;
    readonly final: string;
    readonly provisional: (until: string) => string;
    /** `days` are those that were compared with. */
    readonly comparedWith: (days: string, count: number) => string;
    readonly reconstructed: (days: string) => string;
    readonly late: (dueAt: string) => string;
    readonly hours: (count: number) => string;
    readonly preview: string;
  };

  readonly unreadable: Advice;

  /** In the thread. */
  readonly details: {
    readonly title: string;
    readonly latency: string;
    readonly none: string;
    readonly weeks: {
      readonly caption: (weekday: string) => string;
      readonly day: string;
      readonly messages: string;
      readonly delivered: string;
      readonly figures: string;
      readonly thisDay: string;
      readonly observed: string;
      readonly reconstructed: string;
      readonly empty: string;
      readonly short: string;
      readonly unreadable: string;
    };
    /** What is meant by the same age, and by reconstructed. */
    readonly sameAge: string;
    readonly optimistic: string;
  };
}
