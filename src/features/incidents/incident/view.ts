import type { Button, StaticSelect } from '@slack/types';
import { incidentStatusOf } from '../../../domain/incidents/events.ts';
import {
  actions,
  bold,
  button,
  contextBlock,
  dangerous,
  emoji,
  header,
  line,
  menu,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../../slack/blocks/blocks.ts';
import { operatorName } from '../../../slack/blocks/figures.ts';
import { displayName } from '../../../slack/blocks/text.ts';
import type { Incident } from '../../../store/incidents/incident.ts';
import { findingSentence, unreachableStep } from '../check/headline.ts';
import { lastedSeconds, operatorsOf, overAt, SNOOZES, snoozeValue } from '../model.ts';
import {
  type IncidentViewOptions,
  incidentHeadline,
  MOST_IN_TITLE,
  operatorsText,
  timesOf,
} from './headline.ts';

/** An incident's one message: what it is, how bad, whose, who is at it, and what to do. No person is mentioned. */
export function incidentView(incident: Incident, options: IncidentViewOptions): View {
  const { end } = incidentStatusOf(incident.events);
  const step = nextStepOf(incident, options);
  const isFound = !end && incident.evidence.findings.length > 0;
  return view(
    header(incidentHeadline(incident, options)),
    richText(
      ...(end ? endLines(incident, options) : evidenceLines(incident, options)),
      ...(isFound ? [] : worstLine(incident, options)),
      ...affectedLine(incident, options),
      ...handlingLines(incident, options),
    ),
    ...(step === undefined ? [] : [richText(line(bold(options.t.incident.nextStep), ' ', step))]),
    contextBlock(...notes(incident, options)),
    ...buttons(incident, options),
  );
}

function endLines(incident: Incident, options: IncidentViewOptions) {
  const { t, formatter } = options;
  const { end } = incidentStatusOf(incident.events);
  const over = overAt(incident);
  if (!end || !over) return [];
  const lasted = formatter.duration(lastedSeconds(incident, end.at));
  const { moment } = timesOf(incident, options);
  const calledAt = over < end.at ? moment(end.at) : undefined;
  const sentence = t.incident.became[end.kind](formatter.since(over), lasted, calledAt);
  return [line(bold(sentence)), ...(end.kind === 'ended' ? goesOnLine(incident, options) : [])];
}

function handlingLines(incident: Incident, options: IncidentViewOptions) {
  const { acknowledged, resolved, snoozed, end } = incidentStatusOf(incident.events);
  const say = options.t.incident;
  const { moment, since } = timesOf(incident, options);
  const said: string[] = [];
  if (acknowledged) said.push(say.acknowledged(displayName(acknowledged.by.name), moment(acknowledged.at)));
  if (resolved) said.push(say.resolved(displayName(resolved.by.name), moment(resolved.at)));
  if (resolved && !end) said.push(say.resolvedNext);
  if (snoozed && !end)
    said.push(say.snoozed(displayName(snoozed.by.name), snoozed.until && since(snoozed.until)));
  return said.map((sentence) => line(sentence));
}

/** `undefined` where there is nothing to do: it is over, resolved, or on the way back to normal. */
function nextStepOf({ subject, verdict, evidence, events }: Incident, { t }: IncidentViewOptions) {
  const { resolved, end } = incidentStatusOf(events);
  const steps = t.check.nextStep;
  if (end || resolved) return undefined;
  if (subject.of === 'platform') {
    if (evidence.platform.report) return undefined;
    return evidence.refusal === undefined ? unreachableStep(evidence.failure, t) : t.incident.refusedNext;
  }
  if (evidence.findings.length === 0) return undefined;
  if (verdict === 'silent') return steps.silent;
  if (verdict === 'clock_off') return steps.clockOff;
  return steps[evidence.owner ?? 'unknown'];
}

function notes({ evidence, sensitivity }: Incident, { t, formatter }: IncidentViewOptions): string[] {
  const { notes: say } = t.incident;
  const { readAt, baseline } = evidence;
  return [
    ...(readAt ? [say.asOf(formatter.since(readAt))] : []),
    ...(baseline ? [say.comparedWith(baseline.weeks, baseline.basis === 'reconstructed')] : []),
    say.sensitivity(sensitivity),
    t.answer.timesIn(formatter.timeZone),
  ];
}

function buttons({ id, subject, events }: Incident, { t }: IncidentViewOptions): ViewBlock[] {
  const { buttons: say, resolving } = t.incident;
  const { acknowledged, resolved, snoozed, end } = incidentStatusOf(events);
  const elements: (Button | StaticSelect)[] = [];
  if (!end && !resolved) {
    if (!acknowledged) elements.push(button('incident.acknowledge', say.acknowledge, id));
    const entries = SNOOZES.map((snooze) => ({
      value: snoozeValue(id, snooze),
      label: snooze === 'end' ? say.snoozeToTheEnd : say.snoozeFor(snooze),
    }));
    const wake = snoozed ? [{ value: snoozeValue(id, 'wake'), label: say.wake }] : [];
    elements.push(
      menu('incident.snooze', say.snooze, [...entries, ...wake]),
      dangerous(button('incident.resolve', say.resolve, id), resolving),
    );
  }
  elements.push(button('incident.details', say.details, id));
  if (subject.of !== 'platform') elements.push(button('incident.pack', say.pack, id));
  return [actions('incident', ...elements)];
}

const MOST_FINDINGS = 3;

export function evidenceLines(incident: Incident, options: IncidentViewOptions) {
  const { t } = options;
  const { subject, evidence } = incident;
  if (subject.of === 'platform') return [platformLine(incident, options)];
  const unseen = unseenLine(incident, options);
  const said = findingSentences(incident, evidence.findings, options);
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
function goesOnLine({ evidence: { operators } }: Incident, { t }: IncidentViewOptions) {
  return operators.length > 0 ? [line(t.incident.goesOnAt(operatorsText(operators, t)))] : [];
}

function worstLine(incident: Incident, options: IncidentViewOptions) {
  const { worst } = incident.evidence;
  const [sentence] = worst ? findingSentences(incident, worst.findings, options) : [];
  if (!worst?.readAt || sentence === undefined) return [];
  return [line(options.t.incident.atWorst(timesOf(incident, options).moment(worst.readAt), sentence))];
}

export function affectedLine({ evidence }: Incident, { t }: IncidentViewOptions) {
  const count = affectedOf(evidence);
  return count === undefined || count === 0 ? [] : [line(t.incident.affected(count))];
}

/** Whole messages; `undefined` where they are not counted. */
export function affectedOf({ affected }: Incident['evidence']): number | undefined {
  return affected && Math.round(affected.count);
}

export function findingSentences(
  { subject }: Incident,
  findings: Incident['evidence']['findings'],
  options: IncidentViewOptions,
): string[] {
  const name = subject.of === 'operator' ? operatorName(subject.operator, options.t) : undefined;
  return findings.slice(0, MOST_FINDINGS).map((finding) => findingSentence(name, finding, options));
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

export function namesLine(incident: Incident, { t }: IncidentViewOptions) {
  const operators = operatorsOf(incident);
  if (operators.length <= MOST_IN_TITLE) return [];
  return [line(t.incident.operators(operatorsText(operators, t)))];
}
