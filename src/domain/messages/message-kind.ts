import type { Message } from './message.ts';
import { secretKindOf } from './redaction.ts';

export type MessageKind = 'code' | 'link' | 'other';

/** What a message's text is about; `undefined` if the platform does not have the text. */
export function messageKindOf({ text }: Pick<Message, 'text'>): MessageKind | undefined {
  return text === undefined ? undefined : (secretKindOf(text) ?? 'other');
}
