import type { Button, Overflow } from '@slack/types';
import { CHECK_INTERVAL_MS } from '../../../domain/detection/check-pace.ts';
import { incidentStatusOf } from '../../../domain/detection/events.ts';
import { isAccumulated } from '../../../domain/detection/evidence.ts';
import type { Finding } from '../../../domain/detection/findings.ts';
import {
  affectedOf,
  endTimeOf,
  type Incident,
  type IncidentSpan,
  isRecovering,
  shownVerdict,
} from '../../../domain/detection/incident.ts';
import type { Mention } from '../../../domain/detection/mention.ts';
import { subjectKey } from '../../../domain/detection/subject.ts';
import { answerLines } from '../../../slack/blocks/advice-view.ts';
import {
  actions,
  button,
  confirmed,
  line,
  mentionPiece,
  overflow,
  primary,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../../slack/blocks/blocks.ts';
import { operatorName } from '../../../slack/blocks/figures.ts';
import {
  baselineText,
  expectedCountText,
  findingText,
  shareOfText,
  wellTexts,
  wholeCounts,
} from '../../../slack/blocks/findings.ts';
import { capitalized } from '../../../slack/blocks/format.ts';
import { signOf, unreachableStep } from '../../../slack/blocks/headline.ts';
import { clip, displayName } from '../../../slack/blocks/text.ts';
import {
  type IncidentViewOptions,
  incidentCustomerSentence,
  incidentHeadline,
  momentsOf,
  snoozedUntil,
} from './headline.ts';
import { SNOOZES, snoozeValue } from './snooze.ts';

/** Message of an incident; `mention`, a person or group, is shown until the incident is acknowledged. */
export function incidentView(incident: Incident, options: IncidentViewOptions, mention?: Mention): View {
  const { t } = options;
  const seen = evidenceLines(incident, options).map((text) => line(text));
  return view(
    answerLines(
      {
        sign: incidentSign(incident),
        verdict: incidentHeadline(incident, options),
        say: incidentCustomerSentence(incident, t),
        act: nextStepOf(incident, options),
      },
      t,
    ),
    richText(...seen, ...handlingLines(incident, options, mention)),
    ...buttons(incident, options),
  );
}

export function incidentSign(incident: Incident): string {
  const { end, resolved, snoozed } = incidentStatusOf(incident.events);
  if (end) return end.kind === 'ended' ? 'white_check_mark' : 'grey_question';
  if (resolved) return 'ballot_box_with_check';
  if (isRecovering(incident)) return 'hourglass_flowing_sand';
  return snoozed ? 'white_circle' : signOf(shownVerdict(incident));
}

function evidenceLines(incident: Incident, options: IncidentViewOptions): string[] {
  const { t } = options;
  const { subject, evidence, events } = incident;
  if (incidentStatusOf(events).end) return endLines(incident, options);
  if (subject.of === 'platform') return [platformText(incident, options)];
  const unseen = unseenText(incident, options);
  const [finding] = evidence.findings;
  if (!finding) {
    const { since } = momentsOf(incident, options);
    return [
      unseen ?? t.incident.recovering(evidence.wellSince && since(evidence.wellSince)),
      ...spanTexts(incident, options),
    ];
  }
  const seen = seenText(finding, incident, options);
  if (unseen) return [unseen, `${t.incident.foundBefore} ${seen}`];
  const spans = spanTexts(incident, options);
  return [...(spans.length > 0 ? spans : [seen]), ...extentText(incident, options)];
}

function extentText(incident: Incident, options: IncidentViewOptions): string[] {
  const { t } = options;
  const { evidence, events, sensitivity } = incident;
  const { notes } = t.incident;
  const { correctedAt } = evidence;
  const text = affectedText(incident, options);
  const isOver = incidentStatusOf(events).end !== undefined;
  const { since, moment } = momentsOf(incident, options);
  const parts = [
    ...(text === undefined ? [] : [text]),
    ...(evidence.readAt && !isOver ? [notes.asOf(since(evidence.readAt))] : []),
    ...(correctedAt && evidence.spans.some(({ usual }) => usual)
      ? [notes.corrected(moment(correctedAt))]
      : []),
    ...(sensitivity === 'normal' ? [] : [t.findings.sensitivity(sensitivity)]),
  ];
  return parts.length > 0 ? [capitalized(parts.join(' · '))] : [];
}

function endLines(incident: Incident, options: IncidentViewOptions): string[] {
  const { t, format } = options;
  const { end } = incidentStatusOf(incident.events);
  const over = endTimeOf(incident);
  if (!end || !over) return [];
  const { moment } = momentsOf(incident, options);
  const { worst } = incident.evidence;
  const [finding] = worst?.findings ?? [];
  const spans = spanTexts(incident, options);
  const became = t.incident.became[end.kind];
  return [
    end.kind === 'ended' ? closedText(incident, end.at, options) : became(format.since(over), '', undefined),
    ...spans,
    ...(finding && worst?.readAt && spans.length === 0
      ? [t.incident.atWorst(moment(worst.readAt), seenText(finding, incident, options))]
      : []),
    ...extentText(incident, options),
  ];
}

export function closedText(incident: Incident, at: Date, options: IncidentViewOptions): string {
  const { t, format } = options;
  const over = endTimeOf(incident);
  if (!over || over >= at) return t.incident.closed(format.moment(at));
  return t.incident.worksAgain(format.since(over), momentsOf(incident, options).moment(at));
}

function seenText(finding: Finding, { subject }: Incident, options: IncidentViewOptions): string {
  const { t, format } = options;
  const { kind, share, of } = finding;
  const name = subject.of === 'operator' ? operatorName(subject.operator, t) : undefined;
  if (kind === 'silence') return findingText(name, finding, options);
  const { countOf, measures } = t.findings;
  if (isAccumulated(finding)) {
    const counts = wholeCounts(finding.evidence);
    const hits = countOf(format.number(counts.hits), format.number(counts.of));
    const bad = { now: `${hits} ${measures[kind]}`, usual: expectedCountText(finding, options) };
    const seen = wellTexts(finding, options) ?? bad;
    return t.incident.seen(seen.now, seen.usual);
  }
  const now = `${shareOfText(share, of, options)} ${measures[kind]}`;
  return t.incident.seen(now, baselineText(finding, options));
}

const LONGEST_NAME = 28;

function handlingLines(incident: Incident, options: IncidentViewOptions, mention: Mention | undefined) {
  const { acknowledged, resolved, snoozed, end } = incidentStatusOf(incident.events);
  const say = options.t.incident;
  if (end) return [];
  if (resolved) return [line(say.resolved)];
  const until = snoozed?.until && snoozedUntil({ at: snoozed.at, until: snoozed.until }, options);
  const who = acknowledged
    ? say.acknowledged(clip(displayName(acknowledged.by.name), LONGEST_NAME))
    : say.unacknowledged;
  const isSnoozeShown = snoozed !== undefined && isRecovering(incident);
  const handling = [who, ...(isSnoozeShown ? [say.snoozed(until)] : [])];
  const isCalled = mention !== undefined && !acknowledged && !snoozed && !isRecovering(incident);
  return [line(handling.join(' · '), ...(isCalled ? [' · ', mentionPiece(mention)] : []))];
}

/** Says what to do next; `undefined` if the incident has ended, is resolved, or is recovering. */
function nextStepOf({ subject, verdict, evidence, events }: Incident, { t }: IncidentViewOptions) {
  const { resolved, end } = incidentStatusOf(events);
  const steps = t.findings.nextStep;
  if (end || resolved) return undefined;
  if (subject.of === 'platform') {
    if (evidence.platform.report) return undefined;
    return evidence.refusal === undefined ? unreachableStep(evidence.failure, t) : t.incident.refusedNext;
  }
  if (verdict === 'silent') return steps.silent;
  if (verdict === 'clock_off') return steps.clockOff;
  if ((evidence.owner ?? evidence.worst?.owner) === 'shared') return steps.shared;
  return t.incident.packNext;
}

function buttons({ id, subject, events }: Incident, { t }: IncidentViewOptions): ViewBlock[] {
  const { buttons: say, resolving } = t.incident;
  const { acknowledged, resolved, snoozed, end } = incidentStatusOf(events);
  const isOpen = !end && !resolved;
  const elements: (Button | Overflow)[] = [];
  if (isOpen && !acknowledged) elements.push(primary(button('incident.acknowledge', say.acknowledge, id)));
  if (subject.of !== 'platform') elements.push(button('incident.pack', t.findings.pack, id));
  elements.push(button('incident.details', say.details, id));
  if (isOpen) {
    const entries = SNOOZES.map((snooze) => ({
      value: snoozeValue(id, snooze),
      label: snooze === 'end' ? say.snoozeToTheEnd : say.snoozeFor(snooze),
    }));
    const wake = snoozed ? [{ value: snoozeValue(id, 'wake'), label: say.wake }] : [];
    const other = { value: snoozeValue(id, 'other'), label: say.snoozeOther };
    elements.push(
      confirmed(button('incident.resolve', say.resolve, id), resolving),
      overflow('incident.snooze', [...wake, ...entries, other]),
    );
  }
  return [actions('incident', ...elements)];
}

const MOST_SPANS = 3;
const MOST_TIMES = 3;

/** When each operator was bad, unless the headline says it; those that still are come first. */
export function spanTexts(incident: Incident, options: IncidentViewOptions): string[] {
  const { t } = options;
  const { since, moment } = momentsOf(incident, options);
  const spans = namedSpans(incident);
  const bySubject = Map.groupBy(spans, ({ subject }) => subjectKey(subject));
  const groups = [...bySubject.values()].sort((a, b) => Number(isOver(a)) - Number(isOver(b)));
  const texts = groups.slice(0, MOST_SPANS).map((own) => {
    const [{ subject }] = own as [IncidentSpan];
    const name =
      subject.of === 'operator' ? operatorName(subject.operator, t) : t.headlines.incident.everywhere;
    const times = own.slice(-MOST_TIMES).map(({ from, to, latest }) => {
      if (to) return { hours: `${moment(from)}–${moment(to)}` };
      return { since: since(from), isBetter: latest?.findings.length === 0 };
    });
    return t.incident.span(capitalized(name), times);
  });
  const hidden = groups.length - texts.length;
  return texts.length > 0
    ? [[...texts, ...(hidden > 0 ? [t.findings.andMore(hidden)] : [])].join(' · ')]
    : [];
}

/** Spans with times of their own; none if all began and ended with the incident. */
function namedSpans({ beganAt, evidence }: Incident): readonly IncidentSpan[] {
  const spans = evidence.spans.filter(
    ({ subject, isEverywhere }) => subject.of === 'operator' || isEverywhere,
  );
  const [first] = spans;
  const isAlike = ({ from, to }: IncidentSpan) =>
    from.getTime() - beganAt.getTime() < CHECK_INTERVAL_MS &&
    Math.abs(Number(to ?? 0) - Number(first?.to ?? 0)) < CHECK_INTERVAL_MS;
  return spans.length < 2 || spans.every(isAlike) ? [] : spans;
}

function isOver(spans: readonly IncidentSpan[]): boolean {
  return spans.every(({ to }) => to !== undefined);
}

export function affectedText(incident: Incident, { t }: IncidentViewOptions): string | undefined {
  const counts = affectedOf(incident.evidence);
  return counts && t.headlines.incident.affected(counts);
}

export function affectedSentence(incident: Incident, { t }: IncidentViewOptions): string | undefined {
  const counts = affectedOf(incident.evidence);
  return counts && t.incident.affectedInFull(counts);
}

function platformText(incident: Incident, options: IncidentViewOptions): string {
  const { platform, refusal, failure, wellSince } = incident.evidence;
  const { platformRecovering, refused, noReport, noLogin, unreadable } = options.t.incident;
  if (platform.report) return platformRecovering(wellSince && momentsOf(incident, options).since(wellSince));
  const because = refusal === 'rate_limited' || refusal === 'busy' ? refusal : 'other';
  if (failure === 'invalid_answer' || failure === 'not_found') return unreadable[failure];
  const unread = platform.login ? noReport : noLogin;
  return refusal === undefined ? unread : refused[because];
}

function unseenText(incident: Incident, options: IncidentViewOptions): string | undefined {
  const { unseenSince, platform } = incident.evidence;
  if (!unseenSince) return undefined;
  const since = momentsOf(incident, options).since(unseenSince);
  return options.t.incident.unseen[platform.report ? 'tooLittle' : 'platform'](since);
}
