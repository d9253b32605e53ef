import type { App } from '@slack/bolt';
import { z } from 'zod';
import { cutTyped } from '../../domain/input.ts';
import type { Translations } from '../../i18n/index.ts';
import type { View } from '../blocks/blocks.ts';
import { isChannel } from './access.ts';
import type { RequestContext } from './context.ts';
import type { IncomingRequest } from './handle-request.ts';
import { SLACKBOT } from './users.ts';

/** Answers what was written to the bot in words; `text` comes without the mention of the bot. */
export type AnswerMention<T extends Translations = Translations> = (
  text: string,
  context: RequestContext<T>,
) => Promise<View>;

interface MentionOptions {
  readonly app: App;
  readonly handleRequest: (request: Omit<IncomingRequest, 'asksPlatform'>) => Promise<void>;
}

/** What a person wrote; not what a bot did, nor what says that somebody joined or has changed their words. */
const written = z.object({
  user: z.string().refine((id) => id !== SLACKBOT),
  channel: z.string(),
  text: z.string().default(''),
  thread_ts: z.string().optional(),
  subtype: z.literal('file_share').optional(),
  bot_id: z.undefined().optional(),
  edited: z.undefined().optional(),
});

const MENTIONS = /<@[UW]\w+(?:\|[^>]*)?>/g;

/** Answers what is written to the bot in words: in a direct message, or in a channel where it is mentioned. */
export function listenToMentions(answer: AnswerMention, { app, handleRequest }: MentionOptions): void {
  const take = async (name: string, requestId: string, event: unknown) => {
    const { data } = written.safeParse(event);
    // A mention in a direct message is a direct message.
    if (!data || isChannel(data.channel) !== (name === 'mention')) return;
    const { user: userId, channel: channelId, thread_ts: threadTs } = data;
    const { text, isCut } = cutTyped(data.text.replaceAll(MENTIONS, ' '));
    await handleRequest({
      name,
      requestId,
      userId,
      channelId,
      answerTo: { userId, channelId, threadTs },
      // Bolt acknowledges events itself.
      ack: async () => {},
      replaces: false,
      isCut,
      answer: (context) => answer(text, context),
    });
  };
  app.event('app_mention', ({ event, context }) => take('mention', context.requestId, event));
  app.event('message', ({ event, context }) => take('direct message', context.requestId, event));
}
