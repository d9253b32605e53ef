import { type Translations, withOwn } from '../../../i18n/index.ts';
import type { RequestContext } from '../../../slack/listeners/context.ts';
import type { ViewOptions } from '../../../slack/view-options.ts';
import { en } from './en.ts';
import { es } from './es.ts';

export type IncidentTranslations = Translations & typeof en;

/** A request to this feature, and how to speak to who made it. */
export type IncidentContext = RequestContext<IncidentTranslations>;

/** What a view of this feature needs besides its model. */
export type IncidentView = ViewOptions<IncidentTranslations>;

export const incidentTranslations = withOwn({ en, es });
