import type { App } from '@slack/bolt';
import { z } from 'zod';
import type { Translations } from '../../i18n/index.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import type { View } from '../blocks/blocks.ts';
import { isChannel } from './access.ts';
import type { RequestContext } from './context.ts';
import type { IncomingRequest } from './handle-request.ts';

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

const SLACKBOT = 'USLACKBOT';
const MENTIONS = /<@[UW]\w+(?:\|[^>]*)?>/g;

/** Answers what is written to the bot in words: in a direct message, or in a channel where it is mentioned. */
export function listenToMentions(answer: AnswerMention, { app, handleRequest }: MentionOptions): void {
  const isNew = createEventMemory();
  const take = async (name: string, eventId: string, event: unknown) => {
    const { data } = written.safeParse(event);
    // A mention in a direct message is a direct message.
    if (!data || isChannel(data.channel) !== (name === 'mention') || !isNew(eventId)) return;
    const { user: userId, channel: channelId, thread_ts: threadTs } = data;
    const text = data.text.replaceAll(MENTIONS, ' ').trim();
    await handleRequest({
      name,
      userId,
      channelId,
      answerTo: { userId, channelId, threadTs },
      // Bolt acknowledges events itself.
      ack: async () => {},
      replaces: false,
      answer: (context) => answer(text, context),
    });
  };
  app.event('app_mention', ({ event, body }) => take('mention', body.event_id, event));
  app.event('message', ({ event, body }) => take('direct message', body.event_id, event));
}

/** Slack sends an event again after 0, 1 and 5 minutes where it missed the acknowledgement. */
const REMEMBERED_MS = 10 * MINUTE_MS;

/** @returns what tells whether an event comes for the first time to this process, by real time */
function createEventMemory(): (eventId: string) => boolean {
  const seen = new Map<string, number>();
  return (eventId) => {
    const nowMs = performance.now();
    for (const [id, atMs] of seen) {
      if (nowMs - atMs < REMEMBERED_MS) break;
      seen.delete(id);
    }
    if (seen.has(eventId)) return false;
    seen.set(eventId, nowMs);
    return true;
  };
}
