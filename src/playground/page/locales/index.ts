import { en, type Translations } from './en.ts';
import { es } from './es.ts';

export type { Translations } from './en.ts';

/** The languages of what the page itself says. */
export type Language = 'en' | 'es';

/** What the page says in each language. */
export const translations: Readonly<Record<Language, Translations>> = { en, es };

/** The page's language for a Slack locale: English for any but Spanish ones. */
export function languageOf(locale: string): Language {
  return locale.toLowerCase().startsWith('es') ? 'es' : 'en';
}
