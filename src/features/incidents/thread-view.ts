import type { LifeEvent } from '../../domain/handling.ts';
import { line, richText, type View, view } from '../../slack/blocks.ts';
import type { Incident } from '../../store/incidents.ts';
import { affectedOf } from './evidence-lines.ts';
import {
  calledOf,
  headline,
  type IncidentViewOptions,
  lastedSeconds,
  nameOf,
  overAt,
  subjectOf,
  timesOf,
} from './incident-lines.ts';

/** What the thread says of an event; the first one is the message itself. */
export function threadView(event: LifeEvent, incident: Incident, options: IncidentViewOptions): View {
  return view(richText(line(sentenceFor(event, incident, options))));
}

function sentenceFor(event: LifeEvent, incident: Incident, options: IncidentViewOptions): string {
  const { words, formats } = options;
  const { thread } = words.incident;
  const { since, moment } = timesOf(incident, options);
  switch (event.kind) {
    case 'began':
      return headline(incident, options);
    case 'worsened':
      return thread.worsened(subjectOf(incident, words), calledOf(incident, event.verdict));
    case 'acknowledged':
    case 'resolved':
      return thread[event.kind](nameOf(event.by.name));
    case 'snoozed':
      return thread.snoozed(nameOf(event.by.name), event.until && since(event.until));
    case 'woken':
      return thread.woken(event.by && nameOf(event.by.name));
    case 'ended': {
      const over = overAt(incident) ?? event.at;
      const calledAt = over < event.at ? moment(event.at) : undefined;
      const lasted = formats.duration(lastedSeconds(incident, event.at));
      const ended = words.incident.became.ended(since(over), lasted, calledAt);
      const affected = affectedOf(incident.evidence);
      return affected ? `${ended} ${words.incident.affected(affected)}` : ended;
    }
    case 'unchecked':
      return words.incident.became.unchecked(since(overAt(incident) ?? event.at), '', undefined);
    default:
      return thread[event.kind];
  }
}
