import { type Translations, withOwn } from '../../../i18n/index.ts';
import type { ViewOptions } from '../../../slack/blocks/view-options.ts';
import type { RequestContext } from '../../../slack/listeners/context.ts';
import { subscription as subscriptionEn } from './subscription.en.ts';
import { subscription as subscriptionEs } from './subscription.es.ts';
import { summary as summaryEn } from './summary.en.ts';
import { summary as summaryEs } from './summary.es.ts';

const en = { subscription: subscriptionEn, summary: summaryEn };
const es = { subscription: subscriptionEs, summary: summaryEs };

export type SummaryTranslations = Translations & typeof en;

export type SummaryContext = RequestContext<SummaryTranslations>;

export type SummaryView = ViewOptions<SummaryTranslations>;

export const summaryTranslations = withOwn({ en, es });
