import { type Translations, withOwn } from '../../../i18n/index.ts';
import type { ViewOptions } from '../../../slack/blocks/view-options.ts';
import type { RequestContext } from '../../../slack/listeners/context.ts';
import { en } from './en.ts';
import { es } from './es.ts';

export type ReportTranslations = Translations & typeof en;
export type ReportContext = RequestContext<ReportTranslations>;
export type ReportView = ViewOptions<ReportTranslations>;

export const reportTranslations = withOwn({ en, es });
