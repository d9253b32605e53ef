import type { App, Context } from '@slack/bolt';
import { z } from 'zod';
import { operatorInQuestion } from '../../domain/check-question.ts';
import { cutTyped } from '../../domain/input.ts';
import { plainWord } from '../../domain/spelling.ts';
import type { Translations } from '../../i18n/index.ts';
import { createFormatter } from '../blocks/format.ts';
import { isChannel } from './access.ts';
import type { FormReply, RequestContext } from './context.ts';
import type { HandleFeatureRequest, ListenerOptions } from './listener.ts';
import { SLACKBOT } from './users.ts';

export interface MentionContext<T extends Translations = Translations> extends RequestContext<T> {
  /** Time stamp of the thread for a public answer; `undefined` in a direct message. */
  readonly threadTs: string | undefined;
  readonly directThread: { readonly channel: string; readonly ts: string } | undefined;
}

/** `text` is the message after its first words. Returns `undefined` to let the fallback listener answer. */
export type AnswerMention<T extends Translations = Translations> = (
  text: string,
  context: MentionContext<T>,
) => Promise<FormReply | undefined>;

/** What a person types to ask the bot: in a channel its name and `words`, in a direct message `words`. */
export function withBotName(channelId: string | undefined, words: string): string {
  return isChannel(channelId) ? `@SMS Desk ${words}` : words;
}

interface MentionListener {
  readonly answer: AnswerMention;
  readonly handleRequest: HandleFeatureRequest;
}

/** First one or two words of a message, in plain spelling → listener; the empty key is for all others. */
export type Mentions = Map<string, MentionListener>;

const FALLBACK = '';

export function addMention<T extends Translations>(
  answer: AnswerMention<T>,
  firstWords: readonly string[],
  { mentions, handleRequest, translations }: ListenerOptions<T> & { readonly mentions: Mentions },
): void {
  const listener: MentionListener = {
    handleRequest,
    answer: (text, context) => answer(text, { ...context, t: translations(context.user.language) }),
  };
  for (const words of firstWords.length > 0 ? firstWords : [FALLBACK]) mentions.set(words, listener);
}

/** Matches only what a person wrote: no messages of bots, no edits, no notices of Slack. */
const written = z.object({
  user: z.string().refine((id) => id !== SLACKBOT),
  channel: z.string(),
  text: z.string().default(''),
  ts: z.string(),
  thread_ts: z.string().optional(),
  subtype: z.literal('file_share').optional(),
  bot_id: z.undefined().optional(),
  edited: z.undefined().optional(),
});

const authorized = z.object({
  authorizations: z.array(z.object({ user_id: z.string(), is_bot: z.boolean().catch(false) })).min(1),
});

export function listenToMentions(app: App, mentions: Mentions): void {
  const handleMessage = async (name: string, context: Context, event: unknown, body: unknown) => {
    const { requestId, botUserId } = context;
    const { data } = written.safeParse(event);
    if (!data || isChannel(data.channel) !== (name === 'mention')) return;
    const [authorization] = authorized.safeParse(body).data?.authorizations ?? [];
    const bot = authorization?.user_id ?? botUserId;
    // The bot must never answer itself, also where a message of its own has no `bot_id`.
    if (data.user === botUserId || (authorization?.is_bot && data.user === bot)) return;
    if (name === 'mention' && !isMentioned(data.text, bot)) return;
    const { user: userId, channel: channelId, thread_ts: threadTs, ts } = data;
    const { text, isCut } = cutTyped(withoutMentions(data.text));
    const operator = operatorInQuestion(text);
    const { listener, rest } = listenerOf(operator === undefined ? text : `check ${operator}`, mentions);
    const fallback = mentions.get(FALLBACK);
    await listener?.handleRequest({
      name,
      requestId,
      userId,
      channelId,
      answerTo: { userId, channelId, threadTs },
      replaces: false,
      isCut,
      async answer(context) {
        const directThread = threadTs === undefined ? undefined : { channel: channelId, ts: threadTs };
        const mentionContext =
          name === 'mention'
            ? { ...context, threadTs: threadTs ?? ts, directThread: undefined }
            : inDirectMessage(context, directThread);
        return (await listener.answer(rest, mentionContext)) ?? fallback?.answer(rest, mentionContext);
      },
    });
  };
  app.event('app_mention', ({ event, context, body }) => handleMessage('mention', context, event, body));
  app.event('message', ({ event, context, body }) => handleMessage('direct message', context, event, body));
}

/** Context of a request in a direct message. The answer stays there, so it has dates instead of “today”. */
function inDirectMessage(
  context: RequestContext,
  directThread: MentionContext['directThread'],
): MentionContext {
  const { t, user, now } = context;
  const format = createFormatter(t, user.timeZone, now, { isLasting: true });
  return { ...context, threadTs: undefined, directThread, format };
}

/** A label has no `<`, which Slack escapes: so each character is searched only once. */
const MENTIONS = /<@[UW]\w+(?:\|[^<>]*)?>/g;
const CODE = /```[\s\S]*?```|`[^`\n]*`/g;
const QUOTES = /^&gt;&gt;&gt;[\s\S]*|^&gt;.*$/gm;
const QUOTE_MARKS = /^(?:&gt;)+ ?/gm;

/** Whether a message mentions the bot outside code and quotes. */
function isMentioned(text: string, bot: string | undefined): boolean {
  const own = text.replaceAll(CODE, ' ').replaceAll(QUOTES, ' ');
  const named = [...own.matchAll(MENTIONS)].map(([mention]) => mention);
  return named.some(
    (mention) => bot === undefined || [`<@${bot}>`, `<@${bot}|`].some((ours) => mention.startsWith(ours)),
  );
}

/** Removes mentions and quote marks. Quoted text stays, because it may contain the number to look up. */
export function withoutMentions(text: string): string {
  const own = text.replaceAll(MENTIONS, ' ').replaceAll(QUOTE_MARKS, '');
  return own.replace(/^[\s,;:.!–—-]+/u, '').trimEnd();
}

function listenerOf(text: string, mentions: Mentions) {
  for (const count of [2, 1]) {
    const [whole = '', first = ''] = new RegExp(`^((?:\\S+\\s+){${count - 1}}\\S+)\\s*`).exec(text) ?? [];
    const words = first.split(/\s+/).map((word) => plainWord(word.replace(/[,:;.]+$/, '')));
    const listener = words[0] === '' ? undefined : mentions.get(words.join(' '));
    if (listener) return { listener, rest: text.slice(whole.length) };
  }
  return { listener: mentions.get(FALLBACK), rest: text };
}
