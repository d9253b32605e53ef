import type { Log } from '../../ops/log.ts';

/** Without this scope, Slack hides the metadata in which the bot stores the key of a post. */
export const METADATA_SCOPE = 'metadata.message:read';

export const HISTORY_SCOPES = ['channels:history', 'groups:history', METADATA_SCOPE] as const;

/** With these scopes, the bot can ask Slack about a channel before the first post there. */
export const CHANNEL_SCOPES = ['channels:read', 'groups:read'] as const;

const LOSS = {
  history: 'a post of which Slack never said whether it took it is not sent again, and may be missing',
  channel:
    'that a channel takes no posts, or is shared with another organisation, is not known before the first post',
};

/** A scope that an administrator may refuse (`bot_optional` in the manifest) → what is lost without it. */
export const OPTIONAL_SCOPES: ReadonlyMap<string, string> = new Map([
  ...HISTORY_SCOPES.map((scope) => [scope, LOSS.history] as const),
  ...CHANNEL_SCOPES.map((scope) => [scope, LOSS.channel] as const),
]);

interface ListedScopes {
  readonly required: readonly string[];
  readonly optional: ReadonlyMap<string, string>;
}

/** Required scopes that the token lacks, and the optional ones, each with what is lost without it. */
export function missingScopes(granted: readonly string[], { required, optional }: ListedScopes) {
  const lacks = (scope: string) => !granted.includes(scope);
  return { missing: required.filter(lacks), lost: [...optional].filter(([scope]) => lacks(scope)) };
}

/** Logs scopes that the token lacks: an error for required ones, a warning with the loss for optional ones. */
export function logMissingScopes(
  granted: readonly string[] | undefined,
  listed: ListedScopes,
  log: Log,
): void {
  // Slack does not always list the token's scopes; then nothing is known about missing ones.
  if (granted === undefined) return;
  const { missing, lost } = missingScopes(granted, listed);
  if (missing.length > 0) {
    log.error(
      { missing },
      'the bot’s token lacks scopes that it needs: add them under “OAuth & Permissions”, or update the app from manifest.yml, and install it again',
    );
  }
  for (const [loss, lacking] of Map.groupBy(lost, ([, one]) => one)) {
    log.warn({ missing: lacking.map(([scope]) => scope) }, `without optional scopes: ${loss}`);
  }
}
