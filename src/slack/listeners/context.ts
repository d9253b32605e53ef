import type { ModalView } from '@slack/types';
import type { Act, ActOutcome, AuditEntry } from '../../domain/audit.ts';
import { maskText } from '../../domain/messages/redaction.ts';
import type { DateClock } from '../../domain/time/period-phrase.ts';
import { mayWriteMonthFirst } from '../../domain/time/time-input.ts';
import type { Translations } from '../../i18n/index.ts';
import type { View } from '../blocks/blocks.ts';
import type { Localized } from '../blocks/format.ts';
import { visible } from '../blocks/text.ts';
import type { FieldErrors, Fields, Form, FormContext } from '../forms/modal.ts';
import type { ModalTarget, ReplyTarget, Responder } from './respond.ts';
import type { SlackUser } from './users.ts';

export interface RequestContext<T extends Translations = Translations> extends Localized<T> {
  readonly user: SlackUser;
  readonly channelId: string | undefined;
  readonly messageTs?: string | undefined;
  /** Slack's time stamp of the thread, or of the message, that the request is about. */
  readonly threadTs?: string | undefined;
  readonly now: Date;
  readonly acts: ActNotes;
  /** Counts further look-ups of the same request toward the limits of use. @throws OverLimitError */
  readonly countFurther: (lookups: number) => Promise<void>;
}

export type FailureOf = (error: unknown) => View;

export interface BackgroundAnswer {
  /** View sent at once, before the answer is ready; absent if the progress is visible elsewhere. */
  readonly interim?: View | undefined;
  readonly replaces?: boolean;
  /** Finds the answer after `interim` was sent; the returned view, if any, is posted. */
  readonly finish: (failureOf: FailureOf) => Promise<View | undefined>;
}

export const ALREADY_SHOWN = { isShown: true } as const;

/** A `View` replaces the message of the pressed button; an `ephemeral` view is a new message. */
export type FormReply = View | { readonly ephemeral: View } | BackgroundAnswer | typeof ALREADY_SHOWN;

export type Reply = FormReply | { readonly form: Form };

export type AnswerCommand<T extends Translations = Translations> = (
  text: string,
  context: RequestContext<T>,
) => Promise<Reply>;

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
  /** Checks a submitted form. Synchronous, because Slack waits only three seconds for the result. */
  readonly read: (
    fields: Fields,
    context: FormContext<T>,
  ) => { readonly request: Request } | { readonly errors: FieldErrors };
  readonly answer: (request: Request, context: RequestContext<T>) => Promise<FormReply>;
  readonly again?: (request: Request) => RetryButton;
  /** By action id: buttons and menus that change the form. `fields` includes the fields that are hidden. */
  readonly controls: Readonly<Record<string, (fields: Fields, t: T) => Form>>;
}

export function periodClock({ user, now }: Pick<RequestContext, 'user' | 'now'>): DateClock {
  const { language, timeZone: zone } = user;
  return { now, zone, mayBeMonthFirst: mayWriteMonthFirst(language, zone) };
}

type RequestFacts = Pick<AuditEntry, 'surface' | 'person' | 'team' | 'channel' | 'reference'>;

export type ActNotes = ReturnType<typeof gatherActs>;

/** Collects what a person does in a request, for the audit. A feature notes each act before it starts. */
export function gatherActs() {
  const noted = new Map<Act, { readonly numbers: Set<string>; reason: string | undefined }>();
  let result: { readonly outcome: ActOutcome; readonly why?: string } = { outcome: 'answered' };
  return {
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
  /** Unique for each request, except that the id stays the same if Slack repeats the request. */
  readonly requestId: string;
  readonly userId: string;
  readonly channelId: string | undefined;
  readonly messageTs?: string | undefined;
  readonly threadTs?: string | undefined;
  readonly ack?: () => Promise<void>;
  readonly answerTo: string | ReplyTarget | ModalTarget | Responder;
  readonly open?: (modal: ModalView) => Promise<unknown>;
  readonly replaces: boolean;
  /** Whether the request calls the SMS platform; then it counts toward the usage limits. */
  readonly asksPlatform: boolean;
  /** Whether a request that does not call the SMS platform counts toward the usage limits, too. */
  readonly isLimited?: boolean | undefined;
  readonly again?: RetryButton;
  /** True if a repeated request does no harm: it is not filtered out, so two replicas may both answer. */
  readonly mayRepeat?: boolean;
  /** Absent: the audit records every request. `unless_answered`: only refused and failed requests. */
  readonly audited?: 'unless_answered' | 'never';
  readonly isCut?: boolean;
  /** Answers; `undefined` if the button's value cannot be read. The person gets an explanation of errors. */
  readonly answer: (context: RequestContext) => Promise<Answer | undefined>;
}
