import { type Translations, withOwn } from '../../../i18n/index.ts';
import type { Localized } from '../../../slack/blocks/format.ts';
import type { RequestContext } from '../../../slack/listeners/context.ts';
import { en } from './en.ts';
import { es } from './es.ts';

export type HomeTranslations = Translations & typeof en;
export type HomeContext = RequestContext<HomeTranslations>;
export type HomeLocalized = Localized<HomeTranslations>;

export const homeTranslations = withOwn({ en, es });
