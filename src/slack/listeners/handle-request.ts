import { randomInt } from 'node:crypto';
import type { ModalView } from '@slack/types';
import { type Advice, type Language, type Translations, translationsFor } from '../../i18n/index.ts';
import type { Log } from '../../ops/log.ts';
import { accessAdvice, adviceView, explain, failureView, otherChannelsView } from '../advice-view.ts';
import { actions, button, type View } from '../blocks/blocks.ts';
import { isTriggerOver, slackErrorCode } from '../errors.ts';
import { createFormatter } from '../format.ts';
import type { Access } from './access.ts';
import type { BackgroundAnswer, RequestContext, SHOWN_THERE } from './context.ts';
import {
  createReplier,
  createResponder,
  type Responder,
  type ResponderOptions,
  type WrittenAt,
} from './respond.ts';
import type { Users } from './users.ts';

/** A view; one that never replaces the message of its button; a modal; an answer later, elsewhere; or none. */
export type Answer =
  | View
  | { readonly ephemeral: View }
  | { readonly modal: ModalView }
  | BackgroundAnswer
  | typeof SHOWN_THERE;

export interface IncomingRequest {
  readonly name: string;
  readonly userId: string;
  readonly channelId: string | undefined;
  readonly ack: () => Promise<void>;
  /** Where answers go: a `response_url`, which can be answered for 30 minutes; of words, where they were written. */
  readonly answerTo: string | WrittenAt;
  /** Opens a modal; left out where there is no trigger for one. */
  readonly open?: (modal: ModalView) => Promise<unknown>;
  /** A button's answer replaces its message; a command's can only be added. */
  readonly replaces: boolean;
  /** Whether an answer may wait for the platform: the line before one that takes long says what is waited for. */
  readonly asksPlatform: boolean;
  /**
   * For a button whose answer takes the place of its message: what asks again. The line before an answer that takes
   * long stands in that place too, and so does what went wrong, with a button to try again.
   */
  readonly again?: Again;
  /** What it throws becomes a sentence, a next step and a reference. `undefined`: a button that cannot be read. */
  readonly answer: (context: RequestContext) => Promise<Answer | undefined>;
}

interface Again {
  readonly blockId: string;
  readonly actionId: string;
  readonly value: string;
}

type Answering = Pick<ResponderOptions, 'fetch' | 'post' | 'blockFallback' | 'log'>;

export interface RequestHandlerOptions extends Answering {
  readonly users: Users;
  readonly access: Access;
  /** Whom people ask about the bot itself; left out where nobody is named. */
  readonly supportContact?: string | undefined;
  readonly now: () => Date;
  /** Spoken until it is known what the user speaks. */
  readonly language: Language;
  readonly workingAfterMs?: number;
}

interface Handling {
  readonly request: IncomingRequest;
  readonly context: RequestContext;
  readonly respond: Responder['respond'];
  readonly entry: Log;
  readonly reference: string;
}

/** Acknowledges a request at once, checks access, answers, and says what went wrong. One catch site. */
export function createRequestHandler(options: RequestHandlerOptions) {
  const {
    users,
    access,
    supportContact,
    log,
    now,
    fetch,
    post,
    blockFallback,
    language,
    workingAfterMs = 1_000,
  } = options;
  return async (request: IncomingRequest): Promise<void> => {
    // An acknowledgement that is lost on the way is no reason to leave the request unanswered.
    await request
      .ack()
      .catch((error: unknown) => log.warn({ err: error }, 'an acknowledgement was not taken'));
    const startedMs = performance.now();
    const reference = newReference();
    const { name, userId, channelId, answerTo } = request;
    const entry = log.child({ ref: reference, name, user: userId, channel: channelId });
    const { respond, tryRespond } =
      typeof answerTo === 'string'
        ? createResponder({ responseUrl: answerTo, userId, fetch, post, blockFallback, log: entry })
        : createReplier(answerTo, post);
    let t = translationsFor(language);
    const working = startLater(workingAfterMs, () =>
      tryRespond(
        { text: request.asksPlatform ? t.asking : t.working, blocks: [] },
        request.again !== undefined,
      ),
    );

    const user = await users.find(userId);
    t = translationsFor(user.language);
    const askedAt = now();
    const formatter = createFormatter(t, user.timeZone, askedAt);
    const context: RequestContext = { user, channelId, t, formatter, now: askedAt };
    const handling: Handling = { request, context, respond, entry, reference };
    const answer = await answerOrRefuse(handling, access, supportContact);
    const isInPlace = (await working.end()) && request.again !== undefined;
    try {
      if ('modal' in answer) await openModal(answer.modal, handling);
      else if ('ephemeral' in answer) {
        const { ephemeral } = answer;
        await respond(
          isInPlace && request.again ? withAgain(ephemeral, request.again, t) : ephemeral,
          isInPlace,
        );
      } else if ('finish' in answer) await answerInBackground(answer, handling);
      else if (!('isShown' in answer)) await respond(answer, request.replaces);
      entry.info({ tookMs: Math.round(performance.now() - startedMs) }, 'answered');
    } catch (error) {
      entry.error({ err: error }, 'Slack did not take the answer');
    }
  };
}

/** Never rejects. */
async function answerOrRefuse(
  { request, context, entry, reference }: Handling,
  access: Access,
  supportContact: string | undefined,
): Promise<Answer> {
  const { t, formatter, user, channelId } = context;
  const failure = (advice: Advice): Answer => ({ ephemeral: failureView(advice, reference, t) });
  try {
    const refused = await access.refusalFor(user, channelId);
    if (refused) {
      entry.warn({ refusal: refused.refusal, because: refused.because }, 'refused');
      if (refused.refusal === 'channel')
        return { ephemeral: otherChannelsView(t.refusals.channel, access.channels, supportContact, t) };
      const advice = accessAdvice(refused, t);
      return refused.refusal === 'unverified' ? failure(advice) : { ephemeral: adviceView(advice, t) };
    }
    const answer = await request.answer(context);
    if (answer) return answer;
    entry.warn('a button that cannot be read');
    return failure(t.refusals.staleButton);
  } catch (error) {
    entry.error({ err: error }, 'failed');
    return failure(explain(error, t, formatter));
  }
}

/** What stood there before is gone: a button brings its successor. */
function withAgain(said: View, { blockId, actionId, value }: Again, t: Translations): View {
  const { text, blocks } = said;
  return { text, blocks: [...blocks, actions(blockId, button(actionId, t.answer.again, value))] };
}

async function answerInBackground(
  { interim, replaces = false, finish }: BackgroundAnswer,
  { request, context, respond, entry, reference }: Handling,
): Promise<void> {
  const { t, formatter } = context;
  await respond(interim, replaces && request.replaces).catch((error: unknown) =>
    entry.warn({ err: error }, 'Slack did not take a line'),
  );
  const late = await finish((error) => {
    entry.error({ err: error }, 'failed');
    return failureView(explain(error, t, formatter), reference, t);
  });
  if (late) await respond(late, false);
}

async function openModal(
  modal: ModalView,
  { request, context, respond, entry, reference }: Handling,
): Promise<void> {
  if (!request.open) throw new Error('a modal needs a trigger');
  const { formTooLate, formFailed } = context.t.refusals;
  try {
    await request.open(modal);
  } catch (error) {
    entry.warn({ err: error }, 'a form did not open');
    const advice = isTriggerOver(slackErrorCode(error) ?? '') ? formTooLate : formFailed;
    await respond(failureView(advice, reference, context.t), false);
  }
}

/** Does something once a while has passed, unless ended first; `end` waits until it is done, and says whether it was. */
function startLater(delayMs: number, start: () => Promise<unknown>) {
  let started: Promise<unknown> | undefined;
  const timer = setTimeout(() => {
    started = start();
  }, delayMs);
  return {
    async end() {
      clearTimeout(timer);
      await started;
      return started !== undefined;
    },
  };
}

/** Letters and digits that cannot be taken for one another when read out over a telephone. */
const REFERENCE_ALPHABET = 'ACDEFHJKLMNPQRTUVWXY3479';

function newReference(): string {
  return Array.from({ length: 6 }, () => REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)]).join('');
}
