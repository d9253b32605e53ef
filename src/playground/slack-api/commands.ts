import { isRecord, parseJson } from '../json.ts';
import type { ChannelChange, Conversations } from '../workspace/conversations.ts';
import type { MessageDraft, MessageStore } from '../workspace/messages.ts';
import type { LocalChannel, Person } from '../workspace/people.ts';
import { type SlackTexts, slackTextsFor } from '../workspace/slack-texts.ts';
import { threadOf } from './chat-methods.ts';
import { type Acknowledgement, type Send, type SigningOverrides, UNREACHABLE } from './delivery.ts';
import { commandFields, type PayloadContext } from './payloads.ts';
import { createCommandResponder, type ResponseHandler } from './response-urls.ts';

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
interface CommandsDeps {
  /** Those of the app, with their slashes; without them, every command is. */
  readonly commands: readonly string[] | undefined;
  readonly linksPhoneNumbers: boolean;
  readonly messages: MessageStore;
  readonly conversations: Pick<Conversations, 'change' | 'named'>;
  readonly people: readonly Person[];
  /** Commands whose text names channels and people by their ids, with their slashes. */
  readonly escapes: readonly string[];
  /** Who types where, and what the bot is handed to answer. @throws for a person or a channel that is not there */
  readonly contextOf: (person: string, channel: string, respond: ResponseHandler) => PayloadContext;
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
  const written = (command: string, text: string) => {
    const mentioned = deps.escapes.includes(command)
      ? escapeMentions(text, { people: deps.people, channel: conversations.named })
      : text;
    return deps.linksPhoneNumbers ? linkPhoneNumbers(mentioned) : mentioned;
  };
  /** What Slackbot says of a command that does not reach the bot; nothing for one that does. */
  const slackbotAnswer = (typed: TypedCommand, texts: SlackTexts): string | undefined => {
    const isOurs = deps.commands?.includes(typed.command) ?? true;
    const slacks = isOurs ? undefined : slackCommand(typed, conversations, texts);
    if (!isOurs && slacks === undefined) return texts.noCommand(typed.command);
    return typed.threadTs === undefined ? slacks?.() : texts.notInThreads(typed.command);
  };
  return async (typed) => {
    const { person, channel, command, text, threadTs, signing } = typed;
    const shown = `${command} ${text}`.trimEnd();
    const respond = createCommandResponder({ person, channel, typed: shown }, messages);
    const context = deps.contextOf(person, channel, respond);
    const texts = slackTextsFor(context.person.locale);
    const thread = threadOf({ thread_ts: threadTs }, channel, messages);
    if (thread === 'unknown') throw new Error(`Message ${threadTs} is not there to reply to`);
    const say = (notice: string) => {
      const at = { person, channel, ...(thread === undefined ? {} : { threadTs: thread }) };
      messages.add(slackbotNotice(at, notice));
    };
    const answer = slackbotAnswer(typed, texts);
    if (answer !== undefined) {
      say(answer);
      return NOT_SENT;
    }
    return deps.send({
      type: 'slash_commands',
      payload: commandFields(context, command, written(command, text)),
      takesAnswer: true,
      take(acknowledgement) {
        // What Slack did not send is none of Slackbot's business.
        const error = signing === undefined ? commandError(acknowledgement) : undefined;
        if (error === undefined) return showAnswer(acknowledgement, respond);
        say(texts.commandFailed(command, error));
        return acknowledgement;
      },
      ...(signing === undefined ? {} : { signing }),
    });
  };
}

/** A command may be answered in the acknowledgement itself, as text or as the JSON of a message. */
function showAnswer(acknowledgement: Acknowledgement, respond: ResponseHandler): Acknowledgement {
  const { status, body } = acknowledgement;
  if (status !== 200 || body === '') return acknowledgement;
  const fields = parseJson(body);
  const refusal = respond(isRecord(fields) ? fields : { text: body });
  if (refusal === undefined) return acknowledgement;
  return { ...acknowledgement, refused: refusal.error, faults: refusal.faults };
}

/** What Slackbot says to one person, where they are. */
function slackbotNotice(
  { person, channel, threadTs }: Pick<TypedCommand, 'person' | 'channel' | 'threadTs'>,
  text: string,
): MessageDraft {
  return {
    channel,
    author: 'slackbot',
    visibleTo: person,
    responseType: 'ephemeral',
    text,
    blocks: [],
    ...(threadTs === undefined ? {} : { threadTs }),
  };
}

/** The error by which Slackbot calls what became of a command; none where the bot acknowledged it as it should. */
function commandError({ status, timedOut }: Acknowledgement): string | undefined {
  if (timedOut) return 'operation_timeout';
  if (status === 0) return 'dispatch_failed';
  if (status === 200) return undefined;
  return status >= 500 ? 'http_service_error' : 'http_client_error';
}

/**
 * What `/invite @<app>`, `/remove @<app>` and `/archive` do, returning what Slackbot says then; nothing for any other
 * command. Whoever is mentioned is taken for the app: no other member comes or goes here.
 */
function slackCommand(
  { channel, command, text }: Pick<TypedCommand, 'channel' | 'command' | 'text'>,
  conversations: Pick<Conversations, 'change'>,
  texts: SlackTexts,
): (() => string) | undefined {
  const changing = (change: ChannelChange, said: string) => () => {
    conversations.change(channel, change);
    return said;
  };
  const app = /^@(.+)$/.exec(text)?.[1];
  if (command === '/archive') return changing({ isArchived: true }, texts.archived);
  if (app === undefined) return undefined;
  if (command === '/invite') return changing({ hasBot: true }, texts.invited(app));
  return command === '/remove' ? changing({ hasBot: false }, texts.removed(app)) : undefined;
}

/** Who and what can be mentioned. */
interface Mentioned {
  /** The channel of that name that the person who types knows. */
  readonly channel: (name: string) => LocalChannel | undefined;
  readonly people: readonly Person[];
}

/** The names that Slack lets channels have. */
const CHANNEL = /(?<![\w<#|])#([\p{L}\p{N}_-]+)/gu;
/** An id, or a name without spaces: what is typed by hand is matched no further. */
const PERSON = /(?<![\w<@|.])@([\p{L}\p{N}._-]+)/gu;

/**
 * Writes channels and people as Slack does on their way to a bot whose command wants that: `<#C123|support>`,
 * `<@U123|ana>`. What is nobody's name stays as it was typed.
 */
function escapeMentions(text: string, { channel, people }: Mentioned): string {
  return text
    .replaceAll(CHANNEL, (typed, name: string) => {
      const found = channel(name.toLowerCase());
      return found === undefined ? typed : `<#${found.id}|${found.name}>`;
    })
    .replaceAll(PERSON, (typed, name: string) => {
      const found = people.find((one) => one.name.toLowerCase() === name.toLowerCase());
      return found === undefined ? typed : `<@${found.id}|${found.name}>`;
    });
}

/** Up to 15 digits, in groups or not. A date after a number is not part of it. */
const INTERNATIONAL_NUMBER = /(?<![\w<|:])\+\d(?:(?! \d{4}-\d{2})[ ().-]{0,2}\d){6,14}(?!\d)/g;

/** Writes international phone numbers as Slack does on their way to a bot: `<tel:+56912345678|+56 9 1234 5678>`. */
function linkPhoneNumbers(text: string): string {
  return text.replaceAll(
    INTERNATIONAL_NUMBER,
    (number) => `<tel:+${number.replaceAll(/\D/g, '')}|${number}>`,
  );
}
