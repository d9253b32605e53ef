import {
  channelIn,
  parseWhich,
  splitSubcommand,
  type Which,
  type WhichProblem,
} from '../../channels/input.ts';
import { SUBSCRIBE_WORDS, SUBSCRIPTIONS_WORDS, UNSUBSCRIBE_WORDS } from '../../domain/command-words.ts';
import { findSender, type InputProblem, isHelp } from '../../domain/input.ts';
import {
  looksLikeTime,
  looksLikeTimeZone,
  parseTimeOfDay,
  parseTimeZone,
} from '../../domain/time/time-input.ts';
import { isLanguage, type Language } from '../../i18n/index.ts';

const LANGUAGES: Readonly<Record<string, Language>> = {
  english: 'en',
  inglés: 'en',
  ingles: 'en',
  spanish: 'es',
  español: 'es',
  espanol: 'es',
  castellano: 'es',
};

export const LANGUAGE_WORDS: readonly string[] = Object.keys(LANGUAGES);

function parseLanguage(text: string): Language | undefined {
  const word = text.trim().toLowerCase().normalize('NFC');
  return isLanguage(word) ? word : LANGUAGES[word];
}

function isLanguageName(text: string): boolean {
  return !isLanguage(text.trim().toLowerCase()) && parseLanguage(text) !== undefined;
}

/** When a summary is posted where nobody names a time. */
export const DEFAULT_TIME = '09:00';

export interface TypedSettings {
  readonly channel?: string;
  /** `HH:MM` */
  readonly time?: string;
  /** IANA */
  readonly zone?: string;
  readonly language?: Language;
  readonly sender?: string;
}

export type SubscriptionProblem =
  | InputProblem
  | { readonly problem: 'time' | 'zone' | 'channel_name' | 'twice' | 'list'; readonly text: string }
  | WhichProblem
  /** A sender that reads as somebody's telephone number: it would stand in a channel for all to see. */
  | { readonly problem: 'no_channel' | 'which_one' | 'telephone' };

type SubscriptionInput =
  | { readonly kind: 'help' }
  | { readonly kind: 'form' }
  | { readonly kind: 'subscribe'; readonly settings: TypedSettings }
  | { readonly kind: 'list' }
  | { readonly kind: 'unsubscribe'; readonly which: Which }
  | SubscriptionProblem;

export const SUBSCRIPTION_SUBCOMMANDS: readonly string[] = [
  ...SUBSCRIBE_WORDS,
  ...SUBSCRIPTIONS_WORDS,
  ...UNSUBSCRIBE_WORDS,
];

/** `from 56001`, to the end of the text. */
const FROM = /(?:^|\s)(?:from|de|desde)(?:\s+(.*))?$/isu;
const MOST_WORDS_OF_A_SETTING = 3;
const MOST_WORDS_OF_A_SENDER = 10;
/** `at 9`, `a las 9`, `in Santiago`: understood, and of no meaning. */
const FILLING = new Set(['at', 'in', 'a', 'las', 'la']);

/** Reads all that was typed after the command; its first word is one of `SUBSCRIPTION_SUBCOMMANDS`. */
export function parseSubscriptionInput(
  text: string,
  senders: ReadonlyMap<string, string>,
): SubscriptionInput {
  const { subcommand, words } = splitSubcommand(text);
  const rest = words.join(' ');
  if (isHelp(rest)) return { kind: 'help' };
  if (UNSUBSCRIBE_WORDS.includes(subcommand)) {
    if (rest === '') return { problem: 'which_one' };
    const which = parseWhich(rest);
    return 'problem' in which ? which : { kind: 'unsubscribe', which };
  }
  if (SUBSCRIPTIONS_WORDS.includes(subcommand))
    return rest === '' ? { kind: 'list' } : { problem: 'list', text: rest };
  if (!SUBSCRIBE_WORDS.includes(subcommand)) return { problem: 'not_understood', text };
  return rest === '' ? { kind: 'form' } : parseSettings(rest, senders);
}

function parseSettings(text: string, senders: ReadonlyMap<string, string>): SubscriptionInput {
  const from = FROM.exec(text);
  const head = readSettings(wordsOf(from ? text.slice(0, from.index) : text), {});
  if ('problem' in head) return head;
  if (!from) return { kind: 'subscribe', settings: head };
  const tail = wordsOf(from[1] ?? '');
  if (tail.length === 0) return { problem: 'no_sender' };
  for (const count of senderLengths(tail)) {
    const sender = findSender(tail.slice(0, count).join(' '), senders);
    if (sender === undefined) continue;
    if (isTelephone(sender, senders)) return { problem: 'telephone' };
    const all = readSettings(tail.slice(count), head);
    return 'problem' in all ? all : { kind: 'subscribe', settings: { ...all, sender } };
  }
  return { problem: 'sender', text: senderIn(tail) };
}

/** How many words may be the sender, in the order they are tried. */
function senderLengths(words: readonly string[]): number[] {
  // The longest first: a name may hold spaces, and settings may follow it.
  const most = Math.min(MOST_WORDS_OF_A_SENDER, words.length);
  const lengths = Array.from({ length: most }, (_, at) => most - at);
  // What follows a number may be the time: `56001 9` is not 560019.
  const [first = '', ...rest] = words;
  return /^\d+$/.test(first) && !('problem' in readSettings(rest, {})) ? [1, ...lengths] : lengths;
}

const LONGEST_SHORT_NUMBER = 6;

/**
 * Whether a sender may be somebody's telephone number: longer than a short number, and none that the bot was told of.
 * Which numbers are given to people differs by country and changes; a summary names its sender to a whole channel.
 */
export function isTelephone(sender: string, senders: ReadonlyMap<string, string>): boolean {
  return sender.length > LONGEST_SHORT_NUMBER && !senders.has(sender);
}

function senderIn(words: readonly string[]): string {
  const end = words.findIndex(
    (_, index) => index > 0 && !('problem' in readSettings(words.slice(index), {})),
  );
  return words.slice(0, end === -1 ? undefined : end).join(' ');
}

function readSettings(words: readonly string[], known: TypedSettings): TypedSettings | SubscriptionProblem {
  let settings = known;
  let at = 0;
  while (at < words.length) {
    const [length, setting] = longestSetting(words.slice(at));
    const text = words.slice(at, at + length).join(' ');
    if (setting === undefined) return explain(text);
    if (Object.keys(setting).some((key) => key in settings)) return { problem: 'twice', text };
    settings = { ...settings, ...setting };
    at += length;
  }
  return settings;
}

/** The setting these words begin with, and how many of them make it. */
function longestSetting(words: readonly string[]): [length: number, setting: TypedSettings | undefined] {
  if (isIn(words)) return [1, {}];
  for (let length = Math.min(MOST_WORDS_OF_A_SETTING, words.length); length > 0; length -= 1) {
    const setting = parseSetting(words.slice(0, length).join(' '));
    if (setting) return [length, setting];
  }
  return [1, FILLING.has((words[0] ?? '').toLowerCase()) ? {} : undefined];
}

/** “En” is Spanish for “in” before a place or the name of a language, else it is the code of one. */
function isIn([first = '', ...words]: readonly string[]): boolean {
  if (first.toLowerCase() !== 'en') return false;
  for (let length = 1; length <= Math.min(MOST_WORDS_OF_A_SETTING, words.length); length += 1) {
    const text = words.slice(0, length).join(' ');
    if (channelIn(text) !== undefined || isLanguageName(text) || parseTimeZone(text) !== undefined)
      return true;
  }
  return false;
}

function parseSetting(text: string): TypedSettings | undefined {
  const channel = channelIn(text);
  if (channel !== undefined) return { channel };
  const time = parseTimeOfDay(text);
  if (time !== undefined) return { time };
  const language = parseLanguage(text);
  if (language !== undefined) return { language };
  const zone = parseTimeZone(text);
  return zone === undefined ? undefined : { zone };
}

function explain(text: string): SubscriptionProblem {
  if (text.startsWith('#')) return { problem: 'channel_name', text };
  if (looksLikeTime(text)) return { problem: 'time', text };
  return { problem: looksLikeTimeZone(text) ? 'zone' : 'not_understood', text };
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
