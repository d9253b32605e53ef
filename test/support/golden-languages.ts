import { expect } from 'vitest';
import type { Language } from '../../src/i18n/index.ts';

/** Families with every state in both languages: those with few states. */
export const IN_BOTH = (
  'channel-unavailable check-answered check-input check-newest check-shared check-thread ' +
  'home-preferences mention numbers-answered rehearsal-progress report-answered report-form ' +
  'report-shared report-thread reveal-form status-answered status-form status-numbers status-shared ' +
  'subscription subscription-form subscriptions ticket tracking-news watch'
).split(' ');
/** One in this many of the other states is also in Spanish. */
const ONE_IN = 9;

/** States or families that differ between the languages, with the reason; they are in both. */
export const UNLIKE: Readonly<Record<string, string>> = {
  escalation: 'It holds a text for the operator in both languages, whatever the reader’s is.',
  'report/settled': 'Days of a chart have their month in letters in English, in figures in Spanish.',
  'status/unreadable': '“1 entry” is “una entrada”.',
  'status-details/unreadable': '“1 entry” is “una entrada”.',
  'status-input/912345678 yestrdy':
    'What was meant is offered as it is typed; in Spanish “Ayer” is another button.',
  'ticket/stuck-in-an-incident': 'The link contains the text.',
  'subscription-form/new': 'The language of the person is offered for the summaries.',
};

/**
 * Whether the golden file has a state in Spanish: one in nine, by a hash of its name, so that a new state does not
 * affect the others; and all states with possible markup or a hostile name.
 */
export function isInSpanish(family: string, name: string, shown: string): boolean {
  if (IN_BOTH.includes(family) || isUnlike(family, name)) return true;
  if (/<[!@]/.test(shown) || /hostile|invisible|too-long/.test(name)) return true;
  const sum = [...`${family} ${name}`].reduce(
    (total, character) => total + (character.codePointAt(0) ?? 0),
    0,
  );
  return sum % ONE_IN === 0;
}

/** A Spanish state without rows of ids, which equal the English ones, except rows with the texts of a menu. */
export function withoutIds(family: string, name: string, text: string): string {
  if (isUnlike(family, name)) return text;
  const lines = text.split('\n').filter((line) => !/^ids of (?!.* ▾])/.test(line));
  return lines.join('\n').trimEnd();
}

/** Spanish lines, ignoring figures, that occur only in states without a Spanish section, each with its first state. */
export function remainingLines(shown: readonly string[], others: ReadonlyMap<string, string>): string[] {
  const printed = new Set(shown.flatMap((text) => text.split('\n').map(withoutFigures)));
  return [...others].flatMap(([name, shown]) =>
    shown.split('\n').flatMap((line) => {
      const words = withoutFigures(line);
      if (printed.has(words) || !/\p{L}{2}/u.test(words) || /[█-▏]/.test(line)) return [];
      printed.add(words);
      return [`${name}: ${line.trim()}`];
    }),
  );
}

const withoutFigures = (line: string) =>
  line
    .replaceAll(/\d[\d.,:–]*/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Compares the two languages of a state. */
export function expectAlike(family: string, name: string, views: ReadonlyMap<Language, object>): void {
  const [english, spanish] = [views.get('en'), views.get('es')];
  if (english === undefined || spanish === undefined) return;
  const [one, other] = [outlineOf(english, 'en'), outlineOf(spanish, 'es')];
  const hint = `${family}/${name} in both languages`;
  if (isUnlike(family, name)) expect(one, `${hint}, which need not be unlike any more`).not.toEqual(other);
  else expect(one, hint).toEqual(other);
}

function isUnlike(family: string, name: string): boolean {
  return Object.hasOwn(UNLIKE, family) || Object.hasOwn(UNLIKE, `${family}/${name}`);
}

/** Fields with translated text. */
const WORDS = new Set(['alt_text', 'caption', 'label', 'text', 'title', 'y_label']);
/** Fields that depend on the language: the fallback and format of dates, and the metadata. */
const OF_A_LANGUAGE = new Set(['fallback', 'format', 'private_metadata']);
/** Elements with an order that depends on the language. */
const SENTENCES = new Set(['rich_text_section', 'rich_text_preformatted', 'rich_text_quote']);
/** ISO times and versions. */
const WRITTEN_ALIKE = /\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d\.\d\.\d\b/g;
const NUMBERS: Readonly<Record<Language, RegExp>> = {
  en: /\d+(?:,\d{3})*(?:\.\d+)?/g,
  es: /\d+(?:\.\d{3})*(?:,\d+)?/g,
};

/** The language-independent outline of a view: block types, ids, values, styles, and the numbers in each text. */
export function outlineOf(value: unknown, language: Language): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => outlineOf(one, language));
  if (typeof value !== 'object' || value === null) return [];
  const type = 'type' in value ? String(value.type) : undefined;
  const parts = Object.entries(value).flatMap(([key, inner]) => {
    if (typeof inner === 'object') return outlineOf(inner, language);
    // The name of a series is text, that of an emoji an id.
    const isWords = WORDS.has(key) || (key === 'name' && type === undefined);
    if (isWords && typeof inner === 'string') return numbersIn(inner, language);
    return OF_A_LANGUAGE.has(key) ? [] : [`${key} ${inner}`];
  });
  return type !== undefined && SENTENCES.has(type) ? parts.toSorted() : parts;
}

function numbersIn(text: string, language: Language): string[] {
  const alike = text.match(WRITTEN_ALIKE) ?? [];
  const numbers = text.replaceAll(WRITTEN_ALIKE, ' ').match(NUMBERS[language]) ?? [];
  const [thousands, decimal] = language === 'en' ? [',', '.'] : ['.', ','];
  const plain = numbers.map((number) => number.replaceAll(thousands, '').replace(decimal, '.'));
  return [...alike, ...plain].toSorted();
}
