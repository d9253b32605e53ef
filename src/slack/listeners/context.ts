import type { PeriodClock } from '../../domain/time/period-phrase.ts';
import { mayWriteMonthFirst } from '../../domain/time/time-input.ts';
import type { Translations } from '../../i18n/index.ts';
import type { View } from '../blocks/blocks.ts';
import type { Localized } from '../blocks/format.ts';
import type { FieldErrors, Fields, Form, FormContext } from '../forms/modal.ts';
import type { ActNotes } from './act-notes.ts';
import type { SlackUser } from './users.ts';

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
