import type { ModalView } from '@slack/types';
import type { Act, ActOutcome, AuditEntry } from '../../domain/audit.ts';
import { maskText } from '../../domain/messages/redaction.ts';
import type { PeriodClock } from '../../domain/time/period-phrase.ts';
import { mayWriteMonthFirst } from '../../domain/time/time-input.ts';
import type { Translations } from '../../i18n/index.ts';
import type { View } from '../blocks/blocks.ts';
import type { Localized } from '../blocks/format.ts';
import { visible } from '../blocks/text.ts';
import type { FieldErrors, Fields, Form, FormContext } from '../forms/modal.ts';
import type { ModalPlace, Responder, WrittenAt } from './respond.ts';
import type { Chosen, SlackUser } from './users.ts';

/** Who makes a request, where, and how to speak to them. */
export interface RequestContext<T extends Translations = Translations> extends Localized<T> {
  readonly user: SlackUser;
  readonly channelId: string | undefined;
  /** Of the message whose button was pressed. */
  readonly messageTs?: string | undefined;
  /** Where a message is asked about: of it, or of its thread. */
  readonly threadTs?: string | undefined;
  readonly now: Date;
  readonly acts: ActNotes;
}

export type FailureOf = (error: unknown) => View;

/** An answer that takes long: it comes elsewhere, and a line says so where it was asked for. */
export interface BackgroundAnswer {
  /** Said at once, beside whatever is there; left out where everybody sees that it is being made. */
  readonly interim?: View | undefined;
  /** Where a button was pressed, `interim` takes the place of its message. */
  readonly replaces?: boolean;
  /** Makes the answer and sends it. Resolves with a view where that has to be said beside `interim` after all. */
  readonly finish: (failureOf: FailureOf) => Promise<View | undefined>;
}

/** What a button or a form did shows in the message it stands under, which is changed by itself. */
export const SHOWN_THERE = { isShown: true } as const;

/** What a form gets: a view, in the place of the message whose button opened it; or one beside it. */
export type FormReply = View | { readonly ephemeral: View } | BackgroundAnswer | typeof SHOWN_THERE;

/** What a command or a button gets: the same, or a form to fill in. Commands have no message to take the place of. */
export type Reply = FormReply | { readonly form: Form };

export type AnswerCommand<T extends Translations = Translations> = (
  text: string,
  context: RequestContext<T>,
) => Promise<Reply>;

/** Answers a button by its value, in the place of its message. `undefined`: the value cannot be read (any more). */
export type AnswerButton<T extends Translations = Translations, Value = string> = (
  value: Value,
  context: RequestContext<T>,
) => Promise<Reply | undefined>;

/** A button that asks again what came to nothing. */
export interface AgainButton {
  readonly blockId: string;
  readonly actionId: string;
  /** A function, where it is made only once it is needed. */
  readonly value: string | (() => string);
}

export interface FormHandlers<Request, T extends Translations = Translations> {
  /** Reads what was entered. It must not wait for anything: Slack gives three seconds for the whole way. */
  readonly read: (
    fields: Fields,
    context: FormContext<T>,
  ) => { readonly request: Request } | { readonly errors: FieldErrors };
  readonly answer: (request: Request, context: RequestContext<T>) => Promise<FormReply>;
  /** What asks the same again where the answer takes the place of the form and comes to nothing. */
  readonly again?: (request: Request) => AgainButton;
  /** By action: controls that change the form. `fields` holds what was entered, also before an earlier change. */
  readonly controls: Readonly<Record<string, (fields: Fields, t: T) => Form>>;
}

/** By which calendar and clock the one who asks means a period. */
export function periodClock({ user, now }: Pick<RequestContext, 'user' | 'now'>): PeriodClock {
  const { language, timeZone: zone } = user;
  return { now, zone, mayBeMonthFirst: mayWriteMonthFirst(language, zone) };
}

/** What a request does, for the audit, as it is found out: its feature says it before it is done. */
export interface ActNotes {
  /** Says what is done. The same act again adds what it is about. */
  note(act: Act, about?: ActSubject): void;
  /** Says that nothing came of it: it was not allowed, and why in a word. */
  refused(why: string): void;
  failed(why: string): void;
  /** Says that what was asked for was given after all: what failed on the way cost nobody the answer. */
  answered(): void;
}

interface ActSubject {
  /** MSISDNs. */
  readonly numbers?: readonly string[];
  /** As it was typed. */
  readonly reason?: string;
}

type Requested = Pick<AuditEntry, 'surface' | 'person' | 'team' | 'channel' | 'reference'>;

/** Gathers what is noted while a request is answered. */
export function gatherActs(): ActNotes & {
  /** How it ended, in a word of the code's own: of what failed, why. */
  outcome(): string;
  entries(requested: Requested): AuditEntry[];
} {
  const noted = new Map<Act, { readonly numbers: Set<string>; reason: string | undefined }>();
  let ended: { readonly outcome: ActOutcome; readonly why?: string } = { outcome: 'answered' };
  return {
    note(act, { numbers = [], reason } = {}) {
      const about = noted.get(act) ?? { numbers: new Set(), reason: undefined };
      noted.set(act, about);
      for (const number of numbers) if (number !== '') about.numbers.add(number);
      if (reason !== undefined) about.reason = maskText(visible(reason));
    },
    refused(why) {
      ended = { outcome: 'refused', why };
    },
    failed(why) {
      ended = { outcome: 'failed', why };
    },
    answered() {
      ended = { outcome: 'answered' };
    },
    outcome: () => (ended.outcome === 'failed' ? ended.why : ended.outcome) ?? 'failed',
    /** One for each act; one that says so where nothing was done, or it came to nothing before it was known what it was. */
    entries(requested) {
      if (noted.size === 0) return [{ ...requested, ...ended, act: 'asked', numbers: [] }];
      return [...noted].map(([act, { numbers, reason }]) => ({
        ...requested,
        ...ended,
        act,
        reason,
        numbers: [...numbers],
      }));
    },
  };
}

/** A view; one that never replaces the message of its button; a modal; an answer later, elsewhere; or none. */
export type Answer =
  | View
  | { readonly ephemeral: View; readonly isRefusal?: boolean }
  | { readonly modal: ModalView }
  | BackgroundAnswer
  | typeof SHOWN_THERE;

export interface IncomingRequest {
  readonly name: string;
  /** Tells it apart from all others, but not from the same one sent again. */
  readonly requestId: string;
  readonly userId: string;
  readonly channelId: string | undefined;
  /** Of the message whose button was pressed. */
  readonly messageTs?: string | undefined;
  /** Of the message that is asked about, or of its thread. */
  readonly threadTs?: string | undefined;
  readonly ack: () => Promise<void>;
  /**
   * Where answers go: a `response_url`, which can be answered for 30 minutes; of words, where they were written; a modal;
   * or what takes them in its own way.
   */
  readonly answerTo: string | WrittenAt | ModalPlace | Responder;
  /** Opens a modal; left out where there is no trigger for one. */
  readonly open?: (modal: ModalView) => Promise<unknown>;
  /** A button's answer replaces its message; a command's can only be added. */
  readonly replaces: boolean;
  /** Whether it may ask the platform, at once or later: it counts against the limits of use, and the line before a late answer names it. */
  readonly asksPlatform: boolean;
  /** Whether it counts against those limits though it asks nothing: what it makes goes out as a message. */
  readonly isLimited?: boolean | undefined;
  /**
   * For a button whose answer takes the place of its message: what asks again. The line before an answer that takes
   * long stands in that place too, and so does what went wrong, with a button to try again.
   */
  readonly again?: AgainButton;
  /** Whether it does no harm where two replicas do it: they need not agree first. */
  readonly mayRepeat?: boolean;
  /** Of what is no act: the audit hears of it where it was not answered, or not at all. */
  readonly audited?: 'unless_answered' | 'never';
  /** Only the beginning of what was typed was read: the answer says so. */
  readonly isCut?: boolean;
  /** What the person chose for themselves, where it is read with more; left out where it is to be looked up. */
  readonly chosen?: (() => Promise<Chosen>) | undefined;
  /** What it throws becomes a sentence, a next step and a reference. `undefined`: a button that cannot be read. */
  readonly answer: (context: RequestContext) => Promise<Answer | undefined>;
}
