import type { RespondArguments } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { Log } from '../ops/log.ts';
import type { View } from './blocks.ts';

/** Says something to one person: beside a message, or in its place. */
export type Say = (message: View, replaces: boolean) => Promise<void>;

export interface ReplyOptions {
  readonly responseUrl: string;
  readonly userId: string;
  readonly fetch: typeof fetch;
  readonly client: Pick<WebClient, 'chat'>;
  readonly log: Pick<Log, 'warn'>;
}

const RETRY_PAUSE_MS = 300;

/**
 * Answers at a `response_url`, which lives for 30 minutes and five uses, and by direct message where that has run
 * out. An error of Slack's is tried once more; a time-out is not, because the message may have been taken.
 * Rejects where neither way works.
 */
export function createReply({ responseUrl, userId, fetch, client, log }: ReplyOptions): Say {
  const send = async (message: View, replaces: boolean): Promise<Outcome> => {
    const body = JSON.stringify(envelope(message, replaces));
    try {
      const response = await fetch(responseUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      // Read to its end, so that the connection can be used again.
      await response.text();
      if (response.ok) return 'said';
      return response.status === 429 || response.status >= 500 ? 'again' : 'over';
    } catch (error) {
      return error instanceof Error && error.name === 'TimeoutError' ? 'unclear' : 'again';
    }
  };

  return async (message, replaces) => {
    let outcome = await send(message, replaces);
    if (outcome === 'again') {
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
      outcome = await send(message, replaces);
    }
    if (outcome === 'said') return;
    log.warn({ outcome }, 'the response_url did not take an answer');
    if (outcome === 'unclear') return;
    const { text, blocks } = message;
    await client.chat.postMessage({
      channel: userId,
      text,
      blocks,
      unfurl_links: false,
      unfurl_media: false,
    });
  };
}

/** `over`: the address takes nothing more, or not this; `unclear`: no answer, so it may have been taken. */
type Outcome = 'said' | 'again' | 'over' | 'unclear';

/** A message to the asker alone, as a `response_url` takes it. */
function envelope({ text, blocks }: View, replaces: boolean): RespondArguments {
  return {
    response_type: 'ephemeral',
    replace_original: replaces,
    text,
    ...(blocks.length > 0 ? { blocks } : {}),
    unfurl_links: false,
    unfurl_media: false,
  };
}
