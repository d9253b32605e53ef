import type { Acknowledgement } from './delivery.ts';
import type { MessageDraft } from './messages.ts';

/** Where a command was typed, and by whom. */
export interface TypedAt {
  readonly person: string;
  readonly channel: string;
  /** The message it was typed under. */
  readonly threadTs?: string;
}

/** What Slackbot says to one person, where they are. */
export function slackbotNotice({ person, channel, threadTs }: TypedAt, text: string): MessageDraft {
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

/** What Slackbot says of a command that is none. */
export function unknownCommandText(command: string): string {
  return `\`${command}\` is not a valid command. In Slack, all messages that start with the “/” character are interpreted as commands.`;
}

/** What Slackbot says of a command in a thread, where Slack takes none. */
export function threadedCommandText(command: string): string {
  return `\`${command}\` is not supported in threads. Sorry!`;
}

/** What Slackbot says of a command the bot did not acknowledge as it should; `undefined` where it did. */
export function failedCommandText(command: string, acknowledgement: Acknowledgement): string | undefined {
  const error = commandError(acknowledgement);
  return error === undefined ? undefined : `${command} failed with the error "${error}"`;
}

function commandError({ status, timedOut }: Acknowledgement): string | undefined {
  if (timedOut) return 'operation_timeout';
  if (status === 0) return 'dispatch_failed';
  if (status === 200) return undefined;
  return status >= 500 ? 'http_service_error' : 'http_client_error';
}
