import { incidentStatusOf, type LifeEvent } from '../../../domain/incidents/events.ts';
import { bold, contextBlock, header, line, richText, type View, view } from '../../../slack/blocks/blocks.ts';
import { operatorName } from '../../../slack/blocks/figures.ts';
import { displayName } from '../../../slack/blocks/text.ts';
import type { Incident } from '../../../store/incidents/incident.ts';
import { findingSentence } from '../check/headline.ts';
import { lastedSeconds, overAt } from '../model.ts';
import { type IncidentViewOptions, incidentHeadline, incidentSubject, labelOf, timesOf } from './headline.ts';
import { affectedOf, affectedOperators, goesOnText, platformText, unseenText } from './view.ts';

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
  const { worst, baseline } = evidence;
  const isWorstNow = worst?.readAt?.getTime() === evidence.readAt?.getTime();
  const worstTitle = worst?.readAt ? details.worst(formatter.moment(worst.readAt)) : undefined;
  const found = [
    ...(isOver ? [] : titled(details.now, evidenceTexts(incident, options))),
    ...(worstTitle === undefined || (isWorstNow && !isOver)
      ? []
      : titled(worstTitle, worstTexts(incident, options))),
  ];
  const said = [...found, ...affectedLines(incident, options)];
  return view(
    header(incidentHeadline(incident, options)),
    ...(said.length > 0 ? [richText(...said)] : []),
    richText(line(bold(details.history)), ...history),
    contextBlock(
      ...(evidence.readAt && !isOver ? [notes.asOf(formatter.since(evidence.readAt))] : []),
      ...(baseline ? [notes.comparedWith(baseline.weeks, baseline.basis === 'reconstructed')] : []),
      notes.sensitivity(incident.sensitivity),
      ...(hidden > 0 ? [details.tooMany(hidden)] : []),
      t.answer.timesIn(formatter.timeZone),
    ),
  );
}

function titled(title: string, said: readonly string[]) {
  return said.length > 0 ? [line(bold(title)), ...said.map((text) => line(text))] : [];
}

/** What the latest check found, in full. */
function evidenceTexts(incident: Incident, options: IncidentViewOptions): string[] {
  const { t } = options;
  const { subject, evidence } = incident;
  if (subject.of === 'platform') return [platformText(incident, options)];
  const unseen = unseenText(incident, options);
  const said = findingSentences(incident, evidence.findings, options);
  if (said.length === 0) {
    const { wellSince } = evidence;
    const well = t.incident.recovering(wellSince && timesOf(incident, options).since(wellSince));
    return unseen ? [unseen] : [well, ...goesOnText(incident, options)];
  }
  return [
    ...(unseen ? [unseen, t.incident.foundBefore] : []),
    ...said,
    ...(evidence.apart ? goesOnText(incident, options) : affectedOperators(incident, options)),
    ...(evidence.owner === undefined ? [] : [t.check.owner[evidence.owner]]),
  ];
}

function affectedLines({ evidence }: Incident, { t }: IncidentViewOptions) {
  const count = affectedOf(evidence);
  return count === undefined || count === 0 ? [] : [line(t.incident.affectedInFull(count))];
}

const MOST_FINDINGS = 3;

export function findingSentences(
  { subject }: Incident,
  findings: Incident['evidence']['findings'],
  options: IncidentViewOptions,
): string[] {
  const name = subject.of === 'operator' ? operatorName(subject.operator, options.t) : undefined;
  return findings.slice(0, MOST_FINDINGS).map((finding) => findingSentence(name, finding, options));
}

function worstTexts(incident: Incident, options: IncidentViewOptions) {
  const { worst, judged } = incident.evidence;
  if (!worst) return [];
  return [
    ...findingSentences(incident, worst.findings, options),
    ...affectedOperators({ ...incident, evidence: { ...worst, judged } }, options),
    ...(worst.owner === undefined ? [] : [options.t.check.owner[worst.owner]]),
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
      return affected ? `${ended} ${t.incident.affectedInFull(affected)}` : ended;
    }
    case 'unchecked':
      return t.incident.became.unchecked(since(overAt(incident) ?? event.at), '', undefined);
    default:
      return thread[event.kind];
  }
}
