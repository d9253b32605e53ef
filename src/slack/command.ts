import { randomInt } from 'node:crypto';
import type { App, RespondArguments, RespondFn } from '@slack/bolt';
import type { Log } from '../ops/log.ts';
import type { Access } from './access.ts';
import type { View } from './blocks.ts';
import { adviceView, explain, failureView } from './errors.ts';
import { createFormats, type Formats } from './format.ts';
import type { Person } from './people.ts';
import { type Words, wordsFor } from './words/index.ts';

/** Who is asking, where, and how to speak to them. */
export interface Asker {
  readonly person: Person;
  readonly channelId: string | undefined;
  readonly words: Words;
  readonly formats: Formats;
  /** When the question came. */
  readonly now: Date;
}

/** Answers what was typed after a command. What it throws becomes a sentence, a next step and a reference. */
export type AnswerCommand = (text: string, asker: Asker) => Promise<View>;
/**
 * Answers a button by its value; the answer takes the place of the message the button sits on.
 * `undefined`: the value cannot be read (any more).
 */
export type AnswerButton = (value: string, asker: Asker) => Promise<View | undefined>;

/** How a feature is reached: each is acknowledged at once, checked for access, logged, and answered to the asker alone. */
export interface Desk {
  command(name: string, answer: AnswerCommand): void;
  button(actionId: string, answer: AnswerButton): void;
}

export interface DeskOptions {
  readonly app: Pick<App, 'command' | 'action'>;
  readonly people: { find(id: string): Promise<Person> };
  readonly access: Access;
  readonly log: Log;
  readonly now: () => Date;
  /** An answer that takes longer is preceded by a line that says so. */
  readonly workingAfterMs?: number;
}

interface Question {
  readonly name: string;
  readonly userId: string;
  readonly channelId: string | undefined;
  /** A button's answer replaces its message; a command's can only be added. */
  readonly replaces: boolean;
  readonly ack: () => Promise<void>;
  readonly respond: RespondFn;
  readonly answer: (asker: Asker) => Promise<View | undefined>;
}

export function createDesk({ app, people, access, log, now, workingAfterMs = 1_000 }: DeskOptions): Desk {
  async function attend(question: Question): Promise<void> {
    await question.ack();
    const startedMs = performance.now();
    const reference = newReference();
    const entry = log.child({
      ref: reference,
      name: question.name,
      user: question.userId,
      channel: question.channelId,
    });
    const say = (message: View, replaces = false) => question.respond(envelope(message, replaces));
    const person = await people.find(question.userId);
    const words = wordsFor(person.language);
    const asker = {
      person,
      channelId: question.channelId,
      words,
      now: now(),
      formats: createFormats(words, person.timeZone, now()),
    };

    const elapsedMs = performance.now() - startedMs;
    const working = announceAfter(Math.max(0, workingAfterMs - elapsedMs), () =>
      say({ text: words.working, blocks: [] }),
    );
    try {
      const refused = await access.refusalFor(person, question.channelId);
      if (refused) {
        entry.warn({ refusal: refused.refusal, because: refused.because }, 'refused');
        await working.end();
        await say(adviceView(words.refusals[refused.refusal], words));
        return;
      }
      const answer = await question.answer(asker);
      await working.end();
      if (answer) await say(answer, question.replaces);
      else await say(adviceView(words.refusals.staleButton, words));
      entry.info({ tookMs: Math.round(performance.now() - startedMs) }, 'answered');
    } catch (error) {
      entry.error({ err: error }, 'failed');
      await working.end();
      await say(failureView(explain(error, words, asker.formats), reference, words)).catch(
        (unsaid: unknown) => entry.error({ err: unsaid }, 'Slack did not take the answer'),
      );
    }
  }

  return {
    command(name, answer) {
      app.command(name, ({ command, ack, respond }) =>
        attend({
          name,
          userId: command.user_id,
          channelId: command.channel_id,
          replaces: false,
          ack: () => ack(),
          respond,
          answer: (asker) => answer(command.text.trim(), asker),
        }),
      );
    },
    button(actionId, answer) {
      app.action({ type: 'block_actions', action_id: actionId }, ({ body, action, ack, respond }) =>
        attend({
          name: actionId,
          userId: body.user.id,
          channelId: body.type === 'block_actions' ? body.channel?.id : undefined,
          replaces: true,
          ack: () => ack(),
          respond,
          answer: (asker) =>
            answer('value' in action && typeof action.value === 'string' ? action.value : '', asker),
        }),
      );
    },
  };
}

function envelope(message: View, replaces: boolean): RespondArguments {
  const { text, blocks } = message;
  return {
    response_type: 'ephemeral',
    replace_original: replaces,
    text,
    ...(blocks.length > 0 ? { blocks } : {}),
    unfurl_links: false,
    unfurl_media: false,
  };
}

/** Says something once a while has passed, unless ended first; `end` waits until it has been said. */
function announceAfter(delayMs: number, say: () => Promise<unknown>) {
  let saying: Promise<unknown> | undefined;
  const timer = setTimeout(() => {
    // A lost working line costs nothing.
    saying = say().catch(() => undefined);
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
