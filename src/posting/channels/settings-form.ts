import type { KnownBlock } from '@slack/types';
import { parseTimeZone } from '../../domain/time/time-input.ts';
import { isLanguage, type Language, type Translations } from '../../i18n/index.ts';
import { valueWithin } from '../../runtime/timeouts.ts';
import { echo, inOneLine } from '../../slack/blocks/advice-view.ts';
import { option } from '../../slack/blocks/blocks.ts';
import { select, textInput } from '../../slack/forms/inputs.ts';
import type { FieldErrors, Fields } from '../../slack/forms/modal.ts';
import { isChannel } from '../../slack/listeners/access.ts';

/** How a channel reads what is posted there. */
interface Reading {
  /** IANA */
  readonly zone: string;
  readonly language: Language;
}

/** Offered beside the zone of the one who asks; any other can be typed. */
export const OFFERED_ZONES = [
  'America/Santiago',
  'America/Argentina/Buenos_Aires',
  'America/Sao_Paulo',
  'America/Bogota',
  'America/Lima',
  'America/Mexico_City',
  'America/New_York',
  'America/Chicago',
  'America/Los_Angeles',
  'Europe/London',
  'Europe/Madrid',
  'Europe/Berlin',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Australia/Sydney',
  'UTC',
] as const;

const LONGEST_ZONE = 60;
const READ_WITHIN_MS = 1_000;

/** A zone to pick or to type, and a language. `ownZone` is that of the one who asks. */
export function settingInputs({ zone, language }: Reading, ownZone: string, t: Translations): KnownBlock[] {
  const { form, languages } = t.channels;
  const zones = [...new Set([zone, ownZone, ...OFFERED_ZONES])].map((name) =>
    option(name, name === ownZone ? `${name} (${form.yours})` : name),
  );
  const spoken = (['en', 'es'] as const).map((known) => option(known, languages[known]));
  return [
    select('zone', form.zone, zones, zone),
    textInput('otherZone', form.otherZone, undefined, {
      hint: form.otherZoneHint,
      longest: LONGEST_ZONE,
      optional: true,
    }),
    select('language', form.language, spoken, language),
  ];
}

/** What is wrong with the channel that was picked; `undefined` where nothing is. */
export function channelError({ channel }: Fields, t: Translations): string | undefined {
  if (channel === undefined) return t.fields.required;
  return isChannel(channel) ? undefined : t.channels.form.noChannel;
}

/** Reads these fields; what was typed wins over what was picked. */
export function readSettingInputs(
  fields: Fields,
  t: Translations,
): { readonly settings: Reading } | { readonly errors: FieldErrors } {
  const typed = fields.otherZone ?? fields.zone ?? '';
  const zone = parseTimeZone(typed);
  const language = isLanguage(fields.language) ? fields.language : undefined;
  if (zone !== undefined && language !== undefined) return { settings: { zone, language } };
  const field = fields.otherZone === undefined ? 'zone' : 'otherZone';
  return {
    errors: {
      ...(zone === undefined ? { [field]: inOneLine(t.channels.badZone(echo(typed))) } : {}),
      ...(language === undefined ? { language: t.fields.required } : {}),
    },
  };
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

/** The language of the same, for an answer that must not depend on the database. */
export async function channelLanguage(
  channel: string | undefined,
  { stores, settings: { defaults } }: ChannelReading,
): Promise<Language> {
  const reading = channelDefaults(channel, stores, defaults).catch(() => defaults);
  return ((await valueWithin(READ_WITHIN_MS, reading, () => undefined)) ?? defaults).language;
}
