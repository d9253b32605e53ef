import type { Act, End, LifeEvent } from '../../../domain/handling.ts';
import type { BadVerdict, Sensitivity } from '../../../domain/incident.ts';
import type { Advice, Help } from '../words.ts';
import type { PackWords } from './pack-words.ts';

/** What an incident is called; down as far as can be told may be late. */
export type Called = BadVerdict | 'down_or_late';

/** The words of incidents: their message, what people do with them, what an operator is sent. */
export interface IncidentWords {
  readonly all: string;
  readonly platform: string;
  /** Some of all operators. */
  readonly several: (count: number) => string;
  /** `subject` names an operator or some, or is one of those above. */
  readonly headline: (subject: string, verdict: Called, began: Began) => string;
  /** The same where nothing was found at the latest check. */
  readonly recoveringHeadline: (subject: string, verdict: Called, began: Began) => string;
  readonly over: Readonly<Record<End, (subject: string, duration: string) => string>>;
  /** Somebody has resolved it, and it is not known to be over. */
  readonly resolvedHeadline: (subject: string, name: string) => string;
  /** Nothing was found at the latest check, and it is not over yet; good since then, where it is quite well. */
  readonly recovering: (since: string | undefined) => string;
  /** The same of the platform, which answers again. */
  readonly platformRecovering: (since: string | undefined) => string;
  /** What was everyone’s trouble is still that of these. */
  readonly goesOnAt: (names: string) => string;
  readonly noLogin: string;
  readonly noReport: string;
  /** The platform answers, and does not let itself be read; what to do then. */
  readonly refused: Readonly<Record<'rate_limited' | 'busy' | 'other', string>>;
  readonly refusedNext: string;
  /** Why nothing could be told since then; what else is said is older. */
  readonly unseen: Readonly<Record<'platform' | 'tooLittle', (since: string) => string>>;
  readonly foundBefore: string;
  readonly atWorst: (when: string, finding: string) => string;
  /** What stands before it. */
  readonly nextStep: string;
  /** Of an incident of all: the operators that are bad by themselves. */
  readonly operators: (names: string) => string;
  /** Messages beyond the usual that were not delivered in time, from the beginning on. */
  readonly affected: (count: number) => string;
  readonly resolvedNext: string;
  /**
   * What has become of it; `when` is what `Formats.since` makes, as is `until` below. `calledAt` is the moment at
   * which it was called over, where that is later.
   */
  readonly became: Readonly<
    Record<End, (when: string, lasted: string, calledAt: string | undefined) => string>
  >;
  readonly acknowledged: (name: string, when: string) => string;
  readonly resolved: (name: string, when: string) => string;
  /** `until` left out: until it is over. */
  readonly snoozed: (name: string, until: string | undefined) => string;
  readonly notes: {
    readonly asOf: (since: string) => string;
    readonly comparedWith: (weeks: number, isReconstructed: boolean) => string;
    readonly sensitivity: (sensitivity: Sensitivity) => string;
  };

  /** What the thread says of each event but the first. */
  readonly thread: {
    readonly worsened: (subject: string, verdict: Called) => string;
    readonly widened: string;
    readonly acknowledged: (name: string) => string;
    readonly resolved: (name: string) => string;
    readonly snoozed: (name: string, until: string | undefined) => string;
    /** `name` left out: the time was up. */
    readonly woken: (name: string | undefined) => string;
    readonly lost_sight: string;
    readonly unwatched: string;
  };

  readonly buttons: {
    readonly acknowledge: string;
    readonly snooze: string;
    readonly snoozeFor: (minutes: number) => string;
    readonly snoozeToTheEnd: string;
    readonly wake: string;
    readonly resolve: string;
    readonly details: string;
    readonly pack: string;
  };
  readonly resolving: {
    readonly title: string;
    readonly text: string;
    readonly confirm: string;
    readonly deny: string;
  };

  /** To whoever pressed a button: what that did, or who was quicker. */
  readonly done: Readonly<Record<Act['kind'], string>>;
  readonly already: {
    readonly acknowledged: (name: string, when: string) => string;
    readonly resolved: (name: string, when: string) => string;
    readonly snoozed: string;
    readonly woken: string;
  };
  readonly isOver: (when: string) => string;
  readonly forgotten: Advice;

  readonly details: {
    readonly now: string;
    readonly worst: (when: string) => string;
    readonly history: string;
    readonly event: (
      event: LifeEvent['kind'],
      verdict: Called | undefined,
      name: string | undefined,
    ) => string;
    readonly tooMany: (count: number) => string;
  };

  readonly pack: PackWords;

  readonly watch: WatchWords;
}

/** When something began, as a headline says it: what `Formats.since` makes, or `Formats.moment`. */
export type Began = { readonly since: string } | { readonly firstSeen: string };

/** The words of watching: asking for it, and the list. */
export interface WatchWords {
  readonly notUnderstood: (text: string) => Advice;
  readonly channelName: (text: string) => Advice;
  readonly twice: (text: string) => Advice;
  readonly noChannel: Advice;
  readonly whichOne: Advice;
  readonly noSuchNumber: (number: number) => Advice;
  readonly noneHere: Advice;
  readonly channelNotAllowed: Advice;
  readonly sensitivities: Readonly<Record<Sensitivity, string>>;
  /** Of the channel that is named below it. */
  readonly added: string;
  readonly there: string;
  /** It was another one before. */
  readonly nowSensitivity: (now: string, before: string) => string;
  readonly goesOn: string;
  readonly whatHappens: string;
  readonly title: (count: string) => string;
  /** `byButton`: the button stands below. */
  readonly none: Readonly<Record<'byButton' | 'byCommand', Advice>>;
  readonly row: (sensitivity: string, language: string, zone: string) => string;
  readonly lastCheck: (when: string, pause: string, reading: string) => string;
  /** The same where it could not be read; `reading` is left out where that was found out soon. */
  readonly lastFailed: (when: string, pause: string, reading: string | undefined) => string;
  /** Reading takes so long that checks are further apart than five minutes. */
  readonly isSlow: (pause: string) => string;
  readonly noCheckYet: string;
  /** Nothing is looked at while no watch is active. */
  readonly noneActive: (lastCheck: string | undefined) => string;
  /** No check could be made since then. */
  readonly failing: (since: string) => string;
  readonly active: string;
  readonly setUpBy: string;
  readonly buttons: {
    readonly add: string;
    readonly pause: string;
    readonly resume: string;
    readonly remove: string;
  };
  readonly removing: {
    readonly title: (number: number) => string;
    readonly text: string;
    readonly confirm: string;
    readonly deny: string;
  };
  readonly told: {
    readonly sentence: (why: string) => string;
    readonly nextStep: Readonly<Record<'open' | 'withdrawn', string>>;
  };
  readonly done: {
    readonly paused: (number: number) => string;
    readonly resumed: (number: number) => string;
    readonly removed: (number: number) => string;
    /** Somebody was quicker. */
    readonly gone: (number: number) => string;
  };
  readonly help: Help;
}
