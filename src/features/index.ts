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

/** All features there are. `manifest.yml` tells Slack the same list; a test holds the two together. */
const features = [status, report, summaries, incidents, home, audit] as const;

export const runKinds = [report.runKind, report.threadRunKind, incidents.runKind] as const;

/** What every feature rests on: a person's zone and language, user groups, answers that come late. */
const kitScopes = ['users:read', 'usergroups:read', 'chat:write'] as const;

const usedScopes = new Set<string>([...features.flatMap((feature) => feature.scopes), ...kitScopes]);

/** What the bot's token is to be allowed. `optional` says of each what is lost without it; `required` are all others. */
export const scopes = {
  required: [...usedScopes].filter((scope) => !OPTIONAL_SCOPES.has(scope)),
  optional: OPTIONAL_SCOPES,
} as const;

export const commands: readonly string[] = features.flatMap((feature) => feature.commands);

/** By which Slack tells that the app is taken away. */
const kitEvents = ['app_uninstalled', 'tokens_revoked'] as const;

/** What Slack tells the bot of. */
export const events: readonly string[] = [...status.events, ...home.events, ...kitEvents];

/** By their callback ids: in the menu of a message, and from anywhere. */
export const shortcuts = status.shortcuts;

/** Steps for workflows, by their callback ids. */
export const functions: readonly string[] = status.functions;

export function registerFeatures(router: Router, deps: FeatureDeps): void {
  for (const feature of features) feature.register(router, deps);
  registerCancel(router.speaking(translationsFor).offline, runKinds, deps);
}

/** Has figures read that questions at that time will need; it gives way to whoever asks. @throws UpstreamError */
export function readAhead(deps: FeatureDeps, moment: Date): Promise<void> {
  return incidents.readAhead(deps, moment);
}

/** Has stored figures read that the first Home would wait for. Rejects where the database is away. */
export function readStoredAhead(deps: FeatureDeps): Promise<void> {
  return home.readAhead(deps);
}

/** Brings to an end what a process that died has left behind; to be called at the start and now and then. */
export async function recoverFeatures(deps: FeatureDeps): Promise<void> {
  await settleAbandoned(runKinds, deps);
  await summaries.recover(deps);
  await incidents.recover(deps);
}
