import { type Translations, withOwn } from '../../../i18n/index.ts';
import type { RequestContext } from '../../../slack/listeners/context.ts';
import { incident } from './incident.en.ts';
import { incident as incidentEs } from './incident.es.ts';

const en = { incident };
const es: typeof en = { incident: incidentEs };

export type IncidentTranslations = Translations & typeof en;

export type IncidentContext = RequestContext<IncidentTranslations>;

export const incidentTranslations = withOwn({ en, es });
