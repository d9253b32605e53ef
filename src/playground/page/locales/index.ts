import { en } from './en.ts';
import { es } from './es.ts';
import type { Words } from './words.ts';

export type { Language, Words } from './words.ts';

/** The page's words for a Slack locale; English for any but Spanish ones. */
export function wordsFor(locale: string): Words {
  return locale.toLowerCase().startsWith('es') ? es : en;
}
