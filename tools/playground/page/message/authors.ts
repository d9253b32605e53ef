import type { PageMessage, PageState } from '../contract.ts';
import { t } from '../texts.ts';

export function authorName(author: string, state: Pick<PageState, 'bot' | 'people'>): string {
  if (author === 'bot') return state.bot.name;
  if (author === 'slackbot') return t.message.slackbot;
  return nameOf(author, state.people);
}

/** The name for an id; the id itself if unknown. */
export function nameOf(id: string, known: readonly { readonly id: string; readonly name: string }[]): string {
  return known.find((one) => one.id === id)?.name ?? id;
}

/** `#support`, or the other person's name for a direct message. */
export function channelTitle(channel: { readonly name: string; readonly isDm: boolean }): string {
  return channel.isDm ? channel.name : `#${channel.name}`;
}

/** The messages of a channel, without replies unless broadcast to the channel. */
export function messagesOf(channel: string, messages: readonly PageMessage[]): readonly PageMessage[] {
  return messages.filter((one) => one.channel === channel && (one.threadTs === undefined || one.isBroadcast));
}

/** The replies in a thread, ephemeral ones included. */
export function repliesTo(parent: PageMessage, messages: readonly PageMessage[]): readonly PageMessage[] {
  return messages.filter(
    (one) => one.channel === parent.channel && one.threadTs === parent.ts && one.ts !== parent.ts,
  );
}

/** A message's text with names of people and channels, unescaped. */
export function plainText(text: string, state: Pick<PageState, 'bot' | 'people' | 'channels'>): string {
  const named = text
    .replace(/<@(\w+)(?:\|[^>]*)?>/g, (_, id: string) =>
      id === state.bot.id ? `@${state.bot.name}` : nameOf(id, state.people),
    )
    .replace(/<#(\w+)(?:\|[^>]*)?>/g, (_, id: string) => `#${nameOf(id, state.channels)}`);
  return unescapeText(named).trim();
}

/** Reverses Slack's escaping of typed text. */
function unescapeText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
