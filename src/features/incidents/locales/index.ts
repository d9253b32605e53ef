import { type Translations, withOwn } from '../../../i18n/index.ts';
import type { RequestContext } from '../../../slack/listeners/context.ts';
import type { ViewOptions } from '../../../slack/view-options.ts';
import { en } from './en.ts';
import { es } from './es.ts';

export type IncidentTranslations = Translations & typeof en;

export type IncidentContext = RequestContext<IncidentTranslations>;

export type IncidentView = ViewOptions<IncidentTranslations>;

export const incidentTranslations = withOwn({ en, es });
