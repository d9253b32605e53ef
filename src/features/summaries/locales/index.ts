import { type Translations, withOwn } from '../../../i18n/index.ts';
import type { RequestContext } from '../../../slack/listeners/context.ts';
import type { ViewOptions } from '../../../slack/view-options.ts';
import * as subscriptionEn from './subscription.en.ts';
import * as subscriptionEs from './subscription.es.ts';
import * as summaryEn from './summary.en.ts';
import * as summaryEs from './summary.es.ts';

const en = { ...subscriptionEn, ...summaryEn };

export type SummaryTranslations = Translations & typeof en;

export type SummaryContext = RequestContext<SummaryTranslations>;

export type SummaryView = ViewOptions<SummaryTranslations>;

export const summaryTranslations = withOwn({ en, es: { ...subscriptionEs, ...summaryEs } });
