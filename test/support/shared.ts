import type { Language, Translations } from '../../src/i18n/index.ts';
import { type ShareKind, withRefresh } from '../../src/posting/shared-answer.ts';
import type { View } from '../../src/slack/blocks/blocks.ts';

/** What is shared with its button, whose value is the same each time. */
export function refreshable<T extends Translations>(
  shared: View,
  language: Language,
  kind: Pick<ShareKind<T>, 'name' | 'translations'>,
): View {
  const state = { asked: 'asked', language, timeZone: 'UTC' };
  return withRefresh(shared, state, kind, { seal: () => 'sealed' });
}
