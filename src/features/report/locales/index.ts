import { type Translations, withOwn } from '../../../i18n/index.ts';
import type { RequestContext } from '../../../slack/listeners/context.ts';
import type { ViewOptions } from '../../../slack/view-options.ts';
import { en } from './en.ts';
import { es } from './es.ts';

export type ReportTranslations = Translations & typeof en;

/** A request to this feature, and how to speak to who made it. */
export type ReportContext = RequestContext<ReportTranslations>;

/** What a view of this feature needs besides its model. */
export type ReportView = ViewOptions<ReportTranslations>;

export const reportTranslations = withOwn({ en, es });
