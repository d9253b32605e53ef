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

/** The error by which Slackbot calls what became of a command; none where the bot acknowledged it as it should. */
export function commandError({ status, timedOut }: Acknowledgement): string | undefined {
  if (timedOut) return 'operation_timeout';
  if (status === 0) return 'dispatch_failed';
  if (status === 200) return undefined;
  return status >= 500 ? 'http_service_error' : 'http_client_error';
}
