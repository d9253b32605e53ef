import { type Act, handlingOf } from '../../domain/handling.ts';
import { bold, line, richText, type View, view } from '../../slack/blocks.ts';
import type { Asker } from '../../slack/command.ts';
import { adviceView } from '../../slack/errors.ts';
import type { Incident, Incidents } from '../../store/incidents.ts';
import { nameOf } from './incident-lines.ts';
import type { Snoozing } from './snooze.ts';

export interface ActsDeps {
  readonly incidents: Pick<Incidents, 'find' | 'act'>;
  /** Has the messages brought up to date now. */
  readonly bring: () => Promise<unknown>;
}

const MINUTE_MS = 60_000;

/** Notes what somebody did with an incident, and tells them what came of it: perhaps another was quicker. */
export async function actOn(
  id: string,
  kind: 'acknowledged' | 'resolved' | { readonly snooze: Snoozing },
  asker: Asker,
  { incidents, bring }: ActsDeps,
): Promise<View> {
  const { person, now } = asker;
  const by = { id: person.id, name: person.name };
  const act: Act = typeof kind === 'string' ? { kind, by } : snoozing(kind.snooze, by, now);
  const done = await incidents.act(id, act, now);
  if (!done) return adviceView(asker.words.incident.forgotten, asker.words);
  if (done.outcome === 'done') await bring();
  return view(richText(line(bold(sentenceFor(act, done, asker)))));
}

function snoozing(snooze: Snoozing, by: { id: string; name: string }, now: Date): Act {
  if (snooze === 'wake') return { kind: 'woken', by };
  if (snooze === 'end') return { kind: 'snoozed', by };
  return { kind: 'snoozed', by, until: new Date(now.getTime() + snooze * MINUTE_MS) };
}

function sentenceFor(
  { kind }: Act,
  { incident, outcome }: { readonly incident: Incident; readonly outcome: 'done' | 'already' | 'over' },
  { words, formats }: Asker,
): string {
  const { done, already, isOver } = words.incident;
  const { acknowledged, resolved, end } = handlingOf(incident.events);
  if (outcome === 'over') return isOver(formats.moment(end?.at ?? incident.endedAt ?? incident.beganAt));
  if (outcome === 'done') return done[kind];
  if (resolved) return already.resolved(nameOf(resolved.by.name), formats.moment(resolved.at));
  if (kind === 'acknowledged' && acknowledged) {
    return already.acknowledged(nameOf(acknowledged.by.name), formats.moment(acknowledged.at));
  }
  return kind === 'woken' ? already.woken : already.snoozed;
}
