import { type Answer, refused } from './calls.ts';

/** What the bot's token may do, such as `chat:write`; everything where there is no list. */
export type Scopes = readonly string[] | undefined;

/** Any one of them is enough. Reading a channel depends on its kind, which the methods look at themselves. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'chat.postMessage': ['chat:write'],
  'chat.update': ['chat:write'],
  'conversations.info': ['channels:read', 'groups:read', 'im:read'],
  'conversations.open': ['im:write'],
  'files.getUploadURLExternal': ['files:write'],
  'files.completeUploadExternal': ['files:write'],
  'users.info': ['users:read'],
  'usergroups.users.list': ['usergroups:read'],
};

/** The scopes of which a method needs one; none for those that any token may call. */
export function neededFor(method: string): readonly string[] {
  return NEEDED[method] ?? [];
}

/** Slack's refusal of a call that needs one of these scopes, where the token has none of them. */
export function scopeRefusal(scopes: Scopes, needed: string | readonly string[]): Answer | undefined {
  const wanted = [needed].flat();
  if (scopes === undefined || wanted.length === 0 || wanted.some((one) => scopes.includes(one)))
    return undefined;
  const refusal = refused('missing_scope');
  const told = { needed: wanted.join(','), provided: scopes.join(',') };
  return { ...refusal, body: { ok: false, error: 'missing_scope', ...told } };
}
