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

export interface RequestContext<T extends Translations = Translations> extends Localized<T> {
  readonly user: SlackUser;
  readonly channelId: string | undefined;
  readonly messageTs?: string | undefined;
  /** Where a message is in question: of it, or of its thread. */
  readonly threadTs?: string | undefined;
  readonly now: Date;
  readonly acts: ActNotes;
}

export type FailureOf = (error: unknown) => View;

export interface BackgroundAnswer {
  /** At once, next to what is there; left out where the progress is visible. */
  readonly interim?: View | undefined;
  /** `interim` replaces the message of the button. */
  readonly replaces?: boolean;
  /** Makes the answer and sends it. Resolves with a view where that must stand next to `interim` after all. */
  readonly finish: (failureOf: FailureOf) => Promise<View | undefined>;
}

/** The message above the button or form shows the effect. */
export const SHOWN_THERE = { isShown: true } as const;

/** A view replaces the message of the button that opened the form; an ephemeral one stands next to it. */
export type FormReply = View | { readonly ephemeral: View } | BackgroundAnswer | typeof SHOWN_THERE;

/** The same, or a form. Commands have no message to replace. */
export type Reply = FormReply | { readonly form: Form };

export type AnswerCommand<T extends Translations = Translations> = (
  text: string,
  context: RequestContext<T>,
) => Promise<Reply>;

/** Answers a button by its value, in place of its message. `undefined`: the value is unreadable. */
export type AnswerButton<T extends Translations = Translations, Value = string> = (
  value: Value,
  context: RequestContext<T>,
) => Promise<Reply | undefined>;

export interface AgainButton {
  readonly blockId: string;
  readonly actionId: string;
  readonly value: string | (() => string);
}

export interface FormHandlers<Request, T extends Translations = Translations> {
  /** Reads what was entered, without waiting: Slack allows three seconds for the whole way. */
  readonly read: (
    fields: Fields,
    context: FormContext<T>,
  ) => { readonly request: Request } | { readonly errors: FieldErrors };
  readonly answer: (request: Request, context: RequestContext<T>) => Promise<FormReply>;
  /** What asks again where the answer replaces the form and fails. */
  readonly again?: (request: Request) => AgainButton;
  /** By action: controls that change the form. `fields` includes what was entered before an earlier change. */
  readonly controls: Readonly<Record<string, (fields: Fields, t: T) => Form>>;
}

export function periodClock({ user, now }: Pick<RequestContext, 'user' | 'now'>): PeriodClock {
  const { language, timeZone: zone } = user;
  return { now, zone, mayBeMonthFirst: mayWriteMonthFirst(language, zone) };
}

type Requested = Pick<AuditEntry, 'surface' | 'person' | 'team' | 'channel' | 'reference'>;

export type ActNotes = ReturnType<typeof gatherActs>;

/** Acts of a request, for the audit: a feature notes each before it is done. */
export function gatherActs() {
  const noted = new Map<Act, { readonly numbers: Set<string>; reason: string | undefined }>();
  let ended: { readonly outcome: ActOutcome; readonly why?: string } = { outcome: 'answered' };
  return {
    /** The same act again adds its MSISDNs. */
    note(act: Act, { numbers = [], reason }: { numbers?: readonly string[]; reason?: string } = {}): void {
      const about = noted.get(act) ?? { numbers: new Set(), reason: undefined };
      noted.set(act, about);
      for (const number of numbers) if (number !== '') about.numbers.add(number);
      if (reason !== undefined) about.reason = maskText(visible(reason));
    },
    refused(why: string): void {
      ended = { outcome: 'refused', why };
    },
    failed(why: string): void {
      ended = { outcome: 'failed', why };
    },
    answered(): void {
      ended = { outcome: 'answered' };
    },
    /** `answered`, `refused`, or why it failed. */
    outcome: (): string => (ended.outcome === 'failed' ? ended.why : ended.outcome) ?? 'failed',
    entries(requested: Requested): AuditEntry[] {
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

/** A view; one that replaces no message; a modal; a late answer elsewhere; or none. */
export type Answer =
  | View
  | { readonly ephemeral: View; readonly isRefusal?: boolean }
  | { readonly modal: ModalView }
  | BackgroundAnswer
  | typeof SHOWN_THERE;

export interface IncomingRequest {
  readonly name: string;
  /** Unique, but the same where the request is repeated. */
  readonly requestId: string;
  readonly userId: string;
  readonly channelId: string | undefined;
  readonly messageTs?: string | undefined;
  readonly threadTs?: string | undefined;
  /** Left out for events, which Bolt acknowledges itself. */
  readonly ack?: () => Promise<void>;
  /** A `response_url` (30 minutes), the place of written words, a modal, or a responder. */
  readonly answerTo: string | WrittenAt | ModalPlace | Responder;
  readonly open?: (modal: ModalView) => Promise<unknown>;
  /** A button’s answer replaces its message; a command’s is added. */
  readonly replaces: boolean;
  /** Whether it may ask the platform: it counts against the limits of use, and the first line says so. */
  readonly asksPlatform: boolean;
  /** Counts against those limits though it asks the platform nothing: it sends a message. */
  readonly isLimited?: boolean | undefined;
  /** For a button whose answer replaces its message: what asks again, shown with a failure. */
  readonly again?: AgainButton;
  /** Replicas may both do it, without harm. */
  readonly mayRepeat?: boolean;
  /** For requests that are no acts: whether the audit has those without an answer, or none. */
  readonly audited?: 'unless_answered' | 'never';
  readonly isCut?: boolean;
  /** Preferences of the person, where they are read with other rows. */
  readonly chosen?: (() => Promise<Chosen>) | undefined;
  /** An error becomes a sentence, a next step and a reference. `undefined`: an unreadable button. */
  readonly answer: (context: RequestContext) => Promise<Answer | undefined>;
}
