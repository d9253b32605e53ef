import { en } from './en.ts';
import { es } from './es.ts';
import type { Words } from './words.ts';

export type { Advice, Help, HelpLine, Words } from './words.ts';

const languages = { en, es } satisfies Record<string, Words>;

/** A language answers exist in. */
export type Language = keyof typeof languages;

export function isLanguage(text: string | undefined): text is Language {
  return text !== undefined && Object.hasOwn(languages, text);
}

export function wordsFor(language: Language): Words {
  return languages[language];
}
