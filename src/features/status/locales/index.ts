import { type Translations, withOwn } from '../../../i18n/index.ts';
import type { ViewOptions } from '../../../slack/blocks/view-options.ts';
import type { RequestContext } from '../../../slack/listeners/context.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { ticket as ticketEn } from './ticket.en.ts';
import { ticket as ticketEs } from './ticket.es.ts';

const own = {
  en: { ...en, ticket: ticketEn },
  es: { ...es, ticket: ticketEs },
};

export type StatusTranslations = Translations & typeof own.en;
export type StatusContext = RequestContext<StatusTranslations>;
export type StatusView = ViewOptions<StatusTranslations>;

export const statusTranslations = withOwn(own);
