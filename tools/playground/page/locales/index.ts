import { en, type Translations } from './en.ts';
import { es } from './es.ts';

export type { Translations } from './en.ts';

export type Language = 'en' | 'es';

export const translations: Readonly<Record<Language, Translations>> = { en, es };

/** The page's language for a Slack locale: English for any but Spanish ones. */
export function languageOf(locale: string): Language {
  return locale.toLowerCase().startsWith('es') ? 'es' : 'en';
}
