import type { PageMessage, PageState } from '../contract.ts';
import { t } from '../texts.ts';

export function authorName(author: string, state: Pick<PageState, 'bot' | 'people'>): string {
  if (author === 'bot') return state.bot.name;
  if (author === 'slackbot') return t.message.slackbot;
  return nameOf(author, state.people);
}

export function nameOf(id: string, known: readonly { readonly id: string; readonly name: string }[]): string {
  return known.find((one) => one.id === id)?.name ?? id;
}

export function channelTitle(channel: { readonly name: string; readonly isDm: boolean }): string {
  return channel.isDm ? channel.name : `#${channel.name}`;
}

/** Returns the messages of a channel; of the replies in threads, only those broadcast to the channel. */
export function messagesOf(channel: string, messages: readonly PageMessage[]): readonly PageMessage[] {
  return messages.filter((one) => one.channel === channel && (one.threadTs === undefined || one.isBroadcast));
}

/** Returns the replies in a thread, including ephemeral replies. */
export function repliesTo(parent: PageMessage, messages: readonly PageMessage[]): readonly PageMessage[] {
  return messages.filter(
    (one) => one.channel === parent.channel && one.threadTs === parent.ts && one.ts !== parent.ts,
  );
}

/** Replaces the ids of people and channels in a message's text by names, and decodes Slack's escapes. */
export function plainText(text: string, state: Pick<PageState, 'bot' | 'people' | 'channels'>): string {
  const named = text
    .replace(/<@(\w+)(?:\|[^>]*)?>/g, (_, id: string) =>
      id === state.bot.id ? `@${state.bot.name}` : nameOf(id, state.people),
    )
    .replace(/<#(\w+)(?:\|[^>]*)?>/g, (_, id: string) => `#${nameOf(id, state.channels)}`);
  return unescapeText(named).trim();
}

function unescapeText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
