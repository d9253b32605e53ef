import { en } from './locales/en.ts';
import { es } from './locales/es.ts';
import type { Language } from './types.ts';

export type { Advice, Help, HelpLine, Language } from './types.ts';

/** Texts that several features share. The English texts define the type for all languages. */
export type Translations = typeof en;

const languages: Readonly<Record<Language, Translations>> = { en, es };

export function isLanguage(text: string | undefined): text is Language {
  return text !== undefined && Object.hasOwn(languages, text);
}

export function translationsFor(language: Language): Translations {
  return languages[language];
}

export function withOwn<Own extends object>(
  own: Readonly<Record<Language, Own>>,
): (language: Language) => Translations & Own {
  const all = { en: { ...en, ...own.en }, es: { ...es, ...own.es } };
  return (language) => all[language];
}
