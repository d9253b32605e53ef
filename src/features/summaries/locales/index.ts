import { type Translations, withOwn } from '../../../i18n/index.ts';
import type { ViewOptions } from '../../../slack/blocks/view-options.ts';
import type { RequestContext } from '../../../slack/listeners/context.ts';
import { en } from './en.ts';
import { es } from './es.ts';

export type SummaryTranslations = Translations & typeof en;
export type SummaryContext = RequestContext<SummaryTranslations>;
export type SummaryView = ViewOptions<SummaryTranslations>;

export const summaryTranslations = withOwn({ en, es });
