import type { Button, StaticSelect } from '@slack/types';
import { incidentStatusOf } from '../../../domain/incidents/events.ts';
import {
  actions,
  bold,
  button,
  contextBlock,
  dangerous,
  header,
  line,
  menu,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../../slack/blocks/blocks.ts';
import { displayName } from '../../../slack/blocks/text.ts';
import type { Incident } from '../../../store/incidents/incident.ts';
import { unreachableStep } from '../check/headline.ts';
import { lastedSeconds, overAt, SNOOZES, snoozeValue } from '../model.ts';
import { affectedLine, evidenceLines, goesOnLine, worstLine } from './details-view.ts';
import { type IncidentViewOptions, incidentHeadline, timesOf } from './headline.ts';

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

/** When the trouble was over, and when it was called so: with the third good check, or not at all. */
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
function nextStepOf({ whose, verdict, evidence, events }: Incident, { t }: IncidentViewOptions) {
  const { resolved, end } = incidentStatusOf(events);
  const steps = t.check.nextStep;
  if (end) return undefined;
  if (resolved) return undefined;
  if (whose.of === 'platform') {
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

function buttons({ id, whose, events }: Incident, { t }: IncidentViewOptions): ViewBlock[] {
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
  if (whose.of !== 'platform') elements.push(button('incident.pack', say.pack, id));
  return [actions('incident', ...elements)];
}
