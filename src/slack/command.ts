import { randomInt } from 'node:crypto';
import type { ModalView } from '@slack/types';
import type { Log } from '../ops/log.ts';
import type { Access } from './access.ts';
import type { View } from './blocks.ts';
import { adviceView, explain, failureView } from './errors.ts';
import { createFormats, type Formats } from './format.ts';
import type { Person } from './people.ts';
import { createReply, type ReplyOptions, type Say } from './reply.ts';
import { slackErrorOf } from './slack-error.ts';
import { type Advice, type Language, type Words, wordsFor } from './words/index.ts';

/** Who is asking, where, and how to speak to them. */
export interface Asker {
  readonly person: Person;
  readonly channelId: string | undefined;
  readonly words: Words;
  readonly formats: Formats;
  /** When the question came. */
  readonly now: Date;
}

/** An answer that takes long: it is brought elsewhere, a line says so here. */
export interface LongAnswer {
  /** Said here at once, beside whatever is there. */
  readonly meanwhile: View;
  /** Where a button was pressed, `meanwhile` takes the place of its message. */
  readonly replaces?: boolean;
  /**
   * Sees it through. Given is what makes a sentence of something thrown, and logs it under the question's reference.
   * Resolves with a view where the answer has to be said here after all.
   */
  readonly rest: (failureOf: FailureOf) => Promise<View | undefined>;
}

export type FailureOf = (error: unknown) => View;

/**
 * What a question gets: a view in the asker's eyes alone; one that never takes the place of the message a button
 * sits on; a modal; or an answer that comes later, elsewhere.
 */
export type Answer = View | { readonly aside: View } | { readonly modal: ModalView } | LongAnswer;

/** A question on its way through the bot, however it came in. */
export interface Question {
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
  readonly answer: (asker: Asker) => Promise<Answer | undefined>;
}

export interface AttendOptions {
  readonly people: { find(id: string): Promise<Person> };
  readonly access: Access;
  readonly log: Log;
  readonly now: () => Date;
  readonly fetch: ReplyOptions['fetch'];
  readonly post: ReplyOptions['post'];
  readonly fitting: ReplyOptions['fitting'];
  /** Spoken until it is known what the asker speaks. */
  readonly language: Language;
  /** An answer that takes longer is preceded by a line that says so. */
  readonly workingAfterMs?: number;
}

export type Attend = (question: Question) => Promise<void>;

/** Sees a question through: acknowledges it at once, checks access, answers, and says what went wrong. One catch site. */
export function createAttend({
  people,
  access,
  log,
  now,
  fetch,
  post,
  fitting,
  language,
  workingAfterMs = 1_000,
}: AttendOptions): Attend {
  return async (question) => {
    // An acknowledgement that is lost on the way is no reason to leave the question unanswered.
    await question
      .ack()
      .catch((error: unknown) => log.warn({ err: error }, 'an acknowledgement was not taken'));
    const startedMs = performance.now();
    const reference = newReference();
    const { name, userId, channelId, responseUrl } = question;
    const entry = log.child({ ref: reference, name, user: userId, channel: channelId });
    const { say, mention } = createReply({ responseUrl, userId, fetch, post, fitting, log: entry });
    let words = wordsFor(language);
    const working = announceAfter(workingAfterMs, () =>
      mention({ text: question.asksPlatform ? words.asking : words.working, blocks: [] }),
    );

    const person = await people.find(userId);
    words = wordsFor(person.language);
    const askedAt = now();
    const formats = createFormats(words, person.timeZone, askedAt);
    const asker: Asker = { person, channelId, words, formats, now: askedAt };
    const answer = await decide(question, asker, { access, entry, reference });
    await working.end();
    try {
      if ('modal' in answer) await openOrSay(answer.modal, question, asker, say, { entry, reference });
      else if ('aside' in answer) await say(answer.aside, false);
      else if ('rest' in answer) await seeThrough(answer, question, asker, say, { entry, reference });
      else await say(answer, question.replaces);
      entry.info({ tookMs: Math.round(performance.now() - startedMs) }, 'answered');
    } catch (error) {
      entry.error({ err: error }, 'Slack did not take the answer');
    }
  };
}

/** Says that the answer comes later, and brings it, whether or not the first was taken. */
async function seeThrough(
  { meanwhile, replaces = false, rest }: LongAnswer,
  question: Pick<Question, 'replaces'>,
  { words, formats }: Asker,
  say: Say,
  { entry, reference }: { entry: Log; reference: string },
): Promise<void> {
  await say(meanwhile, replaces && question.replaces).catch((error: unknown) =>
    entry.warn({ err: error }, 'Slack did not take a line'),
  );
  const late = await rest((error) => {
    entry.error({ err: error }, 'failed');
    return failureView(explain(error, words, formats), reference, words);
  });
  if (late) await say(late, false);
}

/** Opens a form; where Slack does not, says so. */
async function openOrSay(
  modal: ModalView,
  { open }: Question,
  asker: Asker,
  say: Say,
  { entry, reference }: { entry: Log; reference: string },
): Promise<void> {
  if (!open) throw new Error('a modal needs a trigger');
  const { words } = asker;
  try {
    await open(modal);
  } catch (error) {
    entry.warn({ err: error }, 'a form did not open');
    const isLate = ['expired_trigger_id', 'exchanged_trigger_id', 'timeout'].includes(
      slackErrorOf(error) ?? '',
    );
    await say(
      failureView(isLate ? words.refusals.formTooLate : words.refusals.formFailed, reference, words),
      false,
    );
  }
}

/** What to answer: what the feature says, or why not. Never rejects. */
async function decide(
  question: Question,
  asker: Asker,
  { access, entry, reference }: { access: Access; entry: Log; reference: string },
): Promise<Answer> {
  const { words, formats, person, channelId } = asker;
  const failure = (advice: Advice): Answer => ({ aside: failureView(advice, reference, words) });
  try {
    const refused = await access.refusalFor(person, channelId);
    if (refused) {
      entry.warn({ refusal: refused.refusal, because: refused.because }, 'refused');
      const advice = words.refusals[refused.refusal];
      return refused.refusal === 'unverified' ? failure(advice) : { aside: adviceView(advice, words) };
    }
    const answer = await question.answer(asker);
    if (answer) return answer;
    entry.warn('a button that cannot be read');
    return failure(words.refusals.staleButton);
  } catch (error) {
    entry.error({ err: error }, 'failed');
    return failure(explain(error, words, formats));
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
