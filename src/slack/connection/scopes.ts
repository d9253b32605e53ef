/** Without this scope, Slack hides the metadata in which the bot stores the key of a post. */
export const METADATA_SCOPE = 'metadata.message:read';

export const HISTORY_SCOPES = ['channels:history', 'groups:history', METADATA_SCOPE] as const;

/** With these scopes, the bot can ask Slack about a channel before the first post there. */
export const CHANNEL_SCOPES = ['channels:read', 'groups:read'] as const;

const lost = {
  history: 'a post of which Slack never said whether it took it is not sent again, and may be missing',
  channel:
    'that a channel takes no posts, or is shared with another organisation, is not known before the first post',
};

/** A scope that an administrator may refuse (`bot_optional` in the manifest) → what is lost without it. */
export const OPTIONAL_SCOPES: ReadonlyMap<string, string> = new Map([
  ...HISTORY_SCOPES.map((scope) => [scope, lost.history] as const),
  ...CHANNEL_SCOPES.map((scope) => [scope, lost.channel] as const),
]);
