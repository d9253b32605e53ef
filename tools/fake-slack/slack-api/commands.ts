import type { ChannelChange } from '../workspace/conversations.ts';
import { type SlackTexts, slackTextsFor } from '../workspace/people.ts';
import type { WorkspaceState } from '../workspace/state.ts';
import { type Acknowledgement, type Send, type SigningOverrides, UNREACHABLE } from './delivery.ts';
import { commandFields, type PayloadContext } from './payloads.ts';
import { createResponseHandler, type ResponseHandler } from './response-urls.ts';
import { scopeRefusal } from './responses.ts';
import { escapeMentions, linkPhoneNumbers } from './written-text.ts';

/** `person` and `channel` are ids; `command` includes the slash. */
export interface TypedCommand {
  readonly person: string;
  readonly channel: string;
  readonly command: string;
  readonly text: string;
  /** Thread in which the command is typed. Slack refuses commands in threads. */
  readonly threadTs?: string;
  readonly signing?: SigningOverrides;
}

type ContextOf = (person: string, channel: string, respond: ResponseHandler) => PayloadContext;

const NOT_SENT: Acknowledgement = { ...UNREACHABLE, isNotSent: true };

/** Runs slash commands. Slackbot reports a command that fails, is not the app's, or is in a thread. */
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
      acceptsPayload: true,
      onAcknowledged(acknowledgement) {
        // A test overrides the signature so that the bot refuses the command; Slackbot then posts no error.
        const error = signing === undefined ? commandError(acknowledgement) : undefined;
        if (error !== undefined) say(texts.commandFailed(command, error));
        return acknowledgement;
      },
      ...(signing === undefined ? {} : { signing }),
    });
  };
}

/** The error code that Slackbot shows for a command; `undefined` if the bot acknowledged it correctly. */
function commandError({ status, timedOut }: Acknowledgement): string | undefined {
  if (timedOut) return 'operation_timeout';
  if (status === 0) return 'dispatch_failed';
  if (status === 200) return undefined;
  return status >= 500 ? 'http_service_error' : 'http_client_error';
}

/** Slack's `/archive`, `/invite` and `/remove`. Any `@name` means the bot: no one else can be invited. */
function slackCommand(
  { channel, command, text }: TypedCommand,
  { conversations }: WorkspaceState,
  texts: SlackTexts,
): (() => string) | undefined {
  const changing = (change: ChannelChange, answer: string) => () => {
    conversations.change(channel, change);
    return answer;
  };
  const app = /^@(.+)$/.exec(text)?.[1];
  if (command === '/archive') return changing({ isArchived: true }, texts.archived);
  if (app === undefined) return undefined;
  if (command === '/invite') return changing({ hasBot: true }, texts.invited(app));
  return command === '/remove' ? changing({ hasBot: false }, texts.removed(app)) : undefined;
}
