import { type Translations, withOwn } from '../../../i18n/index.ts';
import { en } from './en.ts';
import { es } from './es.ts';

export type AuditTranslations = Translations & typeof en;

export const auditTranslations = withOwn({ en, es });
