import { type IncidentAction, incidentStatusOf } from '../../../domain/incidents/events.ts';
import { MINUTE_MS } from '../../../runtime/durations.ts';
import { adviceView } from '../../../slack/advice-view.ts';
import { bold, line, richText, type View, view } from '../../../slack/blocks/blocks.ts';
import type { Incident } from '../../../store/incidents/incident.ts';
import type { Incidents } from '../../../store/incidents/incidents.ts';
import type { IncidentContext } from '../locales/index.ts';
import { nameOf } from './headline.ts';
import type { Snoozing } from './snooze.ts';

export interface ActsDeps {
  readonly incidents: Pick<Incidents, 'find' | 'act'>;
  /** Has the messages brought up to date now. */
  readonly bring: () => Promise<unknown>;
}

/** Notes what somebody did with an incident, and tells them what came of it: perhaps another was quicker. */
export async function actOn(
  id: string,
  kind: 'acknowledged' | 'resolved' | { readonly snooze: Snoozing },
  context: IncidentContext,
  { incidents, bring }: ActsDeps,
): Promise<View> {
  const { user, now } = context;
  const by = { id: user.id, name: user.name };
  const act: IncidentAction = typeof kind === 'string' ? { kind, by } : snoozing(kind.snooze, by, now);
  const done = await incidents.act(id, act, now);
  if (!done) return adviceView(context.t.incident.forgotten, context.t);
  if (done.outcome === 'done') await bring();
  return view(richText(line(bold(sentenceFor(act, done, context)))));
}

function snoozing(snooze: Snoozing, by: { id: string; name: string }, now: Date): IncidentAction {
  if (snooze === 'wake') return { kind: 'woken', by };
  if (snooze === 'end') return { kind: 'snoozed', by };
  return { kind: 'snoozed', by, until: new Date(now.getTime() + snooze * MINUTE_MS) };
}

function sentenceFor(
  { kind }: IncidentAction,
  { incident, outcome }: { readonly incident: Incident; readonly outcome: 'done' | 'already' | 'over' },
  { t, formatter }: IncidentContext,
): string {
  const { done, already, isOver } = t.incident;
  const { acknowledged, resolved, end } = incidentStatusOf(incident.events);
  if (outcome === 'over') return isOver(formatter.moment(end?.at ?? incident.endedAt ?? incident.beganAt));
  if (outcome === 'done') return done[kind];
  if (resolved) return already.resolved(nameOf(resolved.by.name), formatter.moment(resolved.at));
  if (kind === 'acknowledged' && acknowledged) {
    return already.acknowledged(nameOf(acknowledged.by.name), formatter.moment(acknowledged.at));
  }
  return kind === 'woken' ? already.woken : already.snoozed;
}
