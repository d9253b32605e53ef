import type { KnownBlock } from '@slack/types';
import { parseTimeZone } from '../../domain/time/time-input.ts';
import { isLanguage, type Language, type Translations } from '../../i18n/index.ts';
import { valueWithin } from '../../runtime/timeouts.ts';
import { echo, inOneLine } from '../../slack/blocks/advice-view.ts';
import { option } from '../../slack/blocks/blocks.ts';
import { select, textInput } from '../../slack/forms/inputs.ts';
import type { FieldErrors, Fields } from '../../slack/forms/modal.ts';
import { isChannel } from '../../slack/listeners/access.ts';

interface ChannelLocale {
  readonly zone: string;
  readonly language: Language;
}

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
const DATABASE_TIMEOUT_MS = 1_000;

export function settingInputs(
  { zone, language }: ChannelLocale,
  ownZone: string,
  t: Translations,
): KnownBlock[] {
  const { form, languages } = t.channels;
  const zones = [...new Set([zone, ownZone, ...OFFERED_ZONES])].map((name) =>
    option(name, name === ownZone ? `${name} (${form.yours})` : name),
  );
  const languageOptions = (['en', 'es'] as const).map((known) => option(known, languages[known]));
  return [
    select('zone', form.zone, zones, zone),
    textInput('otherZone', form.otherZone, undefined, {
      hint: form.otherZoneHint,
      longest: LONGEST_ZONE,
      optional: true,
    }),
    select('language', form.language, languageOptions, language),
  ];
}

export function channelError({ channel }: Fields, t: Translations): string | undefined {
  if (channel === undefined) return t.fields.required;
  return isChannel(channel) ? undefined : t.channels.form.noChannel;
}

export function readSettingInputs(
  fields: Fields,
  t: Translations,
): { readonly settings: ChannelLocale } | { readonly errors: FieldErrors } {
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

interface ChannelLocaleStores {
  readonly subscriptions: { list(): Promise<readonly (ChannelLocale & { readonly channel: string })[]> };
  readonly watches: { findFor(channel: string): Promise<ChannelLocale | undefined> };
}

/** Zone and language of the channel’s daily summary, else of its incident watch, else the bot’s defaults. */
export async function channelDefaults(
  channel: string | undefined,
  { subscriptions, watches }: ChannelLocaleStores,
  defaults: ChannelLocale,
): Promise<ChannelLocale> {
  if (channel === undefined) return defaults;
  const subscription = (await subscriptions.list()).find((one) => one.channel === channel);
  const { zone, language } = subscription ?? (await watches.findFor(channel)) ?? defaults;
  return { zone, language };
}

export interface ChannelLocaleDeps {
  readonly stores: ChannelLocaleStores;
  readonly settings: { readonly defaults: ChannelLocale };
}

/** Language of a channel; the default language if the database does not answer within a second. */
export async function channelLanguage(
  channel: string | undefined,
  { stores, settings: { defaults } }: ChannelLocaleDeps,
): Promise<Language> {
  const locale = channelDefaults(channel, stores, defaults).catch(() => defaults);
  return ((await valueWithin(DATABASE_TIMEOUT_MS, locale)) ?? defaults).language;
}
