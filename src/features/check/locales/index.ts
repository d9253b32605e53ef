import { type Translations, withOwn } from '../../../i18n/index.ts';
import type { ViewOptions } from '../../../slack/blocks/view-options.ts';
import type { RequestContext } from '../../../slack/listeners/context.ts';
import { check } from './check.en.ts';
import { check as checkEs } from './check.es.ts';

const en = { check };
const es: typeof en = { check: checkEs };

export type CheckTranslations = Translations & typeof en;

export type CheckContext = RequestContext<CheckTranslations>;

export type CheckViewOptions = ViewOptions<CheckTranslations>;

export const checkTranslations = withOwn({ en, es });
