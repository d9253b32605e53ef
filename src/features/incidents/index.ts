import { MINUTE_MS } from '../../runtime/durations.ts';
import { adviceView } from '../../slack/advice-view.ts';
import type { Reply } from '../../slack/listeners/context.ts';
import type { Listeners, Router } from '../../slack/listeners/router.ts';
import type { Observations } from '../../store/figures/observations.ts';
import type { Incident } from '../../store/incidents/incident.ts';
import { type BaselineDeps, createBaselineReader } from './check/baseline.ts';
import { checkTraffic } from './check/detect.ts';
import { type ChecksDeps, COMMAND, registerChecks } from './check/index.ts';
import { actOn } from './incident/actions.ts';
import { incidentDetailsView } from './incident/details-view.ts';
import { answerEscalation, type EscalationDeps } from './incident/escalation.ts';
import { forgetIncidents, queuePublish, registerWatching, type WatchJobDeps } from './incident/job.ts';
import { readSnooze } from './incident/snooze.ts';
import { type IncidentContext, type IncidentTranslations, incidentTranslations } from './locales/index.ts';
import { readOpenIncidents } from './open-incidents.ts';
import { REHEARSAL_RUN } from './rehearsal/index.ts';
import { registerWatches, type WatchDeps } from './watch/index.ts';

export type IncidentsDeps = Omit<ChecksDeps, 'usual' | 'standing'> &
  BaselineDeps &
  EscalationDeps &
  Omit<WatchJobDeps, 'look'> & {
    readonly observations: Observations;
  };

/** The job has time: nobody waits for it. */
const USUAL_WITHIN_MS = MINUTE_MS;

function register(app: Router, given: IncidentsDeps & WatchDeps): void {
  const router = app.speaking(incidentTranslations);
  const deps = { ...given, usual: createBaselineReader(given), standing: () => readOpenIncidents(given) };
  registerChecks(router, deps);
  registerWatches(router.offline, deps);
  registerActs(router.offline, deps);
  registerWatching({
    ...deps,
    look: (now, options) => checkTraffic({ ...deps, usualWithinMs: USUAL_WITHIN_MS }, now, options),
  });
}

/** The buttons of an incident's message. What they say is said to whoever presses; the message shows what they did. */
function registerActs(router: Listeners<IncidentTranslations>, deps: IncidentsDeps): void {
  const bring = () => queuePublish(deps);
  const onIncident = (
    actionId: string,
    answer: (incident: Incident, context: IncidentContext) => Reply | Promise<Reply>,
  ) =>
    router.button(actionId, async (id, context) => {
      if (id === '') return undefined;
      const incident = await deps.incidents.find(id);
      if (!incident) return { ephemeral: adviceView(context.t.incident.forgotten, context.t) };
      return answer(incident, context);
    });
  onIncident('incident.acknowledge', async ({ id }, context) => ({
    ephemeral: await actOn(id, 'acknowledged', context, { ...deps, bring }),
  }));
  onIncident('incident.resolve', async ({ id }, context) => ({
    ephemeral: await actOn(id, 'resolved', context, { ...deps, bring }),
  }));
  onIncident('incident.details', (incident, context) => ({
    ephemeral: incidentDetailsView(incident, context),
  }));
  onIncident('incident.pack', (incident, context) => {
    const answer = answerEscalation(incident, context, deps);
    return 'finish' in answer ? answer : { ephemeral: answer };
  });
  router.button('incident.snooze', async (value, context) => {
    const chosen = readSnooze(value);
    if (!chosen) return undefined;
    return { ephemeral: await actOn(chosen.id, { snooze: chosen.snooze }, context, { ...deps, bring }) };
  });
}

/** The on-call check, channels that watch, and one message for each incident. */
export const incidents = {
  commands: [COMMAND] as readonly string[],
  // The last three only find the bot's own posts again, so that none is posted twice.
  scopes: [
    'commands',
    'chat:write',
    'files:write',
    'channels:history',
    'groups:history',
    'metadata.message:read',
  ],
  register,
  runKind: REHEARSAL_RUN,
  /** Forgets what was over long ago; to be called now and then. */
  recover: (deps: IncidentsDeps): Promise<void> => forgetIncidents(deps),
} as const;
