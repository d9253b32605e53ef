import { type Translations, withOwn } from '../../../i18n/index.ts';
import type { ViewOptions } from '../../../slack/blocks/view-options.ts';
import type { RequestContext } from '../../../slack/listeners/context.ts';
import { en } from './en.ts';
import { es } from './es.ts';

export type StatusTranslations = Translations & typeof en;
export type StatusContext = RequestContext<StatusTranslations>;
export type StatusView = ViewOptions<StatusTranslations>;

export const statusTranslations = withOwn({ en, es });
