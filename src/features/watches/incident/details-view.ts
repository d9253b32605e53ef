import { incidentStatusOf, type LifeEvent } from '../../../domain/detection/events.ts';
import {
  type Evidence,
  type FindingWithEvidence,
  hasEvidence,
  isAccumulated,
} from '../../../domain/detection/evidence.ts';
import type { Finding } from '../../../domain/detection/findings.ts';
import {
  durationSeconds,
  endTimeOf,
  type Incident,
  labelOf,
  operatorsOf,
} from '../../../domain/detection/incident.ts';
import type { Mention } from '../../../domain/detection/mention.ts';
import {
  bold,
  contextBlock,
  emoji,
  header,
  line,
  mentionPiece,
  richText,
  type View,
  view,
} from '../../../slack/blocks/blocks.ts';
import { operatorName } from '../../../slack/blocks/figures.ts';
import { evidenceText, findingText } from '../../../slack/blocks/findings.ts';
import { MOST_NAMED } from '../../../slack/blocks/headline.ts';
import { displayName } from '../../../slack/blocks/text.ts';
import {
  durationText,
  type IncidentViewOptions,
  incidentHeadline,
  incidentSubject,
  momentsOf,
  operatorsText,
  relapseOf,
  snoozedUntil,
} from './headline.ts';
import { affectedSentence, affectedText, closedText, incidentSign, spanTexts } from './view.ts';

const MOST_EVENTS = 30;

export function incidentDetailsView(incident: Incident, options: IncidentViewOptions): View {
  const { t, format } = options;
  const { details, notes } = t.incident;
  const { events, sensitivity } = incident;
  const { baseline } = incident.evidence;
  const shown = events.slice(-MOST_EVENTS);
  const history = shown.map((event) => {
    const { verdicts } = t.headlines.incident;
    const verdict = 'verdict' in event ? verdicts[labelOf(incident, event.verdict)] : '';
    const by = 'by' in event ? event.by : undefined;
    const text = details.events[event.kind]({ verdict, name: by && displayName(by.name) });
    return line(`${format.moment(event.at)} · ${text}`);
  });
  const hidden = events.length - shown.length;
  const isOver = incidentStatusOf(events).end !== undefined;
  const lines = [
    ...titled(t.findings.evidence.title, whyTexts(incident, options)),
    ...(isOver ? [] : titled(details.now, evidenceTexts(incident, options))),
    ...worstLines(incident, isOver, options),
  ];
  return view(
    header(details.title(incidentSubject(incident, t))),
    ...(lines.length > 0 ? [richText(...lines)] : []),
    richText(line(bold(details.history)), ...history),
    contextBlock(
      ...(baseline ? [notes.comparedWith(baseline.weeks, baseline.basis === 'reconstructed')] : []),
      ...(sensitivity === 'normal' ? [t.findings.sensitivity(sensitivity)] : []),
      ...(hidden > 0 ? [details.tooMany(hidden)] : []),
      t.answer.timesIn(format.timeZone),
    ),
  );
}

function titled(title: string, lines: readonly string[]) {
  return lines.length > 0 ? [line(bold(title)), ...lines.map((text) => line(text))] : [];
}

function whyTexts({ subject, evidence }: Incident, options: IncidentViewOptions): string[] {
  const finding = findEvidence(evidence);
  if (!finding) return [];
  const { chance } = options.t.findings.evidence;
  return [evidenceText(nameOf(subject, options), finding, options), chance(finding.evidence.perYear)];
}

function findEvidence({ findings, worst }: Incident['evidence']): FindingWithEvidence | undefined {
  return [...findings, ...(worst?.findings ?? [])].find(hasEvidence);
}

function evidenceTexts(incident: Incident, options: IncidentViewOptions): string[] {
  const { evidence } = incident;
  if (evidence.findings.length === 0) return [];
  const why = findEvidence(evidence);
  const isNotWhy = (finding: Finding) => finding !== why || !isAccumulated(finding);
  // The message shows the times of several operators in place of the first finding.
  const isShown = spanTexts(incident, options).length > 0;
  const isCounted = evidence.operators.length > MOST_NAMED;
  return [
    ...findingSentences(incident, evidence.findings.slice(isShown ? 0 : 1).filter(isNotWhy), options),
    ...(isCounted ? affectedOperators(evidence, options) : []),
    ...(evidence.owner === undefined ? [] : [options.t.findings.owner[evidence.owner]]),
  ];
}

/** For an ended incident the worst finding is omitted, because the incident's message shows it. */
function worstLines(incident: Incident, isOver: boolean, options: IncidentViewOptions) {
  const { worst, readAt } = incident.evidence;
  const { t, format } = options;
  const isWorstNow = worst?.readAt?.getTime() === readAt?.getTime();
  if (!worst?.readAt || (isWorstNow && !isOver)) return [];
  const isShown = isOver && spanTexts(incident, options).length === 0;
  const findings = isShown ? worst.findings.slice(1) : worst.findings;
  return titled(t.incident.details.worst(format.moment(worst.readAt)), [
    ...findingSentences(incident, findings, options),
    ...affectedOperators(worst, options),
    ...(worst.owner === undefined ? [] : [t.findings.owner[worst.owner]]),
  ]);
}

const MOST_FINDINGS = 3;

export function findingSentences(
  { subject }: Incident,
  findings: Incident['evidence']['findings'],
  options: IncidentViewOptions,
): string[] {
  const name = nameOf(subject, options);
  return findings.slice(0, MOST_FINDINGS).map((finding) => findingText(name, finding, options));
}

function affectedOperators({ operators }: Evidence, { t }: IncidentViewOptions): string[] {
  return operators.length > 1 ? [t.incident.operators(operatorsText(operators, t))] : [];
}

function nameOf(subject: Incident['subject'], { t }: IncidentViewOptions): string | undefined {
  return subject.of === 'operator' ? operatorName(subject.operator, t) : undefined;
}

export function threadView(event: LifeEvent, incident: Incident, options: IncidentViewOptions): View {
  return view(richText(line(sentenceFor(event, incident, options))));
}

export function broadcastView(
  event: LifeEvent,
  incident: Incident,
  options: IncidentViewOptions,
  mention: Mention | undefined,
): View {
  const sign = emoji(incidentSign(incident));
  const text = event.kind === 'relapsed' ? undefined : endText(event, incident, options);
  const mentionPieces = mention ? [' · ', mentionPiece(mention)] : [];
  return view(
    richText(
      line(
        sign,
        ' ',
        bold(incidentHeadline(incident, options)),
        ...(text === undefined ? mentionPieces : []),
      ),
      ...(text === undefined ? [] : [line(text, ...mentionPieces)]),
    ),
  );
}

function endText(event: LifeEvent, incident: Incident, options: IncidentViewOptions): string {
  if (event.kind !== 'ended') return sentenceFor(event, incident, options);
  const closed = closedText(incident, event.at, options);
  return [closed, affectedText(incident, options)].filter((part) => part !== undefined).join(' · ');
}

function sentenceFor(event: LifeEvent, incident: Incident, options: IncidentViewOptions): string {
  const { t } = options;
  const { thread } = t.incident;
  const { since, moment } = momentsOf(incident, options);
  switch (event.kind) {
    case 'began':
      return incidentHeadline(incident, options);
    case 'worsened':
      return thread.worsened(incidentSubject(incident, t), labelOf(incident, event.verdict));
    case 'widened':
      return thread.widened(operatorsText(operatorsOf(incident), t));
    case 'relapsed':
    case 'resumed':
      return thread.relapsed(
        incidentSubject(incident, t),
        labelOf(incident, event.verdict),
        relapseOf(incident, options, event),
      );
    case 'acknowledged':
    case 'resolved':
      return thread[event.kind](displayName(event.by.name));
    case 'snoozed':
      return thread.snoozed(
        displayName(event.by.name),
        event.until && snoozedUntil({ at: event.at, until: event.until }, options),
      );
    case 'woken':
      return thread.woken(event.by && displayName(event.by.name));
    case 'ended': {
      const over = endTimeOf(incident) ?? event.at;
      const calledAt = over < event.at ? moment(event.at) : undefined;
      const lasted = durationText(durationSeconds(incident, event.at), options);
      const ended = t.incident.became.ended(since(over), lasted, calledAt);
      return [ended, affectedSentence(incident, options)].filter((part) => part !== undefined).join(' ');
    }
    case 'unchecked':
      return t.incident.became.unchecked(since(endTimeOf(incident) ?? event.at), '', undefined);
    default:
      return thread[event.kind];
  }
}
