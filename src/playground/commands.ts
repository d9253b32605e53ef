import { threadOf } from './chat-methods.ts';
import type { Conversations } from './conversations.ts';
import { type Acknowledgement, UNREACHABLE } from './delivery.ts';
import { isRecord, parseJson } from './json.ts';
import { escapeMentions } from './mentions.ts';
import type { MessageStore } from './messages.ts';
import { commandFields, type PayloadContext } from './payloads.ts';
import type { Person } from './people.ts';
import { linkPhoneNumbers } from './phone-links.ts';
import { createCommandResponder, type Responder } from './responders.ts';
import type { Send } from './sender.ts';
import type { SigningOverrides } from './signing.ts';
import { slackCommand } from './slack-commands.ts';
import { slackWordsFor } from './slack-words.ts';
import { commandError, slackbotNotice } from './slackbot.ts';

/** A slash command as it is typed. */
export interface TypedCommand {
  /** Id of the person. */
  readonly person: string;
  /** Id of the channel. */
  readonly channel: string;
  /** With its slash. */
  readonly command: string;
  readonly text: string;
  /** The message it is typed under. Slack takes no command there. */
  readonly threadTs?: string;
  readonly signing?: SigningOverrides;
}

/** What commands need to know. */
export interface CommandsDeps {
  /** Those of the app, with their slashes; without them, every command is. */
  readonly commands: readonly string[] | undefined;
  readonly linksPhoneNumbers: boolean;
  readonly messages: MessageStore;
  readonly conversations: Pick<Conversations, 'change' | 'named'>;
  readonly people: readonly Person[];
  /** Commands whose text names channels and people by their ids, with their slashes. */
  readonly escapes: readonly string[];
  /** Who types where, and what the bot is handed to answer. @throws for a person or a channel that is not there */
  readonly contextOf: (person: string, channel: string, respond: Responder) => PayloadContext;
  readonly send: Send;
}

/** What became of a command that Slack keeps to itself. */
const NOT_SENT: Acknowledgement = { ...UNREACHABLE, isNotSent: true };

/**
 * Creates the typing of commands, and where the app's are known, of some of Slack's own. Slackbot tells the person of a
 * command that failed, of one that is not the app's, and of one in a thread.
 */
export function createCommands(deps: CommandsDeps): (typed: TypedCommand) => Promise<Acknowledgement> {
  const { messages, conversations } = deps;
  return async ({ person, channel, command, text, threadTs, signing }) => {
    const typed = `${command} ${text}`.trimEnd();
    const respond = createCommandResponder({ person, channel, typed }, messages);
    const context = deps.contextOf(person, channel, respond);
    const words = slackWordsFor(context.person.locale);
    const thread = threadOf({ thread_ts: threadTs }, channel, messages);
    if (thread === 'unknown') throw new Error(`Message ${threadTs} is not there to reply to`);
    const say = (notice: string) => {
      const at = { person, channel, ...(thread === undefined ? {} : { threadTs: thread }) };
      messages.add(slackbotNotice(at, notice));
    };
    const isOurs = deps.commands?.includes(command) ?? true;
    const slacks = isOurs ? undefined : slackCommand({ channel, command, text }, conversations, words);
    if (!isOurs && slacks === undefined) {
      say(words.noCommand(command));
      return NOT_SENT;
    }
    if (thread !== undefined) {
      say(words.notInThreads(command));
      return NOT_SENT;
    }
    if (slacks !== undefined) {
      say(slacks());
      return NOT_SENT;
    }
    const mentioned = deps.escapes.includes(command)
      ? escapeMentions(text, { people: deps.people, channel: conversations.named })
      : text;
    return deps.send({
      type: 'slash_commands',
      payload: commandFields(
        context,
        command,
        deps.linksPhoneNumbers ? linkPhoneNumbers(mentioned) : mentioned,
      ),
      takesAnswer: true,
      take(acknowledgement) {
        // What Slack did not send is none of Slackbot's business.
        const error = signing === undefined ? commandError(acknowledgement) : undefined;
        if (error === undefined) return showAnswer(acknowledgement, respond);
        say(words.commandFailed(command, error));
        return acknowledgement;
      },
      ...(signing === undefined ? {} : { signing }),
    });
  };
}

/** A command may be answered in the acknowledgement itself, as text or as the JSON of a message. */
function showAnswer(acknowledgement: Acknowledgement, respond: Responder): Acknowledgement {
  const { status, body } = acknowledgement;
  if (status !== 200 || body === '') return acknowledgement;
  const fields = parseJson(body);
  const refusal = respond(isRecord(fields) ? fields : { text: body });
  if (refusal === undefined) return acknowledgement;
  return { ...acknowledgement, refused: refusal.error, faults: refusal.faults };
}
