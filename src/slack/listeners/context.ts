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
import type { ModalTarget, ReplyTarget, Responder } from './respond.ts';
import type { SlackUser, UserPreferences } from './users.ts';

export interface RequestContext<T extends Translations = Translations> extends Localized<T> {
  readonly user: SlackUser;
  readonly channelId: string | undefined;
  readonly messageTs?: string | undefined;
  /** The message that the request is about, or its thread. */
  readonly threadTs?: string | undefined;
  readonly now: Date;
  readonly acts: ActNotes;
}

export type FailureOf = (error: unknown) => View;

export interface BackgroundAnswer {
  /** Sent at once; absent if progress is visible elsewhere. */
  readonly interim?: View | undefined;
  readonly replaces?: boolean;
  /** A returned view is posted after `interim`. */
  readonly finish: (failureOf: FailureOf) => Promise<View | undefined>;
}

export const ALREADY_SHOWN = { isShown: true } as const;

/** A view replaces the button's message; an ephemeral view does not. */
export type FormReply = View | { readonly ephemeral: View } | BackgroundAnswer | typeof ALREADY_SHOWN;

/** A command has no message to replace. */
export type Reply = FormReply | { readonly form: Form };

export type AnswerCommand<T extends Translations = Translations> = (
  text: string,
  context: RequestContext<T>,
) => Promise<Reply>;

/** `undefined`: the value cannot be read. */
export type AnswerButton<T extends Translations = Translations, Value = string> = (
  value: Value,
  context: RequestContext<T>,
) => Promise<Reply | undefined>;

export interface RetryButton {
  readonly blockId: string;
  readonly actionId: string;
  readonly value: string | (() => string);
}

export interface FormHandlers<Request, T extends Translations = Translations> {
  /** Synchronous: Slack waits three seconds for the result. */
  readonly read: (
    fields: Fields,
    context: FormContext<T>,
  ) => { readonly request: Request } | { readonly errors: FieldErrors };
  readonly answer: (request: Request, context: RequestContext<T>) => Promise<FormReply>;
  /** Retry button for a failure that replaces the form. */
  readonly again?: (request: Request) => RetryButton;
  /** Controls that change the form, by action id. `fields` includes fields that are hidden now. */
  readonly controls: Readonly<Record<string, (fields: Fields, t: T) => Form>>;
}

export function periodClock({ user, now }: Pick<RequestContext, 'user' | 'now'>): PeriodClock {
  const { language, timeZone: zone } = user;
  return { now, zone, mayBeMonthFirst: mayWriteMonthFirst(language, zone) };
}

type RequestFacts = Pick<AuditEntry, 'surface' | 'person' | 'team' | 'channel' | 'reference'>;

export type ActNotes = ReturnType<typeof gatherActs>;

/** Collects acts for the audit. A feature notes each act before it performs it. */
export function gatherActs() {
  const noted = new Map<Act, { readonly numbers: Set<string>; reason: string | undefined }>();
  let result: { readonly outcome: ActOutcome; readonly why?: string } = { outcome: 'answered' };
  return {
    /** Noting an act again adds its MSISDNs. */
    note(act: Act, { numbers = [], reason }: { numbers?: readonly string[]; reason?: string } = {}): void {
      const about = noted.get(act) ?? { numbers: new Set(), reason: undefined };
      noted.set(act, about);
      for (const number of numbers) if (number !== '') about.numbers.add(number);
      if (reason !== undefined) about.reason = maskText(visible(reason));
    },
    refused(why: string): void {
      result = { outcome: 'refused', why };
    },
    failed(why: string): void {
      result = { outcome: 'failed', why };
    },
    answered(): void {
      result = { outcome: 'answered' };
    },
    outcome: (): string => (result.outcome === 'failed' ? result.why : result.outcome) ?? 'failed',
    entries(requested: RequestFacts): AuditEntry[] {
      if (noted.size === 0) return [{ ...requested, ...result, act: 'asked', numbers: [] }];
      return [...noted].map(([act, { numbers, reason }]) => ({
        ...requested,
        ...result,
        act,
        reason,
        numbers: [...numbers],
      }));
    },
  };
}

export type Answer =
  | View
  | { readonly ephemeral: View; readonly isRefusal?: boolean }
  | { readonly modal: ModalView }
  | BackgroundAnswer
  | typeof ALREADY_SHOWN;

export interface IncomingRequest {
  readonly name: string;
  /** Unique; a retry of the request has the same one. */
  readonly requestId: string;
  readonly userId: string;
  readonly channelId: string | undefined;
  readonly messageTs?: string | undefined;
  readonly threadTs?: string | undefined;
  /** Absent for events, which Bolt acknowledges. */
  readonly ack?: () => Promise<void>;
  readonly answerTo: string | ReplyTarget | ModalTarget | Responder;
  readonly open?: (modal: ModalView) => Promise<unknown>;
  /** Whether the answer replaces the message, as for a button. */
  readonly replaces: boolean;
  /** Counts toward the usage limits. */
  readonly asksPlatform: boolean;
  /** Counts toward the usage limits because it sends a message. */
  readonly isLimited?: boolean | undefined;
  /** Retry button, shown with a failure. */
  readonly again?: RetryButton;
  /** Skips deduplication: two replicas may both answer. */
  readonly mayRepeat?: boolean;
  /** When not to record a request without acts. */
  readonly audited?: 'unless_answered' | 'never';
  readonly isCut?: boolean;
  /** Loads the preferences together with other rows. */
  readonly chosen?: (() => Promise<UserPreferences>) | undefined;
  /** An error is explained to the person. `undefined`: the button cannot be read. */
  readonly answer: (context: RequestContext) => Promise<Answer | undefined>;
}
