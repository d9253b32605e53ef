import { CHANNEL_SCOPES, HISTORY_SCOPES } from '../../slack/connection/scopes.ts';
import type { Router } from '../../slack/listeners/router.ts';
import type { Deps } from '../dependencies.ts';
import { createBaselineReader, readWeeksAhead } from './check/baseline.ts';
import { COMMAND, registerCheck } from './check/index.ts';
import { registerActions } from './incident/actions.ts';
import { registerFullNumbers } from './incident/escalation.ts';
import { forgetIncidents, registerJobs } from './incident/job.ts';
import { incidentTranslations } from './locales/index.ts';
import { REHEARSAL_RUN } from './rehearsal/index.ts';
import { registerWatches } from './watch/index.ts';

function register(app: Router, given: Deps): void {
  const router = app.withTranslations(incidentTranslations);
  const deps = { ...given, baseline: createBaselineReader(given) };
  registerCheck(router, deps);
  registerWatches(router.offline, given);
  registerActions(router, deps);
  registerFullNumbers(router, deps);
  registerJobs(deps);
}

export const incidents = {
  commands: [COMMAND] as readonly string[],
  scopes: ['commands', 'chat:write', 'files:write', ...HISTORY_SCOPES, ...CHANNEL_SCOPES],
  register,
  runKind: REHEARSAL_RUN,
  recover: (deps: Deps): Promise<void> => forgetIncidents(deps),
  readAhead: readWeeksAhead,
} as const;
