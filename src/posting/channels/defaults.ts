import type { Language } from '../../i18n/index.ts';
import { valueWithin } from '../../runtime/timeouts.ts';

/** How a channel reads: IANA zone, and language. */
interface Reading {
  readonly zone: string;
  readonly language: Language;
}

interface Stores {
  readonly subscriptions: { list(): Promise<readonly (Reading & { readonly channel: string })[]> };
  readonly watches: { findFor(channel: string): Promise<Reading | undefined> };
}

/**
 * How a channel reads where nobody says so: as it reads its summaries, else as its incidents, else as the bot is set up
 * to write. Not as whoever asks: they are one of many in it.
 */
export async function channelDefaults(
  channel: string | undefined,
  { subscriptions, watches }: Stores,
  defaults: Reading,
): Promise<Reading> {
  if (channel === undefined) return defaults;
  const subscription = (await subscriptions.list()).find((one) => one.channel === channel);
  const { zone, language } = subscription ?? (await watches.findFor(channel)) ?? defaults;
  return { zone, language };
}

/** Where it stands how a channel reads. */
export interface ChannelReading {
  readonly stores: Stores;
  readonly settings: { readonly defaults: Reading };
}

const READ_WITHIN_MS = 1_000;

/** The language of the same, for an answer that must not depend on the database. */
export async function channelLanguage(
  channel: string | undefined,
  { stores, settings: { defaults } }: ChannelReading,
): Promise<Language> {
  const reading = channelDefaults(channel, stores, defaults).catch(() => defaults);
  return ((await valueWithin(READ_WITHIN_MS, reading, () => undefined)) ?? defaults).language;
}
