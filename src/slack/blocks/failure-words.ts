import type { Translations } from '../../i18n/index.ts';
import type { FailureMeaning } from '../../i18n/types.ts';

/**
 * What a platform's word for a failure means, and what to do: by the deployment's own words (`FAILURE_WORDS`) first,
 * then by those known here. `undefined` for a word that nobody explains. Case does not matter.
 */
export function explainFailureWord(
  word: string | undefined,
  t: Translations,
  own: ReadonlyMap<string, string> = new Map(),
): FailureMeaning | undefined {
  const key = (word ?? '').trim().toLowerCase();
  const known = new Map<string, FailureMeaning>(Object.entries(t.failureWords)).get(key);
  const meaning = own.get(key);
  return meaning === undefined ? known : { meaning, nextStep: known?.nextStep ?? t.failureNextStep };
}
