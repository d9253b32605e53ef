import { translationsFor } from '../i18n/index.ts';
import { createRunRecovery, forgetRuns, registerCancel } from '../posting/progress-recovery.ts';
import { OPTIONAL_SCOPES } from '../slack/connection/scopes.ts';
import type { Router } from '../slack/listeners/router.ts';
import { createBaselineReader } from '../traffic/baseline.ts';
import { audit } from './audit/index.ts';
import { check } from './check/index.ts';
import type { Deps } from './dependencies.ts';
import { home } from './home/index.ts';
import { report } from './report/index.ts';
import { status } from './status/index.ts';
import { summaries } from './summaries/index.ts';
import { watches } from './watches/index.ts';

/** `manifest.yml` must list the commands, events and scopes of all these features. */
const features = [status, report, summaries, check, watches, home, audit] as const;

export const runKinds = [report.runKind, report.threadRunKind, check.runKind] as const;

const usedScopes = new Set<string>([
  ...features.flatMap((feature) => feature.scopes),
  ...['users:read', 'usergroups:read', 'chat:write'],
]);

/** Slack permissions of the bot; `optional` maps a permission to what does not work without it. */
export const scopes = {
  required: [...usedScopes].filter((scope) => !OPTIONAL_SCOPES.has(scope)),
  optional: OPTIONAL_SCOPES,
} as const;

export const commands: readonly string[] = features.flatMap((feature) => feature.commands);

export const events = [...status.events, ...home.events, 'app_uninstalled', 'tokens_revoked'];
export const shortcuts = status.shortcuts;
export const functions: readonly string[] = status.functions;

export function registerFeatures(router: Router, given: Deps): void {
  const deps = { ...given, baseline: createBaselineReader(given) };
  for (const feature of features) feature.register(router, deps);
  registerCancel(router.withTranslations(translationsFor).offline, runKinds, deps);
}

/** Reads past days for later checks while the platform is idle. @throws UpstreamError if reading fails */
export const readAhead = check.readAhead;

/** Loads open incidents before the first look-up, and stored figures before a person opens the Home tab. @throws if the database does not answer */
export function readStoredAhead(deps: Deps): Promise<void> {
  void deps.stores.knownTrouble.refresh();
  return home.readAhead(deps);
}

/** @returns a search for long answers that a dead process left behind, to be repeated */
export const createRecovery = (deps: Deps) => createRunRecovery(runKinds, deps);

export async function forgetOldRows(deps: Deps): Promise<void> {
  await forgetRuns(deps);
  await summaries.recover(deps);
  await watches.recover(deps);
}
