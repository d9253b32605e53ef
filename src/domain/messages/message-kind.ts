/** What a message is about, from its masked text. */
export type MessageKind = 'code' | 'link' | 'other';
