import type { WebClient } from '@slack/web-api';
import type { View } from './blocks.ts';
import { slackErrorOf } from './slack-error.ts';

/** Slack would not take it; its own word for why (`not_in_channel`), `timeout` or `ratelimited`. */
export interface SlackRefusal {
  readonly refused: string;
}

export interface FileToSend {
  readonly name: string;
  readonly title: string;
  readonly content: string;
  /** Says what the file is, in the message before it. */
  readonly comment: View;
}

/** What lasts: a message everybody in a channel sees, a file in somebody's direct messages. */
export interface Post {
  /** A message to a channel the bot is a member of. */
  toChannel(channelId: string, view: View): Promise<SlackRefusal | undefined>;
  /** A file to one person. Files in channels are open to everybody there, so they are never sent to one. */
  fileTo(userId: string, file: FileToSend): Promise<SlackRefusal | undefined>;
}

/** Posts with a client that does not repeat by itself: a message that timed out may have been taken. */
export function createPost(client: Pick<WebClient, 'chat' | 'filesUploadV2'>): Post {
  return {
    toChannel: (channel, { text, blocks }) =>
      refusalOf(() =>
        client.chat.postMessage({ channel, text, blocks, unfurl_links: false, unfurl_media: false }),
      ),
    fileTo: (userId, { name, title, content, comment }) =>
      refusalOf(async () => {
        // Posting to a person opens the conversation, and says which it is.
        const { channel } = await client.chat.postMessage({
          channel: userId,
          text: comment.text,
          blocks: comment.blocks,
        });
        if (channel === undefined) throw new Error('Slack did not say where it posted');
        await client.filesUploadV2({ channel_id: channel, filename: name, title, content });
      }),
  };
}

async function refusalOf(action: () => Promise<unknown>): Promise<SlackRefusal | undefined> {
  try {
    await action();
    return undefined;
  } catch (error) {
    const refused = slackErrorOf(error);
    if (refused === undefined) throw error;
    return { refused };
  }
}
