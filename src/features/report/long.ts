import type { RunKind } from '../../posting/progress-view.ts';
import { reportTranslations } from './locales/index.ts';

/** A report that is read for longer than somebody waits for it. */
export const REPORT_RUN: RunKind = {
  name: 'report',
  title: (language) => reportTranslations(language).report.title,
  t: (language) => reportTranslations(language).report.long,
  againAction: 'report.refresh',
};
