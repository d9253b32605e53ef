import type { ChannelChange } from '../workspace/conversations.ts';
import { type SlackTexts, slackTextsFor } from '../workspace/people.ts';
import type { WorkspaceState } from '../workspace/state.ts';
import { type Acknowledgement, type Send, type SigningOverrides, UNREACHABLE } from './delivery.ts';
import { commandFields, type PayloadContext } from './payloads.ts';
import { createResponseHandler, type ResponseHandler } from './response-urls.ts';
import { scopeRefusal } from './responses.ts';

/** `person` and `channel` are ids; `command` has its slash. */
export interface TypedCommand {
  readonly person: string;
  readonly channel: string;
  readonly command: string;
  readonly text: string;
  /** The message it is typed under. Slack takes no command there. */
  readonly threadTs?: string;
  readonly signing?: SigningOverrides;
}

type ContextOf = (person: string, channel: string, respond: ResponseHandler) => PayloadContext;

const NOT_SENT: Acknowledgement = { ...UNREACHABLE, isNotSent: true };

/** Slackbot tells of a command that failed, is not the app's, or stands in a thread. */
export function createCommands(state: WorkspaceState, send: Send, contextOf: ContextOf) {
  const { messages, commands, escapes, linksPhoneNumbers, scopes } = state;
  const written = (command: string, text: string) => {
    const mentioned = escapes.includes(command) ? escapeMentions(text, state) : text;
    return linksPhoneNumbers ? linkPhoneNumbers(mentioned) : mentioned;
  };
  const slackbotAnswer = (typed: TypedCommand, texts: SlackTexts): string | undefined => {
    const isInstalled = scopeRefusal(scopes, 'commands') === undefined;
    const isOurs = isInstalled && (commands?.includes(typed.command) ?? true);
    const slacks = isOurs ? undefined : slackCommand(typed, state, texts);
    if (!isOurs && slacks === undefined) return texts.noCommand(typed.command);
    return typed.threadTs === undefined ? slacks?.() : texts.notInThreads(typed.command);
  };
  return async (typed: TypedCommand): Promise<Acknowledgement> => {
    const { person, channel, command, text, threadTs, signing } = typed;
    const context = contextOf(person, channel, createResponseHandler(messages, { person, channel }));
    const texts = slackTextsFor(context.person.locale);
    const thread = messages.threadOf(threadTs, channel);
    if (thread === undefined) throw new Error(`Message ${threadTs} is not there to reply to`);
    const say = (notice: string) =>
      messages.add({ channel, author: 'slackbot', visibleTo: person, text: notice, blocks: [], ...thread });
    const answer = slackbotAnswer(typed, texts);
    if (answer !== undefined) {
      say(answer);
      return NOT_SENT;
    }
    return send({
      type: 'slash_commands',
      payload: commandFields(context, command, written(command, text)),
      takesAnswer: true,
      take(acknowledgement) {
        // What Slack did not send is none of Slackbot's business.
        const error = signing === undefined ? commandError(acknowledgement) : undefined;
        if (error !== undefined) say(texts.commandFailed(command, error));
        return acknowledgement;
      },
      ...(signing === undefined ? {} : { signing }),
    });
  };
}

/** The error by which Slackbot calls what became of a command; none where the bot acknowledged it as it should. */
function commandError({ status, timedOut }: Acknowledgement): string | undefined {
  if (timedOut) return 'operation_timeout';
  if (status === 0) return 'dispatch_failed';
  if (status === 200) return undefined;
  return status >= 500 ? 'http_service_error' : 'http_client_error';
}

/** Whoever is mentioned is taken for the app: no other member comes or goes here. */
function slackCommand(
  { channel, command, text }: TypedCommand,
  { conversations }: WorkspaceState,
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

const CHANNEL = /(?<![\w<#|])#([\p{L}\p{N}_-]+)/gu;
/** An id, or a name without spaces: what is typed by hand is matched no further. */
const PERSON = /(?<![\w<@|.])@([\p{L}\p{N}._-]+)/gu;

/**
 * As Slack does on the way to the bot: `<#C123|support>`, `<@U123|ana>`, `<!subteam^S123|@on-call>`, `<!here>`. What is
 * nobody's name stays.
 */
function escapeMentions(text: string, { conversations, people, userGroups }: WorkspaceState): string {
  return text
    .replaceAll(CHANNEL, (typed, name: string) => {
      const found = conversations.named(name.toLowerCase());
      return found === undefined ? typed : `<#${found.id}|${found.name}>`;
    })
    .replaceAll(PERSON, (typed, name: string) => {
      const called = name.toLowerCase();
      const found = people.find((one) => one.name.toLowerCase() === called);
      const group = userGroups.find(({ handle }) => handle === called);
      if (called === 'here') return '<!here>';
      if (group !== undefined) return `<!subteam^${group.id}|@${group.handle}>`;
      return found === undefined ? typed : `<@${found.id}|${found.name}>`;
    });
}

/** Up to 15 digits, in groups or not. A date after a number is not part of it. */
const INTERNATIONAL_NUMBER = /(?<![\w<|:])\+\d(?:(?! \d{4}-\d{2})[ ().-]{0,2}\d){6,14}(?!\d)/g;

/** As Slack does on the way to the bot: `<tel:+56912345678|+56 9 1234 5678>`. */
function linkPhoneNumbers(text: string): string {
  return text.replaceAll(
    INTERNATIONAL_NUMBER,
    (number) => `<tel:+${number.replaceAll(/\D/g, '')}|${number}>`,
  );
}
