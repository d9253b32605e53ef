import type { FindingKind, Verdict } from '../../../domain/incident.ts';
import type { Advice, Help } from '../words.ts';
import type { RehearsalWords } from './rehearsal-words.ts';

/** The words of the on-call check. Names, numbers, shares and times come in ready to print. */
export interface CheckWords {
  /** `meant` is the one that was perhaps misspelt. */
  readonly noSuchOperator: (text: string, known: string | undefined, meant: string | undefined) => Advice;
  readonly badDays: (text: string, mostDays: number) => Advice;
  /** What stands beside a number of days, or a sensitivity, and means nothing there. */
  readonly badRehearsal: (text: string, mostDays: number) => Advice;

  /** The first line; `operators` is left out where it is true of all. */
  readonly headline: Readonly<Record<Verdict, (operators: string | undefined) => string>>;
  /** In place of `down`: they were handed over, and only their receipts are known to be missing. */
  readonly withoutReceipt: (operators: string | undefined) => string;
  /** Of figures that are older than they should be. */
  readonly agedHeadline: (since: string, age: string, headline: string) => string;
  /** One word or two for a table. */
  readonly verdicts: Readonly<Record<Verdict, string>>;
  readonly downOrLate: string;
  readonly title: string;
  readonly andMore: (count: number) => string;

  /** What is not as usual, in a sentence. `operator` is left out for all of them; `of` silence is the usual number. */
  readonly findings: Readonly<
    Record<FindingKind, (operator: string | undefined, share: string, usual: string, of: string) => string>
  >;
  /** Beside a share in a table. */
  readonly measures: Readonly<Record<FindingKind, string>>;
  /** To five minutes. */
  readonly since: (since: string) => string;
  /** As far back as was looked. */
  readonly sinceBefore: (since: string) => string;

  readonly owner: {
    readonly platform: string;
    /** One operator alone does not get them. */
    readonly link: string;
    readonly operator: string;
    /** No receipts come in time, and at no operator. */
    readonly shared: string;
    /** Others fare well: it is not the platform. */
    readonly onlyOperator: string;
    readonly unknown: string;
  };
  readonly nextStep: {
    readonly normal: string;
    /** All is well, but something might be on its way to be worse. */
    readonly straying: string;
    readonly platform: string;
    readonly link: string;
    readonly operator: string;
    readonly shared: string;
    readonly unknown: string;
    readonly silent: string;
    readonly clockOff: string;
    readonly tooLittle: string;
    readonly unreachable: string;
    /** The account of the bot itself is not accepted, or may not read this: nobody at the platform need be called. */
    readonly wrongCredentials: string;
    readonly notAllowed: string;
    /** All is well now, and incidents go on. */
    readonly recovering: (incidents: number) => string;
    /** The same where not all of these are on the way back to normal. */
    readonly goesOn: (incidents: number) => string;
  };
  readonly unreachableSince: (since: string) => string;
  /** `headline` is what they said, where they are not too old to say anything of now. */
  readonly lastFigures: (since: string, headline: string | undefined) => string;
  /** Nothing is worse than usual. */
  readonly well: (operator: string | undefined, inTime: string, usual: string) => string;
  /** Further from usual than all others, and not certainly worse: `now` is a share of so many messages. */
  readonly strays: (operator: string, now: string, usual: string) => string;
  readonly straying: (operators: string) => string;
  readonly tooFew: (messages: string, needed: string) => string;
  /** In place of a verdict: there is nothing to compare with, or not yet. */
  readonly notCompared: {
    readonly headline: string;
    readonly verdict: string;
    readonly none: string;
    readonly comes: string;
    readonly unread: string;
  };

  readonly customerTitle: string;
  readonly customer: Readonly<
    Record<'normal' | 'delayed' | 'failing' | 'down' | 'unknown', (operators: string | undefined) => string>
  >;
  readonly languages: { readonly en: string; readonly es: string };

  readonly table: {
    readonly caption: string;
    /** Where it says how long messages take to get to the operator. */
    readonly captionWithTimes: string;
    /** Of so many that have not got there that the time cannot be told. */
    readonly notYet: string;
    readonly operator: string;
    readonly verdict: string;
    readonly now: string;
    readonly usual: string;
    readonly toOperator: string;
    readonly since: string;
    readonly messages: (count: string) => string;
    readonly share: (share: string, of: string) => string;
    readonly fewShare: (share: string, of: string) => string;
  };
  readonly chart: {
    readonly inTime: string;
    readonly inTimeAxis: string;
    readonly volume: string;
    readonly volumeAxis: string;
    readonly now: string;
    readonly usual: string;
    /** Why times are left out, under the chart: `times` are from–to. */
    readonly tooFew: (times: string) => string;
    readonly notRead: (times: string) => string;
  };

  readonly asOf: (since: string, age: string) => string;
  readonly usualFrom: (weeks: number, isReconstructed: boolean, hasFailures: boolean) => string;
  readonly usualComing: string;
  readonly usualUnread: (weeks: number) => string;
  readonly stale: (age: string) => string;
  /** Asked to read anew. */
  readonly justRead: (age: string) => string;
  /** `because` is a sentence, and what to do. */
  readonly nothingNewer: (because: string, age: string) => string;
  /** What watching shows of an incident that goes on. */
  readonly incident: {
    readonly open: (whose: string, since: string) => string;
    readonly acknowledged: (by: string) => string;
    readonly snoozed: (until: string | undefined, by: string) => string;
    readonly resolved: (by: string) => string;
    readonly unhandled: string;
    /** The last check that watching made found nothing any more. */
    readonly recovering: string;
    /** A channel's name follows. */
    readonly in: string;
  };
  readonly everything: string;
  readonly thePlatform: string;

  /** The 95th percentile of the time until the operator has a message. */
  readonly toOperator: {
    readonly label: string;
    readonly beside: (now: string, usual: string) => string;
    /** In place of a time: too many are not handed over yet. */
    readonly beyond: string;
    /** The same: there are too few messages. */
    readonly tooFew: string;
  };

  readonly trust: {
    readonly title: (day: string) => string;
    readonly unknown: string;
    readonly good: string;
    readonly tooFew: (messages: string, needed: string) => string;
    readonly none: string;
    readonly few: (share: string) => string;
    readonly receipts: (share: string) => string;
    readonly instant: (share: string, isDoubt: boolean) => string;
    readonly lateTail: (share: string, isDoubt: boolean) => string;
    readonly clockOff: (share: string, isDoubt: boolean) => string;
  };

  readonly buttons: {
    readonly details: string;
    readonly allOperators: string;
    readonly rehearse: string;
  };
  readonly shared: string;

  readonly rehearsal: RehearsalWords;

  readonly help: Help;
}
