import { incidentStatusOf, type LifeEvent } from '../../../domain/incidents/events.ts';
import { bold, contextBlock, header, line, richText, type View, view } from '../../../slack/blocks/blocks.ts';
import { displayName } from '../../../slack/blocks/text.ts';
import type { Incident } from '../../../store/incidents/incident.ts';
import { lastedSeconds, overAt } from '../model.ts';
import { type IncidentViewOptions, incidentHeadline, incidentSubject, labelOf, timesOf } from './headline.ts';
import { affectedLine, affectedOf, evidenceLines, findingSentences, namesLine } from './view.ts';

const MOST_EVENTS = 30;

export function incidentDetailsView(incident: Incident, options: IncidentViewOptions): View {
  const { t, formatter } = options;
  const { details, notes } = t.incident;
  const { events, evidence } = incident;
  const shown = events.slice(-MOST_EVENTS);
  const history = shown.map((event) => {
    const verdict = 'verdict' in event ? labelOf(incident, event.verdict) : undefined;
    const by = 'by' in event ? event.by : undefined;
    return line(
      `${formatter.moment(event.at)} · ${details.event(event.kind, verdict, by && displayName(by.name))}`,
    );
  });
  const hidden = events.length - shown.length;
  const isOver = incidentStatusOf(events).end !== undefined;
  const { worst } = evidence;
  const isWorstNow = worst?.readAt?.getTime() === evidence.readAt?.getTime();
  const worstTitle = worst?.readAt ? details.worst(formatter.moment(worst.readAt)) : undefined;
  const found = [
    ...(isOver ? [] : titled(details.now, evidenceLines(incident, options))),
    ...(worstTitle === undefined || (isWorstNow && !isOver)
      ? []
      : titled(worstTitle, worstLines(incident, options))),
  ];
  const said = [...found, ...affectedLine(incident, options)];
  return view(
    header(incidentHeadline(incident, options)),
    ...(said.length > 0 ? [richText(...said)] : []),
    richText(line(bold(details.history)), ...history),
    contextBlock(
      ...(evidence.readAt && !isOver ? [notes.asOf(formatter.since(evidence.readAt))] : []),
      ...(hidden > 0 ? [details.tooMany(hidden)] : []),
      t.answer.timesIn(formatter.timeZone),
    ),
  );
}

function titled(title: string, lines: ReturnType<typeof evidenceLines>) {
  return lines.length > 0 ? [line(bold(title)), ...lines] : [];
}

function worstLines(incident: Incident, options: IncidentViewOptions) {
  const { worst, judged } = incident.evidence;
  if (!worst) return [];
  return [
    ...findingSentences(incident, worst.findings, options).map((sentence) => line(sentence)),
    ...namesLine({ ...incident, evidence: { ...worst, judged } }, options),
    ...(worst.owner === undefined ? [] : [line(options.t.check.owner[worst.owner])]),
  ];
}

/** What the thread says of an event; the first one is the message itself. */
export function threadView(event: LifeEvent, incident: Incident, options: IncidentViewOptions): View {
  return view(richText(line(sentenceFor(event, incident, options))));
}

function sentenceFor(event: LifeEvent, incident: Incident, options: IncidentViewOptions): string {
  const { t, formatter } = options;
  const { thread } = t.incident;
  const { since, moment } = timesOf(incident, options);
  switch (event.kind) {
    case 'began':
      return incidentHeadline(incident, options);
    case 'worsened':
      return thread.worsened(incidentSubject(incident, t), labelOf(incident, event.verdict));
    case 'acknowledged':
    case 'resolved':
      return thread[event.kind](displayName(event.by.name));
    case 'snoozed':
      return thread.snoozed(displayName(event.by.name), event.until && since(event.until));
    case 'woken':
      return thread.woken(event.by && displayName(event.by.name));
    case 'ended': {
      const over = overAt(incident) ?? event.at;
      const calledAt = over < event.at ? moment(event.at) : undefined;
      const lasted = formatter.duration(lastedSeconds(incident, event.at));
      const ended = t.incident.became.ended(since(over), lasted, calledAt);
      const affected = affectedOf(incident.evidence);
      return affected ? `${ended} ${t.incident.affected(affected)}` : ended;
    }
    case 'unchecked':
      return t.incident.became.unchecked(since(overAt(incident) ?? event.at), '', undefined);
    default:
      return thread[event.kind];
  }
}
