import type { Language, Translations } from '../../src/i18n/index.ts';
import { type ShareKind, withRefresh } from '../../src/posting/shared-answer.ts';
import type { View } from '../../src/slack/blocks/blocks.ts';

/** A shared view with its refresh button, which has a fixed value. */
export function refreshable<T extends Translations>(
  shared: View,
  language: Language,
  kind: Pick<ShareKind<T>, 'name' | 'translations'>,
): View {
  return withRefresh(shared, { request: 'asked', language, timeZone: 'UTC' }, kind, { seal: () => 'sealed' });
}
