import { type Msisdn, parseSender, readMsisdn, type WrongLength, wrongLength } from './messages/msisdn.ts';
import { findNumbers } from './messages/numbers-in-text.ts';
import { readTextAroundNumber } from './text-around-number.ts';
import type { FoundPeriods } from './time/find-period.ts';
import type { NoSuchDate, PeriodSpec } from './time/period.ts';
import { type AmbiguousDate, type DateClock, type PeriodReading, readPeriod } from './time/period-phrase.ts';
import { isPeriodWord, plainWords } from './time/period-words.ts';

export interface InputOptions {
  /** ISO 3166 country of numbers that are written without a country prefix, such as `CL`. */
  readonly defaultRegion: string;
  readonly senders: ReadonlyMap<string, string>;
}

export interface TypedInputOptions extends InputOptions {
  readonly clock: DateClock;
}

/** Why typed input is rejected; `text` is the wrong part, as typed. */
export type InputProblem =
  | { readonly problem: 'no_number' | 'no_sender' }
  | {
      readonly problem: 'number' | 'not_understood' | 'sender' | 'is_sender' | 'is_email';
      readonly text: string;
    }
  | ({ readonly problem: 'wrong_length'; readonly text: string } & WrongLength)
  | { readonly problem: 'several_periods'; readonly readings: readonly PeriodSpec[] }
  | NoSuchDate
  | AmbiguousDate;

/** Maximum number of typed characters that are read; Slack itself allows 40,000. */
export const LONGEST_TYPED = 500;

export function cutTyped(text: string) {
  const whole = text.trim();
  if (whole.length <= LONGEST_TYPED) return { text: whole, isCut: false };
  const first = whole.slice(0, LONGEST_TYPED);
  const end = /\s/.test(whole.charAt(LONGEST_TYPED)) ? LONGEST_TYPED : first.search(/(?<=\s)\S*$/);
  return { text: first.slice(0, end > 0 ? end : LONGEST_TYPED).trim(), isCut: true };
}

const CLAUSES = {
  from: /(?:^|\s)(?:from|de)(?:\s+(.*))?$/isu,
  to: /(?:^|\s)(?:to|a|para)(?:\s+(.*))?$/isu,
} as const;

export function isHelp(text: string): boolean {
  return /^(?:help|ayuda|\?)$/i.test(text.trim());
}

/** Splits a text before the word “from” or “to”; `clause` is what follows the word, possibly empty. */
export function splitAt(word: 'from' | 'to', text: string) {
  const match = CLAUSES[word].exec(text);
  if (!match) return { rest: text, clause: undefined };
  return { rest: text.slice(0, match.index), clause: (match[1] ?? '').trim() };
}

export function readNumber(text: string, defaultRegion: string): { readonly msisdn: Msisdn } | InputProblem {
  if (text.trim() === '') return { problem: 'no_number' };
  const typed = asTyped(text);
  const whole = readMsisdn(typed, defaultRegion);
  const { numbers, rest } = findNumbers(typed, defaultRegion, isPeriod);
  const { left } = readTextAroundNumber(rest);
  const [number] = numbers;
  if (number === undefined) {
    if (isShortNumber(typed)) return { problem: 'is_sender', text: typed.replaceAll(/\D/g, '') };
    // A `+` or `00` means a telephone number, even if the numbering plan does not list the number yet.
    const isMeant = whole !== undefined && /^\D*(?:\+|00)/.test(typed) && !wrongLength(typed, defaultRegion);
    return isMeant ? { msisdn: whole.msisdn } : problemOfNumber(typed, defaultRegion);
  }
  if (numbers.length > 1) return { problem: 'not_understood', text: typed };
  return left === '' ? { msisdn: number.msisdn } : { problem: 'not_understood', text: left };
}

const DIGITS = /\+?\(?\d[\d \t.()/\p{Pd}\u2212]{5,}\d/u;

/** What is wrong with a text that has no telephone number. */
export function problemOfNumber(text: string, defaultRegion: string): InputProblem {
  if (/\S@\S+\.\p{L}/u.test(text)) return { problem: 'is_email', text };
  const [typed] = DIGITS.exec(text) ?? [];
  const wrong = typed === undefined ? undefined : wrongLength(typed, defaultRegion);
  return typed !== undefined && wrong
    ? { problem: 'wrong_length', text: typed, ...wrong }
    : { problem: 'number', text };
}

/** Finds numbers with letters that people type for digits, such as `9876502O1`; `text` is what looks so. */
export function findWithLetters(typed: string, defaultRegion: string) {
  const text = typed.replaceAll(/(?<=\d)[oO](?=\d)/g, '0').replaceAll(/(?<=\d)[lI](?=\d)/g, '1');
  const { numbers } = text === typed ? { numbers: [] } : findNumbers(text, defaultRegion, isPeriod);
  const [word] = /\S*\d[oOlI]\d\S*/.exec(typed) ?? [];
  return numbers.length > 0 ? { mended: numbers, text: word ?? typed } : { mended: undefined, text: typed };
}

export const SEVEN_DIGITS = /(?:\d[ \t.()/\p{Pd}]?){7}/u;
const CODE_WITH_LETTER = /^\p{Lu}-\d{4,8}$/u;
const CODE = /(?<![\p{L}\p{N}$+@.,-])\d(?:[\d \p{Pd}]{1,8}\d)?(?![\p{L}\p{N}%@]|[.,-]\d)/gu;

/** Finds a code typed alone (`bare`) or in a sentence; a code that is called so may have eight digits. */
export function codeIn(typed: string, around: string, bare: string, isCalledSo: boolean): string | undefined {
  if (CODE_WITH_LETTER.test(typed)) return typed;
  if (/[^\p{L}\d\s\p{P}]|[%@]/u.test(around)) return undefined;
  if (isShortNumber(bare)) return bare.replaceAll(/\D/g, '');
  if (!isCalledSo && (!/\p{L}/u.test(around) || SEVEN_DIGITS.test(around))) return undefined;
  const codes = (around.match(CODE) ?? []).map((code) => code.replaceAll(/\D/g, ''));
  return codes.find((code) => (isCalledSo ? /^\d{4,8}$/ : /^\d{5,6}$/).test(code));
}

const GREETING =
  /(?<!\p{L})(?:good\s+(?:mor|aft|eve|nig)\p{L}*|buen[oa]s?\s+(?:d[ií]as?|tardes?|noches?))(?!\p{L})[\s,.!]*/giu;
const DIGIT_WORDS = new Map(
  ['zero oh o cero', 'one uno', 'two dos', 'three tres', 'four cuatro', 'five cinco', 'six seis']
    .concat('seven siete', 'eight ocho', 'nine nueve')
    .flatMap((words, digit) => words.split(' ').map((word) => [word, digit] as const)),
);
const SPOKEN_NUMBER = new RegExp(
  `(?<!\\p{L})(?:(?:${[...DIGIT_WORDS.keys()].join('|')})(?:[\\s,.-]+|$)){7,}`,
  'giu',
);

/** Removes greetings, separates what is written together (`0125ayer`), and writes spoken digits as digits. */
export function writeApart(text: string): string {
  return text
    .replaceAll(GREETING, ' ')
    .replaceAll(SPOKEN_NUMBER, (words) => {
      const digits = words.match(/\p{L}+/gu)?.map((word) => DIGIT_WORDS.get(word.toLowerCase()));
      return `${digits?.join('')} `;
    })
    .replaceAll(/(?<![\d:.])(\d{1,2});(?=[0-5]\d(?!\d))/g, '$1:')
    .replaceAll(/(?<=\p{L}|\d{4})(?=\(\p{L})|(?<=\))(?=\p{L})|(?<=[,;])(?=[\p{L}\d])/gu, ' ')
    .replaceAll(/(\d{7,})(\p{L}{3,})(?!\S*\d)/gu, (all, digits: string, word: string) =>
      isPeriodWord(plainWords(word)) ? `${digits} ${word}` : all,
    )
    .trim();
}

const ANY_CLOCK: DateClock = { now: new Date('2026-01-01'), zone: 'UTC', mayBeMonthFirst: false };

const knownWords = new Map<string, boolean>();
const MOST_KNOWN_WORDS = 500;

/** False for digits alone, which may be part of a telephone number. */
export function isPeriod(word: string): boolean {
  const known = knownWords.get(word);
  if (known !== undefined) return known;
  const spec = /\d[-./:]\d|\p{L}/u.test(word) ? readPeriod(word, ANY_CLOCK) : undefined;
  const is = spec !== undefined && !('problem' in spec);
  if (knownWords.size >= MOST_KNOWN_WORDS) knownWords.clear();
  knownWords.set(word, is);
  return is;
}

/** Returns the only period; for several periods, the problem of an invalid one, else `several_periods`. */
export function onePeriod({ specs }: FoundPeriods): PeriodReading | InputProblem | undefined {
  const [first, ...others] = specs;
  if (others.length === 0) return first;
  const wrong = specs.find((spec) => 'problem' in spec);
  const readings = specs.flatMap((spec) => ('problem' in spec ? [] : [spec]));
  return wrong ?? { problem: 'several_periods', readings };
}

export function isShortNumber(text: string): boolean {
  return /^\d{3,6}$/.test(text.replaceAll(/[\s-]/g, ''));
}

const FIRST_FOUR_WORDS = /^(?:\S+\s*){1,4}/;

/** Finds a sender after a word such as “from”, if a known name or digits follow the word. */
export function cutSender(text: string, senders: ReadonlyMap<string, string>) {
  for (const match of text.matchAll(/(?<!\S)(?:from|de|(sender:?|remitente:?|v[ií]a|desde))\s+(?=\S)/giu)) {
    const following = text.slice(match.index + match[0].length);
    const words = [...(FIRST_FOUR_WORDS.exec(following)?.[0] ?? '').matchAll(/\S+/g)];
    for (const count of [4, 3, 2, 1]) {
      const phrase = words.slice(0, count).map(([word]) => word.replace(/[.,;:!?]+$/, ''));
      const sender = phrase.length < count ? undefined : senderOf(phrase, senders);
      // Words such as “desde” also begin periods, so after them only a configured sender counts.
      if (sender === undefined || (match[1] !== undefined && !senders.has(sender))) continue;
      const after = following.match(/\S+/g)?.slice(count) ?? [];
      const before = text.slice(0, match.index).trim();
      return { sender, senderText: phrase.join(' '), before, after: after.join(' ') };
    }
  }
  return { sender: undefined, senderText: '', before: text, after: '' };
}

/** Several groups of digits count as a sender only if they form a short number of three to six digits. */
function senderOf(words: readonly string[], senders: ReadonlyMap<string, string>): string | undefined {
  const phrase = words.join(' ');
  if (words.some(isPeriod)) return undefined;
  return words.length === 1 || isShortNumber(phrase) || !/^[\d+]/.test(phrase)
    ? findSender(phrase, senders)
    : undefined;
}

export function readSender(
  text: string,
  senders: ReadonlyMap<string, string>,
): { readonly sender: string } | InputProblem {
  if (text.trim() === '') return { problem: 'no_sender' };
  const sender = findSender(text, senders);
  return sender === undefined ? { problem: 'sender', text } : { sender };
}

export function findSender(text: string, senders: ReadonlyMap<string, string>): string | undefined {
  return findSenderByName(text, senders) ?? parseSender(text);
}

const LONGEST_SHORT_NUMBER = 6;

/** A sender longer than a short number and not configured may be a person's number. */
export function isTelephone(sender: string, senders: ReadonlyMap<string, string>): boolean {
  return sender.length > LONGEST_SHORT_NUMBER && !senders.has(sender);
}

export function findSenderByName(text: string, senders: ReadonlyMap<string, string>): string | undefined {
  const wanted = text.trim().toLocaleLowerCase();
  for (const [number, name] of senders) if (name.toLocaleLowerCase() === wanted) return number;
  return undefined;
}

/** Links that Slack makes of typed text: `<tel:…|as typed>`, `<https://…|…>`, `<mailto:…|…>`. */
const LINK = /<((?:tel|sms|mailto|https?):[^|<>]*)(?:\|([^<>]*))?>/gi;
const WHATSAPP_LINK = /^https?:\/\/[^/]*(?:wa\.me|whatsapp\.com)\//i;

export function asTyped(text: string): string {
  return text
    .replaceAll(LINK, (_, target: string, shown?: string) =>
      // Slack may shorten the visible text of a WhatsApp link, so the target is read.
      WHATSAPP_LINK.test(target) ? target : (shown ?? target.replace(/^(?:tel|sms|mailto):/i, '')),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();
}
