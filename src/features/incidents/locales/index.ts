import { type Translations, withOwn } from '../../../i18n/index.ts';
import type { ViewOptions } from '../../../slack/blocks/view-options.ts';
import type { RequestContext } from '../../../slack/listeners/context.ts';
import { check } from './check.en.ts';
import { check as checkEs } from './check.es.ts';
import { incident } from './incident.en.ts';
import { incident as incidentEs } from './incident.es.ts';

const en = { check, incident };
const es: typeof en = { check: checkEs, incident: incidentEs };

export type IncidentTranslations = Translations & typeof en;

export type IncidentContext = RequestContext<IncidentTranslations>;

export type IncidentView = ViewOptions<IncidentTranslations>;

export const incidentTranslations = withOwn({ en, es });
