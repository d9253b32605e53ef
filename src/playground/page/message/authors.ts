import type { PageMessage, PageState } from '../contract.ts';
import type { Words } from '../locales/index.ts';

/** The name an author goes by. */
export function nameOf(author: string, state: Pick<PageState, 'bot' | 'people'>, words: Words): string {
  if (author === 'bot') return state.bot.name;
  if (author === 'slackbot') return words.shell.message.slackbot;
  return state.people.find((one) => one.id === author)?.name ?? author;
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

/** A message's text for reading aloud: Slack's marks for emphasis, links, people, channels and emoji taken away. */
export function plainText(text: string, state: Pick<PageState, 'people' | 'channels'>): string {
  const bare = text
    .replace(
      /<@(\w+)(?:\|[^>]*)?>/g,
      (_, id: string) => state.people.find((one) => one.id === id)?.name ?? id,
    )
    .replace(
      /<#(\w+)(?:\|[^>]*)?>/g,
      (_, id: string) => `#${state.channels.find((one) => one.id === id)?.name ?? id}`,
    )
    .replace(/<!date\^[^|>]*\|([^>]*)>/g, '$1')
    .replace(/<(?:[^|>]*\|)?([^>]*)>/g, '$1')
    .replace(/(^|\s):[a-z0-9_+-]+:/g, '$1')
    .replace(/(^|[\s(])([*_~`])(\S(?:.*?\S)?)\2(?=$|[\s).,:;!?])/gm, '$1$3');
  return asTyped(bare).trim();
}

/** What a person typed: Slack keeps it so that none of it becomes a mention or a link. */
export function asTyped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
