import type { Asker } from '../../slack/command.ts';
import type { Desk, Reply, WaysIn } from '../../slack/desk.ts';
import { adviceView } from '../../slack/errors.ts';
import type { Incident } from '../../store/incidents.ts';
import type { Observations } from '../../store/observations.ts';
import { actOn } from './acts.ts';
import { checkTraffic } from './check.ts';
import { type ChecksDeps, COMMAND, registerChecks } from './checks.ts';
import { incidentDetailsView } from './details-view.ts';
import { answerPack, type EscalationDeps } from './escalation.ts';
import { forgetIncidents, lookNow, queueBringing, registerWatching, type WatchJobDeps } from './job.ts';
import { REHEARSAL_RUN } from './rehearse-run.ts';
import { readSnooze } from './snooze.ts';
import { standingOf } from './standing.ts';
import { createUsual, type UsualDeps } from './usual.ts';
import { registerWatches, type WatchDeps } from './watch.ts';

export type IncidentsDeps = Omit<ChecksDeps, 'usual' | 'standing'> &
  UsualDeps &
  EscalationDeps &
  Omit<WatchDeps, 'lookNow'> &
  Omit<WatchJobDeps, 'look'> & {
    readonly observations: Observations;
  };

/** The job has time: nobody waits for it. */
const USUAL_WITHIN_MS = 60_000;

function register(desk: Desk, given: IncidentsDeps): void {
  const deps = { ...given, usual: createUsual(given), standing: () => standingOf(given) };
  registerChecks(desk, deps);
  registerWatches(desk.withoutPlatform, { ...deps, lookNow: () => lookNow(deps) });
  registerActs(desk.withoutPlatform, deps);
  registerWatching({
    ...deps,
    look: (now, options) => checkTraffic({ ...deps, usualWithinMs: USUAL_WITHIN_MS }, now, options),
  });
}

/** The buttons of an incident's message. What they say is said to whoever presses; the message shows what they did. */
function registerActs(desk: WaysIn, deps: IncidentsDeps): void {
  const bring = () => queueBringing(deps);
  const onIncident = (
    actionId: string,
    answer: (incident: Incident, asker: Asker) => Reply | Promise<Reply>,
  ) =>
    desk.button(actionId, async (id, asker) => {
      if (id === '') return undefined;
      const incident = await deps.incidents.find(id);
      if (!incident) return { aside: adviceView(asker.words.incident.forgotten, asker.words) };
      return answer(incident, asker);
    });
  onIncident('incident.acknowledge', async ({ id }, asker) => ({
    aside: await actOn(id, 'acknowledged', asker, { ...deps, bring }),
  }));
  onIncident('incident.resolve', async ({ id }, asker) => ({
    aside: await actOn(id, 'resolved', asker, { ...deps, bring }),
  }));
  onIncident('incident.details', (incident, asker) => ({ aside: incidentDetailsView(incident, asker) }));
  onIncident('incident.pack', (incident, asker) => {
    const answer = answerPack(incident, asker, deps);
    return 'rest' in answer ? answer : { aside: answer };
  });
  desk.button('incident.snooze', async (value, asker) => {
    const chosen = readSnooze(value);
    if (!chosen) return undefined;
    return { aside: await actOn(chosen.id, { snooze: chosen.snooze }, asker, { ...deps, bring }) };
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
  takesLong: REHEARSAL_RUN,
  /** Forgets what was over long ago; to be called now and then. */
  recover: (deps: IncidentsDeps): Promise<void> => forgetIncidents(deps),
} as const;
