import type { Button, StaticSelect } from '@slack/types';
import { handlingOf } from '../../domain/handling.ts';
import {
  actions,
  bold,
  button,
  context,
  dangerous,
  header,
  line,
  menu,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks.ts';
import type { Incident } from '../../store/incidents.ts';
import { unreachableStep } from './check-gist.ts';
import { affectedLine, evidenceLines, goesOnLine, worstLine } from './evidence-lines.ts';
import {
  headline,
  type IncidentViewOptions,
  lastedSeconds,
  nameOf,
  overAt,
  timesOf,
} from './incident-lines.ts';
import { SNOOZES, snoozeValue } from './snooze.ts';

/** An incident's one message: what it is, how bad, whose, who is at it, and what to do. No person is mentioned. */
export function incidentView(incident: Incident, options: IncidentViewOptions): View {
  const { end } = handlingOf(incident.events);
  const step = nextStepOf(incident, options);
  const isFound = !end && incident.evidence.findings.length > 0;
  return view(
    header(headline(incident, options)),
    richText(
      ...(end ? endLines(incident, options) : evidenceLines(incident, options)),
      ...(isFound ? [] : worstLine(incident, options)),
      ...affectedLine(incident, options),
      ...handlingLines(incident, options),
    ),
    ...(step === undefined ? [] : [richText(line(bold(options.words.incident.nextStep), ' ', step))]),
    context(...notes(incident, options)),
    ...buttons(incident, options),
  );
}

/** When the trouble was over, and when it was called so: with the third good check, or not at all. */
function endLines(incident: Incident, options: IncidentViewOptions) {
  const { words, formats } = options;
  const { end } = handlingOf(incident.events);
  const over = overAt(incident);
  if (!end || !over) return [];
  const lasted = formats.duration(lastedSeconds(incident, end.at));
  const { moment } = timesOf(incident, options);
  const calledAt = over < end.at ? moment(end.at) : undefined;
  const sentence = words.incident.became[end.kind](formats.since(over), lasted, calledAt);
  return [line(bold(sentence)), ...(end.kind === 'ended' ? goesOnLine(incident, options) : [])];
}

function handlingLines(incident: Incident, options: IncidentViewOptions) {
  const { acknowledged, resolved, snoozed, end } = handlingOf(incident.events);
  const say = options.words.incident;
  const { moment, since } = timesOf(incident, options);
  const said: string[] = [];
  if (acknowledged) said.push(say.acknowledged(nameOf(acknowledged.by.name), moment(acknowledged.at)));
  if (resolved) said.push(say.resolved(nameOf(resolved.by.name), moment(resolved.at)));
  if (resolved && !end) said.push(say.resolvedNext);
  if (snoozed && !end) said.push(say.snoozed(nameOf(snoozed.by.name), snoozed.until && since(snoozed.until)));
  return said.map((sentence) => line(sentence));
}

/** `undefined` where there is nothing to do: it is over, resolved, or on the way back to normal. */
function nextStepOf({ whose, verdict, evidence, events }: Incident, { words }: IncidentViewOptions) {
  const { resolved, end } = handlingOf(events);
  const steps = words.check.nextStep;
  if (end) return undefined;
  if (resolved) return undefined;
  if (whose.of === 'platform') {
    if (evidence.platform.report) return undefined;
    return evidence.refusal === undefined
      ? unreachableStep(evidence.failure, words)
      : words.incident.refusedNext;
  }
  if (evidence.findings.length === 0) return undefined;
  if (verdict === 'silent') return steps.silent;
  if (verdict === 'clock_off') return steps.clockOff;
  return steps[evidence.owner ?? 'unknown'];
}

function notes({ evidence, sensitivity }: Incident, { words, formats }: IncidentViewOptions): string[] {
  const { notes: say } = words.incident;
  const { readAt, baseline } = evidence;
  return [
    ...(readAt ? [say.asOf(formats.since(readAt))] : []),
    ...(baseline ? [say.comparedWith(baseline.weeks, baseline.basis === 'reconstructed')] : []),
    say.sensitivity(sensitivity),
    words.answer.timesIn(formats.timeZone),
  ];
}

function buttons({ id, whose, events }: Incident, { words }: IncidentViewOptions): ViewBlock[] {
  const { buttons: say, resolving } = words.incident;
  const { acknowledged, resolved, snoozed, end } = handlingOf(events);
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
  if (whose.of !== 'platform') elements.push(button('incident.pack', say.pack, id));
  return [actions('incident', ...elements)];
}
