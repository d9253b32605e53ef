import type { Advice, Help } from '../words.ts';

/** Why Slack lets nothing be posted in a channel, as far as it is told apart. */
export type ClosedBecause =
  | 'notMember'
  | 'notFound'
  | 'archived'
  | 'notAllowed'
  | 'noAccess'
  | 'busy'
  | 'timeout';

/** The words of daily summaries before they are read: asking for one, the list of them, the form. */
export interface SubscriptionWords {
  readonly notUnderstood: (text: string) => Advice;
  readonly badTime: (text: string) => Advice;
  readonly badZone: (text: string) => Advice;
  /** A channel's name as text, from which nobody can tell which channel it is. */
  readonly channelName: (text: string) => Advice;
  readonly twice: (text: string) => Advice;
  readonly noChannel: Advice;
  /** Which one is to be ended. */
  readonly whichOne: Advice;
  /** Neither one number nor one channel. */
  readonly notOne: (text: string) => Advice;
  /** The one to be ended, by a channel's name as text. */
  readonly whichName: (text: string) => Advice;
  /** The list takes nothing more. */
  readonly listAlone: (text: string) => Advice;
  readonly noSender: Advice;
  readonly telephone: Advice;
  readonly noSuchNumber: (number: number) => Advice;
  readonly noneHere: Advice;

  /** The channel that figures would go to is none where they may be asked for. */
  readonly channelNotAllowed: Advice;
  /** Nothing can be posted there, and what to do first. Asked again by a button. */
  readonly closed: Readonly<Record<ClosedBecause, Advice>> & { readonly other: (word: string) => Advice };
  readonly again: string;

  readonly added: string;
  /** It was there already, with its settings. */
  readonly there: Advice;
  readonly previewComes: string;
  /** The subscription stands all the same. */
  readonly previewFailed: string;
  readonly previewRefused: string;

  readonly title: (count: string) => string;
  readonly none: Advice;
  readonly allSenders: string;
  /** `Every day at 09:00 (America/Santiago), in English` */
  readonly everyDay: (time: string, zone: string, language: string) => string;
  readonly languages: { readonly en: string; readonly es: string };
  /** `when` is what `Formats.moment` makes; `zone`, where it is not the reader's. */
  readonly next: (when: string, zone: string | undefined) => string;
  readonly last: (day: string) => string;
  readonly noneYet: string;
  readonly setUpBy: string;
  readonly paused: (why: string) => string;
  readonly pausedBecause: Readonly<Record<ClosedBecause | 'asked' | 'withdrawn', string>> & {
    readonly other: (word: string) => string;
  };
  /** To whoever set it up, when Slack has closed the channel. */
  readonly timesOf: string;
  readonly page: (page: number, pages: number) => string;

  readonly buttons: {
    readonly add: string;
    readonly pause: string;
    readonly resume: string;
    readonly sendNow: string;
    readonly change: string;
    readonly remove: string;
    readonly previous: string;
    readonly next: string;
  };
  readonly removing: {
    readonly title: (number: number) => string;
    readonly text: string;
    readonly confirm: string;
    readonly deny: string;
  };

  /** To whoever subscribed a channel that is closed, and what opens it again. */
  readonly told: {
    readonly sentence: (why: string) => string;
    readonly nextStep: Readonly<Record<'invite' | 'archived' | 'withdrawn' | 'other', string>>;
  };

  /** What a button did. */
  readonly done: {
    readonly paused: (number: number) => string;
    readonly resumed: (number: number) => string;
    readonly sending: (number: number) => string;
    readonly changed: (number: number) => string;
    readonly removed: (number: number) => string;
    /** Somebody was quicker. */
    readonly gone: (number: number) => string;
    readonly several: string;
  };

  readonly form: {
    readonly title: string;
    readonly changeTitle: string;
    readonly submit: string;
    readonly changeSubmit: string;
    readonly channel: string;
    readonly channelHint: string;
    readonly time: string;
    readonly zone: string;
    readonly otherZone: string;
    readonly otherZoneHint: string;
    readonly language: string;
    /** Beside the zone of the person who fills in the form. */
    readonly yours: string;
  };

  readonly help: Help;
}
