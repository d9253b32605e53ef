import { en as common } from './en.ts';
import { es as commonEs } from './es.ts';
import { en as incidents } from './incidents/en.ts';
import { es as incidentsEs } from './incidents/es.ts';
import { en as report } from './report/en.ts';
import { es as reportEs } from './report/es.ts';
import type { Language } from './shapes.ts';
import { en as status } from './status/en.ts';
import { es as statusEs } from './status/es.ts';
import { en as summaries } from './summaries/en.ts';
import { es as summariesEs } from './summaries/es.ts';

export type { Advice, Help, HelpLine, Language } from './shapes.ts';

const en = { ...common, ...status, ...report, ...summaries, ...incidents };
const es = { ...commonEs, ...statusEs, ...reportEs, ...summariesEs, ...incidentsEs };

/** Everything a person can read, once for each language. */
export type Words = typeof en;

const languages: Readonly<Record<Language, Words>> = { en, es };

export function isLanguage(text: string | undefined): text is Language {
  return text !== undefined && Object.hasOwn(languages, text);
}

export function wordsFor(language: Language): Words {
  return languages[language];
}
