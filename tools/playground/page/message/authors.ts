import type { PageMessage, PageState } from '../contract.ts';
import { t } from '../texts.ts';

export function authorName(author: string, state: Pick<PageState, 'bot' | 'people'>): string {
  if (author === 'bot') return state.bot.name;
  if (author === 'slackbot') return t.message.slackbot;
  return nameOf(author, state.people);
}

/** What somebody or something of that id is called; the id itself where nobody knows. */
export function nameOf(id: string, known: readonly { readonly id: string; readonly name: string }[]): string {
  return known.find((one) => one.id === id)?.name ?? id;
}

/** A channel as it is written: `#support`, or the name of whom one writes to. */
export function channelTitle(channel: { readonly name: string; readonly isDm: boolean }): string {
  return channel.isDm ? channel.name : `#${channel.name}`;
}

/** The messages a channel shows: replies stay in their thread, but for those that were sent to the channel too. */
export function messagesOf(channel: string, messages: readonly PageMessage[]): readonly PageMessage[] {
  return messages.filter((one) => one.channel === channel && (one.threadTs === undefined || one.isBroadcast));
}

/** The replies in a thread, also those only one person sees. */
export function repliesTo(parent: PageMessage, messages: readonly PageMessage[]): readonly PageMessage[] {
  return messages.filter(
    (one) => one.channel === parent.channel && one.threadTs === parent.ts && one.ts !== parent.ts,
  );
}

/** A message's text for reading: people and channels by their names, and nothing escaped. */
export function plainText(text: string, state: Pick<PageState, 'bot' | 'people' | 'channels'>): string {
  const named = text
    .replace(/<@(\w+)(?:\|[^>]*)?>/g, (_, id: string) =>
      id === state.bot.id ? `@${state.bot.name}` : nameOf(id, state.people),
    )
    .replace(/<#(\w+)(?:\|[^>]*)?>/g, (_, id: string) => `#${nameOf(id, state.channels)}`);
  return unescapeText(named).trim();
}

/** What a person typed: Slack keeps it so that none of it becomes a mention or a link. */
function unescapeText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
