import { scopes } from '../features/index.ts';
import type { Log } from '../ops/log.ts';

/** Says which scopes the token lacks, by those that Slack told of: what is needed as an error, and what is lost without the others. */
export function logMissingScopes(granted: readonly string[] | undefined, log: Log): void {
  // An older Slack says nothing of them.
  if (granted === undefined) return;
  const lacks = (scope: string) => !granted.includes(scope);
  const missing = scopes.required.filter(lacks);
  if (missing.length > 0) {
    log.error(
      { missing },
      'the bot’s token lacks scopes that it needs: add them under “OAuth & Permissions”, or update the app from manifest.yml, and install it again',
    );
  }
  const lost = Map.groupBy(
    [...scopes.optional].filter(([scope]) => lacks(scope)),
    ([, loss]) => loss,
  );
  for (const [loss, lacking] of lost) {
    log.warn({ missing: lacking.map(([scope]) => scope) }, `without optional scopes: ${loss}`);
  }
}
