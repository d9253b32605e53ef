/** What a message is about, from its masked text. */
export type MessageKind = 'code' | 'link' | 'other';

import type { Message } from './message.ts';
import { secretKindOf } from './redaction.ts';

/** `undefined` if the platform does not have the text. */
export function messageKindOf({ text }: Pick<Message, 'text'>): MessageKind | undefined {
  return text === undefined ? undefined : (secretKindOf(text) ?? 'other');
}
