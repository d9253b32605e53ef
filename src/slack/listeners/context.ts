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
  /** The message or its thread, where the request is about one. */
  readonly threadTs?: string | undefined;
  readonly now: Date;
  readonly acts: ActNotes;
}

export type FailureOf = (error: unknown) => View;

export interface BackgroundAnswer {
  /** Sent at once in addition to existing messages; absent where the progress is visible. */
  readonly interim?: View | undefined;
  readonly replaces?: boolean;
  /** A returned view is posted in addition to `interim`. */
  readonly finish: (failureOf: FailureOf) => Promise<View | undefined>;
}

export const SHOWN_THERE = { isShown: true } as const;

/** A view replaces the message of the button; an ephemeral view does not. */
export type FormReply = View | { readonly ephemeral: View } | BackgroundAnswer | typeof SHOWN_THERE;

/** A command has no message to replace. */
export type Reply = FormReply | { readonly form: Form };

export type AnswerCommand<T extends Translations = Translations> = (
  text: string,
  context: RequestContext<T>,
) => Promise<Reply>;

/** `undefined`: the value is unreadable. */
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
  /** Synchronous: Slack allows three seconds in total. */
  readonly read: (
    fields: Fields,
    context: FormContext<T>,
  ) => { readonly request: Request } | { readonly errors: FieldErrors };
  readonly answer: (request: Request, context: RequestContext<T>) => Promise<FormReply>;
  /** Retry button for a failure that replaces the form. */
  readonly again?: (request: Request) => AgainButton;
  /** Controls that change the form, by action. `fields` includes input from before earlier changes. */
  readonly controls: Readonly<Record<string, (fields: Fields, t: T) => Form>>;
}

export function periodClock({ user, now }: Pick<RequestContext, 'user' | 'now'>): PeriodClock {
  const { language, timeZone: zone } = user;
  return { now, zone, mayBeMonthFirst: mayWriteMonthFirst(language, zone) };
}

type Requested = Pick<AuditEntry, 'surface' | 'person' | 'team' | 'channel' | 'reference'>;

export type ActNotes = ReturnType<typeof gatherActs>;

/** For the audit: a feature notes each act before it does it. */
export function gatherActs() {
  const noted = new Map<Act, { readonly numbers: Set<string>; reason: string | undefined }>();
  let ended: { readonly outcome: ActOutcome; readonly why?: string } = { outcome: 'answered' };
  return {
    /** A repeated act adds its MSISDNs. */
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

/** A view, a view that replaces no message, a modal, a late answer elsewhere, or none. */
export type Answer =
  | View
  | { readonly ephemeral: View; readonly isRefusal?: boolean }
  | { readonly modal: ModalView }
  | BackgroundAnswer
  | typeof SHOWN_THERE;

export interface IncomingRequest {
  readonly name: string;
  /** Unique, but the same for a retry of the request. */
  readonly requestId: string;
  readonly userId: string;
  readonly channelId: string | undefined;
  readonly messageTs?: string | undefined;
  readonly threadTs?: string | undefined;
  /** Absent for events, which Bolt acknowledges. */
  readonly ack?: () => Promise<void>;
  readonly answerTo: string | WrittenAt | ModalPlace | Responder;
  readonly open?: (modal: ModalView) => Promise<unknown>;
  /** The answer to a button replaces its message; the answer to a command is added. */
  readonly replaces: boolean;
  /** Such requests count toward the usage limits. */
  readonly asksPlatform: boolean;
  /** Counts toward the usage limits because it sends a message. */
  readonly isLimited?: boolean | undefined;
  /** Retry button, shown with a failure. */
  readonly again?: AgainButton;
  /** Two replicas may both do it without harm. */
  readonly mayRepeat?: boolean;
  /** For requests without acts: when they are not recorded. */
  readonly audited?: 'unless_answered' | 'never';
  readonly isCut?: boolean;
  /** Preferences that are read together with other rows. */
  readonly chosen?: (() => Promise<Chosen>) | undefined;
  /** An error becomes a sentence, a next step and a reference. `undefined`: an unreadable button. */
  readonly answer: (context: RequestContext) => Promise<Answer | undefined>;
}
