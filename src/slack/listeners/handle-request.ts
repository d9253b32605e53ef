import { randomInt } from 'node:crypto';
import type { ModalView } from '@slack/types';
import { type Advice, type Language, translationsFor } from '../../i18n/index.ts';
import type { Log } from '../../ops/log.ts';
import type { View } from '../blocks/blocks.ts';
import { adviceView, explain, failureView } from '../error-view.ts';
import { slackErrorCode } from '../errors.ts';
import { createFormatter } from '../format.ts';
import type { Access } from './access.ts';
import type { RequestContext } from './context.ts';
import { createResponder, type ResponderOptions, type Say } from './respond.ts';
import type { SlackUser } from './users.ts';

/** An answer that takes long: it is brought elsewhere, a line says so here. */
export interface BackgroundAnswer {
  /** Said here at once, beside whatever is there. */
  readonly interim: View;
  /** Where a button was pressed, `meanwhile` takes the place of its message. */
  readonly replaces?: boolean;
  /**
   * Sees it through. Given is what makes a sentence of something thrown, and logs it under the question's reference.
   * Resolves with a view where the answer has to be said here after all.
   */
  readonly finish: (failureOf: FailureOf) => Promise<View | undefined>;
}

export type FailureOf = (error: unknown) => View;

/**
 * What a question gets: a view in the asker's eyes alone; one that never takes the place of the message a button
 * sits on; a modal; or an answer that comes later, elsewhere.
 */
export type Answer = View | { readonly ephemeral: View } | { readonly modal: ModalView } | BackgroundAnswer;

/** A question on its way through the bot, however it came in. */
export interface IncomingRequest {
  /** For the log: the command or action. */
  readonly name: string;
  readonly userId: string;
  readonly channelId: string | undefined;
  readonly ack: () => Promise<void>;
  /** Where answers go. A `response_url`, which can be answered for 30 minutes. */
  readonly responseUrl: string;
  /** Opens a modal; left out where there is no trigger for one. */
  readonly open?: (modal: ModalView) => Promise<unknown>;
  /** A button's answer replaces its message; a command's can only be added. */
  readonly replaces: boolean;
  /** Whether an answer may wait for the platform: the line before one that takes long says what is waited for. */
  readonly asksPlatform: boolean;
  /** What it throws becomes a sentence, a next step and a reference. `undefined`: a button that cannot be read. */
  readonly answer: (context: RequestContext) => Promise<Answer | undefined>;
}

export interface RequestHandlerOptions {
  readonly users: { find(id: string): Promise<SlackUser> };
  readonly access: Access;
  readonly log: Log;
  readonly now: () => Date;
  readonly fetch: ResponderOptions['fetch'];
  readonly post: ResponderOptions['post'];
  readonly blockFallback: ResponderOptions['blockFallback'];
  /** Spoken until it is known what the asker speaks. */
  readonly language: Language;
  /** An answer that takes longer is preceded by a line that says so. */
  readonly workingAfterMs?: number;
}

export type HandleRequest = (question: IncomingRequest) => Promise<void>;

/** Sees a question through: acknowledges it at once, checks access, answers, and says what went wrong. One catch site. */
export function createRequestHandler({
  users: people,
  access,
  log,
  now,
  fetch,
  post,
  blockFallback,
  language,
  workingAfterMs = 1_000,
}: RequestHandlerOptions): HandleRequest {
  return async (question) => {
    // An acknowledgement that is lost on the way is no reason to leave the question unanswered.
    await question
      .ack()
      .catch((error: unknown) => log.warn({ err: error }, 'an acknowledgement was not taken'));
    const startedMs = performance.now();
    const reference = newReference();
    const { name, userId, channelId, responseUrl } = question;
    const entry = log.child({ ref: reference, name, user: userId, channel: channelId });
    const { say, mention } = createResponder({ responseUrl, userId, fetch, post, blockFallback, log: entry });
    let t = translationsFor(language);
    const working = announceAfter(workingAfterMs, () =>
      mention({ text: question.asksPlatform ? t.asking : t.working, blocks: [] }),
    );

    const user = await people.find(userId);
    t = translationsFor(user.language);
    const askedAt = now();
    const formatter = createFormatter(t, user.timeZone, askedAt);
    const context: RequestContext = { user, channelId, t, formatter, now: askedAt };
    const answer = await decide(question, context, { access, entry, reference });
    await working.end();
    try {
      if ('modal' in answer) await openOrSay(answer.modal, question, context, say, { entry, reference });
      else if ('ephemeral' in answer) await say(answer.ephemeral, false);
      else if ('finish' in answer) await seeThrough(answer, question, context, say, { entry, reference });
      else await say(answer, question.replaces);
      entry.info({ tookMs: Math.round(performance.now() - startedMs) }, 'answered');
    } catch (error) {
      entry.error({ err: error }, 'Slack did not take the answer');
    }
  };
}

/** Says that the answer comes later, and brings it, whether or not the first was taken. */
async function seeThrough(
  { interim: meanwhile, replaces = false, finish: rest }: BackgroundAnswer,
  question: Pick<IncomingRequest, 'replaces'>,
  { t, formatter }: RequestContext,
  say: Say,
  { entry, reference }: { entry: Log; reference: string },
): Promise<void> {
  await say(meanwhile, replaces && question.replaces).catch((error: unknown) =>
    entry.warn({ err: error }, 'Slack did not take a line'),
  );
  const late = await rest((error) => {
    entry.error({ err: error }, 'failed');
    return failureView(explain(error, t, formatter), reference, t);
  });
  if (late) await say(late, false);
}

/** Opens a form; where Slack does not, says so. */
async function openOrSay(
  modal: ModalView,
  { open }: IncomingRequest,
  context: RequestContext,
  say: Say,
  { entry, reference }: { entry: Log; reference: string },
): Promise<void> {
  if (!open) throw new Error('a modal needs a trigger');
  const { t } = context;
  try {
    await open(modal);
  } catch (error) {
    entry.warn({ err: error }, 'a form did not open');
    const isLate = ['expired_trigger_id', 'exchanged_trigger_id', 'timeout'].includes(
      slackErrorCode(error) ?? '',
    );
    await say(failureView(isLate ? t.refusals.formTooLate : t.refusals.formFailed, reference, t), false);
  }
}

/** What to answer: what the feature says, or why not. Never rejects. */
async function decide(
  question: IncomingRequest,
  context: RequestContext,
  { access, entry, reference }: { access: Access; entry: Log; reference: string },
): Promise<Answer> {
  const { t, formatter, user, channelId } = context;
  const failure = (advice: Advice): Answer => ({ ephemeral: failureView(advice, reference, t) });
  try {
    const refused = await access.refusalFor(user, channelId);
    if (refused) {
      entry.warn({ refusal: refused.refusal, because: refused.because }, 'refused');
      const advice = t.refusals[refused.refusal];
      return refused.refusal === 'unverified' ? failure(advice) : { ephemeral: adviceView(advice, t) };
    }
    const answer = await question.answer(context);
    if (answer) return answer;
    entry.warn('a button that cannot be read');
    return failure(t.refusals.staleButton);
  } catch (error) {
    entry.error({ err: error }, 'failed');
    return failure(explain(error, t, formatter));
  }
}

/** Says something once a while has passed, unless ended first; `end` waits until it has been said. */
function announceAfter(delayMs: number, say: () => Promise<unknown>) {
  let saying: Promise<unknown> | undefined;
  const timer = setTimeout(() => {
    saying = say();
  }, delayMs);
  return {
    async end() {
      clearTimeout(timer);
      await saying;
    },
  };
}

/** Letters and digits that cannot be taken for one another when read out over a telephone. */
const REFERENCE_ALPHABET = 'ACDEFHJKLMNPQRTUVWXY3479';

function newReference(): string {
  return Array.from({ length: 6 }, () => REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)]).join('');
}
