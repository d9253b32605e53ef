import { incidentStatusOf, type LifeEvent } from '../../../domain/incidents/events.ts';
import {
  bold,
  contextBlock,
  emoji,
  header,
  line,
  richText,
  type View,
  view,
} from '../../../slack/blocks/blocks.ts';
import { operatorName } from '../../../slack/blocks/figures.ts';
import { displayName } from '../../../slack/blocks/text.ts';
import type { Incident } from '../../../store/incidents/incident.ts';
import { shareText } from '../check/headline.ts';
import { lastedSeconds, operatorsOf, overAt } from '../model.ts';
import {
  calledOf,
  type IncidentViewOptions,
  incidentHeadline,
  incidentSubject,
  MOST_IN_TITLE,
  operatorsText,
  timesOf,
} from './headline.ts';

const MOST_EVENTS = 30;

/** What the latest check found and what the worst one did, and all that has happened, to whoever asks. */
export function incidentDetailsView(incident: Incident, options: IncidentViewOptions): View {
  const { t, formatter } = options;
  const { details, notes } = t.incident;
  const { events, evidence } = incident;
  const shown = events.slice(-MOST_EVENTS);
  const history = shown.map((event) => {
    const verdict = 'verdict' in event ? calledOf(incident, event.verdict) : undefined;
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

const MOST_FINDINGS = 3;

/** What the latest check found, the worst first, and whose doing that is. */
export function evidenceLines(incident: Incident, options: IncidentViewOptions) {
  const { t } = options;
  const { whose, evidence } = incident;
  if (whose.of === 'platform') return [platformLine(incident, options)];
  const unseen = unseenLine(incident, options);
  const said = sentences(incident, evidence.findings, options);
  if (said.length === 0) return unseen.length > 0 ? unseen : recoveringLines(incident, options);
  return [
    ...unseen,
    ...unseen.map(() => line(t.incident.foundBefore)),
    ...said.map((sentence, at) => (at === 0 ? line(emoji('warning'), ' ', bold(sentence)) : line(sentence))),
    ...(evidence.apart ? goesOnLine(incident, options) : namesLine(incident, options)),
    ...(evidence.owner === undefined ? [] : [line(t.check.owner[evidence.owner])]),
  ];
}

/** Nothing is unusual, but for operators that have an incident of their own or are about to. */
function recoveringLines(incident: Incident, options: IncidentViewOptions) {
  const { t } = options;
  const { wellSince } = incident.evidence;
  return [
    line(t.incident.recovering(wellSince && timesOf(incident, options).since(wellSince))),
    ...goesOnLine(incident, options),
  ];
}

/** Of one of all that is everyone’s no more, or over: operators that are not well yet. */
export function goesOnLine({ evidence: { operators } }: Incident, { t }: IncidentViewOptions) {
  return operators.length > 0 ? [line(t.incident.goesOnAt(operatorsText(operators, t)))] : [];
}

/** How bad it was at its worst, in one sentence; nothing where that was never seen. */
export function worstLine(incident: Incident, options: IncidentViewOptions) {
  const { worst } = incident.evidence;
  const [sentence] = worst ? sentences(incident, worst.findings, options) : [];
  if (!worst?.readAt || sentence === undefined) return [];
  return [line(options.t.incident.atWorst(timesOf(incident, options).moment(worst.readAt), sentence))];
}

/** The same with all that was found then. */
function worstLines(incident: Incident, options: IncidentViewOptions) {
  const { worst, judged } = incident.evidence;
  if (!worst) return [];
  return [
    ...sentences(incident, worst.findings, options).map((sentence) => line(sentence)),
    ...namesLine({ ...incident, evidence: { ...worst, judged } }, options),
    ...(worst.owner === undefined ? [] : [line(options.t.check.owner[worst.owner])]),
  ];
}

export function affectedLine({ evidence }: Incident, { t }: IncidentViewOptions) {
  const count = affectedOf(evidence);
  return count === undefined || count === 0 ? [] : [line(t.incident.affected(count))];
}

/** Whole messages; `undefined` where they are not counted. */
export function affectedOf({ affected }: Incident['evidence']): number | undefined {
  return affected && Math.round(affected.count);
}

/** Findings as sentences about an incident's subject. */
export function sentences(
  { whose }: Pick<Incident, 'whose'>,
  findings: Incident['evidence']['findings'],
  options: IncidentViewOptions,
): string[] {
  const { t, formatter } = options;
  const name = whose.of === 'operator' ? operatorName(whose.operator, t) : undefined;
  return findings.slice(0, MOST_FINDINGS).map(({ kind, share, usual, of }) => {
    const [now, then] = [shareText(share, options), shareText(usual, options)];
    return t.check.findings[kind](name, now, then, formatter.number(Math.round(of)));
  });
}

function platformLine(incident: Incident, options: IncidentViewOptions) {
  const { platform, refusal, wellSince } = incident.evidence;
  const { platformRecovering, refused, noReport, noLogin } = options.t.incident;
  if (platform.report)
    return line(platformRecovering(wellSince && timesOf(incident, options).since(wellSince)));
  const because = refusal === 'rate_limited' || refusal === 'busy' ? refusal : 'other';
  const unread = platform.login ? noReport : noLogin;
  const sentence = refusal === undefined ? unread : refused[because];
  return line(emoji('warning'), ' ', bold(sentence));
}

function unseenLine(incident: Incident, options: IncidentViewOptions) {
  const { unseenSince, platform } = incident.evidence;
  if (!unseenSince) return [];
  const since = timesOf(incident, options).since(unseenSince);
  return [line(bold(options.t.incident.unseen[platform.report ? 'tooLittle' : 'platform'](since)))];
}

/** Those that the title does not name. */
function namesLine(incident: Pick<Incident, 'whose' | 'evidence'>, { t }: IncidentViewOptions) {
  const operators = operatorsOf(incident);
  if (operators.length <= MOST_IN_TITLE) return [];
  return [line(t.incident.operators(operatorsText(operators, t)))];
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
      return thread.worsened(incidentSubject(incident, t), calledOf(incident, event.verdict));
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
