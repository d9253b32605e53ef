import type { Message } from './message.ts';
import { secretKindOf } from './redaction.ts';

export type MessageKind = 'code' | 'link' | 'other';

/** An answer needs the kind of a message several times, and reading a text takes time. */
const known = new WeakMap<Pick<Message, 'text'>, MessageKind>();

/** What a message's text is about; `undefined` if the platform does not have the text. */
export function messageKindOf(message: Pick<Message, 'text'>): MessageKind | undefined {
  const { text } = message;
  if (text === undefined) return undefined;
  const kind = known.get(message) ?? secretKindOf(text) ?? 'other';
  known.set(message, kind);
  return kind;
}
