/** A person or user group by Slack id, or `here` for everyone who is active in the channel. */
export type Mention = { readonly of: 'person' | 'group'; readonly id: string } | { readonly of: 'here' };

const HERE = 'here';
const ID = /^([UWS])[A-Z0-9]{1,30}$/;

export function mentionToText(mention: Mention): string {
  return mention.of === 'here' ? HERE : mention.id;
}

export function mentionFromText(text: string): Mention | undefined {
  if (text === HERE) return { of: 'here' };
  const [id, kind] = ID.exec(text) ?? [];
  return id === undefined ? undefined : { of: kind === 'S' ? 'group' : 'person', id };
}
