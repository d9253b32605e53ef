import { translationsFor } from '../i18n/index.ts';
import { registerCancel, settleAbandoned } from '../posting/progress-recovery.ts';
import { OPTIONAL_SCOPES } from '../slack/connection/scopes.ts';
import type { Router } from '../slack/listeners/router.ts';
import { audit } from './audit/index.ts';
import type { FeatureDeps } from './dependencies.ts';
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

/** Of the bot's token. `optional` says what is missing without each. */
export const scopes = {
  required: [...usedScopes].filter((scope) => !OPTIONAL_SCOPES.has(scope)),
  optional: OPTIONAL_SCOPES,
} as const;

export const commands: readonly string[] = features.flatMap((feature) => feature.commands);

export const events = [...status.events, ...home.events, 'app_uninstalled', 'tokens_revoked'];
export const shortcuts = status.shortcuts;
export const functions: readonly string[] = status.functions;

export function registerFeatures(router: Router, deps: FeatureDeps): void {
  for (const feature of features) feature.register(router, deps);
  registerCancel(router.speaking(translationsFor).offline, runKinds, deps);
}

/** Reads figures for questions at that time, with low priority. @throws UpstreamError */
export const readAhead = incidents.readAhead;

/** Reads stored figures for the first Home. Rejects where the database is away. */
export const readStoredAhead = home.readAhead;

/** Ends what a dead process has left; to be called at the start and now and then. */
export async function recoverFeatures(deps: FeatureDeps): Promise<void> {
  await settleAbandoned(runKinds, deps);
  await summaries.recover(deps);
  await incidents.recover(deps);
}
