import { type Actor, type IncidentAction, incidentStatusOf } from '../../../domain/detection/events.ts';
import type { Incident } from '../../../domain/detection/incident.ts';
import { adviceView } from '../../../slack/blocks/advice-view.ts';
import { bold, line, richText, view } from '../../../slack/blocks/blocks.ts';
import { displayName } from '../../../slack/blocks/text.ts';
import { ALREADY_SHOWN, type FormReply, type Reply } from '../../../slack/listeners/context.ts';
import type { FeatureRouter, Listeners } from '../../../slack/listeners/router.ts';
import type { Deps } from '../../dependencies.ts';
import type { IncidentContext, IncidentTranslations } from '../locales/index.ts';
import { incidentDetailsView } from './details-view.ts';
import { answerEscalation } from './escalation.ts';
import { queuePublish } from './job.ts';
import { readSnooze, readSnoozeForm, SNOOZE_FORM, snoozeForm, snoozing } from './snooze.ts';

export function registerActions(router: FeatureRouter<IncidentTranslations>, deps: Deps): void {
  const { offline } = router;
  const onIncident = (
    { button }: Listeners<IncidentTranslations>,
    actionId: string,
    answer: (incident: Incident, context: IncidentContext) => Reply | Promise<Reply>,
  ) =>
    button(actionId, async (id, context) => {
      if (id === '') return undefined;
      const incident = await deps.stores.incidents.find(id);
      if (!incident) return forgotten(context, deps);
      return answer(incident, context);
    });
  onIncident(offline, 'incident.acknowledge', ({ id }, context) =>
    actOn(id, { kind: 'acknowledged', by: actorOf(context) }, context, deps),
  );
  onIncident(offline, 'incident.resolve', ({ id }, context) =>
    actOn(id, { kind: 'resolved', by: actorOf(context) }, context, deps),
  );
  onIncident(offline, 'incident.details', (incident, context) => {
    context.acts.note('checked');
    return { ephemeral: incidentDetailsView(incident, context) };
  });
  onIncident(router, 'incident.pack', (incident, context) => {
    const answer = answerEscalation(incident, context, deps);
    return 'finish' in answer ? answer : { ephemeral: answer };
  });
  offline.button('incident.snooze', async (value, context) => {
    const chosen = readSnooze(value);
    if (!chosen) return undefined;
    const { id, snooze } = chosen;
    if (snooze === 'other') return { form: snoozeForm(id, context.user.timeZone, context.t) };
    // A snooze ends in the background, by the database’s clock.
    return actOn(id, snoozing(snooze, actorOf(context), deps.jobs.now()), context, deps);
  });
  offline.form(SNOOZE_FORM, {
    read: (fields, context) => readSnoozeForm(fields, { ...context, now: deps.jobs.now() }),
    answer: ({ id, until }, context) =>
      actOn(id, { kind: 'snoozed', by: actorOf(context), until }, context, deps),
    controls: {},
  });
}

function actorOf({ user: { id, name } }: IncidentContext): Actor {
  return { id, name };
}

const forgotten = ({ t }: IncidentContext, { settings }: Deps) => ({
  ephemeral: adviceView(t.incident.forgotten(settings.incidentDays), t),
});

/** The person gets a message if the action has no effect, for example because a colleague was faster. */
async function actOn(
  id: string,
  act: IncidentAction,
  context: IncidentContext,
  deps: Deps,
): Promise<FormReply> {
  context.acts.note(act.kind === 'woken' ? 'snoozed' : act.kind);
  const done = await deps.stores.incidents.act(id, act, context.now);
  if (!done) return forgotten(context, deps);
  const { incident, outcome } = done;
  if (outcome === 'done') {
    await queuePublish(deps);
    return ALREADY_SHOWN;
  }
  return { ephemeral: view(richText(line(bold(refusalFor(act, { incident, outcome }, context))))) };
}

function refusalFor(
  { kind }: IncidentAction,
  { incident, outcome }: { readonly incident: Incident; readonly outcome: 'already' | 'over' },
  { t, format }: IncidentContext,
): string {
  const { already, isOver } = t.incident;
  const { acknowledged, resolved, end } = incidentStatusOf(incident.events);
  if (outcome === 'over') return isOver(format.moment(end?.at ?? incident.endedAt ?? incident.beganAt));
  if (resolved) return already.resolved(displayName(resolved.by.name), format.moment(resolved.at));
  if (kind === 'acknowledged' && acknowledged) {
    return already.acknowledged(displayName(acknowledged.by.name), format.since(acknowledged.at));
  }
  return kind === 'woken' ? already.woken : already.snoozed;
}
