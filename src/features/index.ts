import { translationsFor } from '../i18n/index.ts';
import { endAbandonedRuns, registerCancel } from '../posting/progress-recovery.ts';
import { OPTIONAL_SCOPES } from '../slack/connection/scopes.ts';
import type { Router } from '../slack/listeners/router.ts';
import { audit } from './audit/index.ts';
import type { Deps } from './dependencies.ts';
import { home } from './home/index.ts';
import { incidents } from './incidents/index.ts';
import { report } from './report/index.ts';
import { status } from './status/index.ts';
import { summaries } from './summaries/index.ts';

/** `manifest.yml` lists the same. */
const features = [status, report, summaries, incidents, home, audit] as const;

export const runKinds = [report.runKind, report.threadRunKind, incidents.runKind] as const;

const usedScopes = new Set<string>([
  ...features.flatMap((feature) => feature.scopes),
  ...['users:read', 'usergroups:read', 'chat:write'],
]);

/** Scopes of the bot's token. `optional` maps each to its effect if missing. */
export const scopes = {
  required: [...usedScopes].filter((scope) => !OPTIONAL_SCOPES.has(scope)),
  optional: OPTIONAL_SCOPES,
} as const;

export const commands: readonly string[] = features.flatMap((feature) => feature.commands);

export const events = [...status.events, ...home.events, 'app_uninstalled', 'tokens_revoked'];
export const shortcuts = status.shortcuts;
export const functions: readonly string[] = status.functions;

export function registerFeatures(router: Router, deps: Deps): void {
  for (const feature of features) feature.register(router, deps);
  registerCancel(router.withTranslations(translationsFor).offline, runKinds, deps);
}

/** Stores days for later checks while the platform is idle. @throws UpstreamError */
export const readAhead = incidents.readAhead;

/** Reads stored figures for the first Home. Rejects without the database. */
export const readStoredAhead = home.readAhead;

/** Ends runs that a dead process left behind. Called at the start and periodically. */
export async function recoverFeatures(deps: Deps): Promise<void> {
  await endAbandonedRuns(runKinds, deps);
  await summaries.recover(deps);
  await incidents.recover(deps);
}
