import { asTyped } from '../../domain/input.ts';
import { looksLikeTimeZone, parseTimeZone } from '../../domain/time/time-input.ts';
import { isLanguage, type Language } from '../../i18n/index.ts';

export interface TypedChannelSettings {
  readonly channel?: string;
  readonly zone?: string;
  readonly language?: Language;
}

export type SettingsProblem =
  | { readonly problem: 'channel_name' | 'zone' | 'twice'; readonly text: string }
  | { readonly problem: 'not_understood'; readonly text: string };

interface SettingsGrammar<Settings> {
  /** Parses a setting that is neither channel, zone nor language; returns `undefined` for all other words. */
  readonly parseOwn: (text: string) => Partial<Settings> | undefined;
  readonly fillerWords: ReadonlySet<string>;
}

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ['english', 'en'],
  ['inglés', 'en'],
  ['ingles', 'en'],
  ['spanish', 'es'],
  ['español', 'es'],
  ['espanol', 'es'],
  ['castellano', 'es'],
]);

export const LANGUAGE_WORDS: readonly string[] = [...LANGUAGES.keys()];

const MOST_WORDS_OF_A_SETTING = 4;
/** Most words read for one setting: one more than a setting has, because the Spanish “en” may precede it. */
const MOST_WORDS_READ = MOST_WORDS_OF_A_SETTING + 1;
/** Format in which Slack sends a link to a channel; the name after `|` may be missing. */
const CHANNEL = /^<#([CG][A-Z0-9]{0,30})(?:\|[^>]*)?>$/;
const NUMBER = /^#?(\d{1,9})$/;

export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Parses typed settings in any order and adds them to `known`. A setting named twice is a problem. */
export function readSettings<Settings extends TypedChannelSettings>(
  words: readonly string[],
  known: Settings,
  grammar: SettingsGrammar<Settings>,
): Settings | SettingsProblem {
  let settings = known;
  let at = 0;
  while (at < words.length) {
    const [length, setting] = longestSetting(words.slice(at, at + MOST_WORDS_READ), grammar);
    const text = words.slice(at, at + length).join(' ');
    if (setting === undefined) return problemWith(text);
    if (Object.keys(setting).some((key) => key in settings)) return { problem: 'twice', text };
    settings = { ...settings, ...setting };
    at += length;
  }
  return settings;
}

function longestSetting<Settings extends TypedChannelSettings>(
  words: readonly string[],
  { parseOwn, fillerWords }: SettingsGrammar<Settings>,
): [length: number, setting: Partial<Settings> | TypedChannelSettings | undefined] {
  if (isSpanishIn(words)) return [1, {}];
  for (let length = Math.min(MOST_WORDS_OF_A_SETTING, words.length); length > 0; length -= 1) {
    const text = words.slice(0, length).join(' ');
    const setting = parseOwn(text) ?? parseSetting(text);
    if (setting) return [length, setting];
    if (fillerWords.has(text.toLowerCase().normalize('NFC'))) return [length, {}];
  }
  return [1, undefined];
}

/** True if “en” is Spanish for “in” (before a channel, zone or language name), not the code of English. */
function isSpanishIn([first = '', ...words]: readonly string[]): boolean {
  if (first.toLowerCase() !== 'en') return false;
  for (let length = 1; length <= Math.min(MOST_WORDS_OF_A_SETTING, words.length); length += 1) {
    const text = words.slice(0, length).join(' ');
    if (
      channelIn(text) !== undefined ||
      LANGUAGES.has(text.toLowerCase().normalize('NFC')) ||
      parseTimeZone(text) !== undefined
    )
      return true;
  }
  return false;
}

function parseSetting(text: string): TypedChannelSettings | undefined {
  const channel = channelIn(text);
  if (channel !== undefined) return { channel };
  const word = text.toLowerCase().normalize('NFC');
  const language = isLanguage(word) ? word : LANGUAGES.get(word);
  if (language !== undefined) return { language };
  const zone = parseTimeZone(text);
  return zone === undefined ? undefined : { zone };
}

function problemWith(text: string): SettingsProblem {
  // A channel name as plain text (`#name`), or a link to a direct message (`<#D…>`).
  if (isChannelName(text)) return { problem: 'channel_name', text };
  return { problem: looksLikeTimeZone(text) ? 'zone' : 'not_understood', text };
}

function channelIn(word: string): string | undefined {
  return CHANNEL.exec(word)?.[1];
}

/** Whether the text names a channel, also one that Slack did not make a link. */
export function isChannelName(text: string): boolean {
  return /^<?#/.test(text);
}

export function splitSubcommand(text: string) {
  const [first = '', ...words] = asTyped(text).split(/\s+/);
  return { subcommand: first.toLowerCase(), words };
}

export type SettingSelector = { readonly number: number } | { readonly channel: string };

/** The text is neither the number of a setting nor a link to a channel. */
export interface SelectorProblem {
  readonly problem: 'which';
  readonly text: string;
}

export function parseSelector(text: string): SettingSelector | SelectorProblem {
  const [, number] = NUMBER.exec(text) ?? [];
  if (number !== undefined) return { number: Number(number) };
  const channel = channelIn(text);
  return channel === undefined ? { problem: 'which', text } : { channel };
}
