import { mayBeLate } from '../../../domain/incidents/attribution.ts';
import { incidentStatusOf } from '../../../domain/incidents/events.ts';
import { doFail } from '../../../domain/incidents/judge.ts';
import { type IncidentVerdict, isBad, severityOf } from '../../../domain/incidents/verdict.ts';
import { operatorName } from '../../../slack/blocks/figures.ts';
import {
  capitalized,
  type Formatter,
  HALF_DAY_MS,
  type Localized,
  listText,
} from '../../../slack/blocks/format.ts';
import { displayName } from '../../../slack/blocks/text.ts';
import type { Incident } from '../../../store/incidents/incident.ts';
import { customerText } from '../check/advice.ts';
import type { IncidentTranslations } from '../locales/index.ts';
import type { IncidentLabel } from '../locales/shapes.ts';
import { durationSeconds, isRecovering, operatorsOf } from '../model.ts';

export type IncidentViewOptions = Localized<IncidentTranslations>;

const MOST_NAMED = 10;
export const MOST_IN_TITLE = 2;

export function incidentSubject(incident: Incident, t: IncidentTranslations): string {
  const { subject } = incident;
  if (subject.of === 'operator') return capitalized(operatorName(subject.operator, t));
  const operators = operatorsOf(incident);
  if (operators.length === 0) return t.incident[subject.of];
  if (operators.length > MOST_IN_TITLE) return t.incident.several(operators.length);
  return capitalized(operatorsText(operators, t));
}

export function incidentHeadline(incident: Incident, { t, format }: IncidentViewOptions): string {
  const { beganAt, events, evidence } = incident;
  const subject = incidentSubject(incident, t);
  const { end, resolved, snoozed } = incidentStatusOf(events);
  if (end) {
    return t.incident.over[end.kind](subject, format.duration(durationSeconds(incident, end.at)));
  }
  if (resolved) return t.incident.resolvedHeadline(subject, displayName(resolved.by.name));
  const began = evidence.isFirstSeen
    ? { firstSeen: format.moment(beganAt) }
    : { since: format.since(beganAt) };
  const label = labelOf(incident, shownVerdict(incident));
  if (isRecovering(incident)) return t.incident.recoveringHeadline(subject, label, began);
  if (!snoozed) return t.incident.headline(subject, label, began);
  const until = snoozed.until && snoozedUntil({ at: snoozed.at, until: snoozed.until }, { t, format });
  return t.incident.snoozedHeadline(subject, label, began, until);
}

/** Verdict to show: a worse one at once, while the stored verdict changes only after a second such check. */
export function shownVerdict({ verdict, evidence: { verdict: now } }: Incident): IncidentVerdict {
  return now !== undefined && severityOf(now) > severityOf(verdict) ? now : verdict;
}

export function incidentCustomerSentence(incident: Incident, t: IncidentTranslations): string | undefined {
  const { subject, evidence, events } = incident;
  const { end, resolved } = incidentStatusOf(events);
  if (end || resolved || isRecovering(incident)) return undefined;
  const named = subject.of === 'operator' ? [subject.operator ?? null] : operatorsOf(incident);
  return customerText(
    { verdict: shownVerdict(incident), isFailing: doFail(evidence.findings), operators: named },
    t,
  );
}

/** Names the state after the latest check with a finding; an open incident is never called normal. */
export function labelOf({ evidence }: Incident, verdict: IncidentVerdict): IncidentLabel {
  const found = evidence.findings.length > 0 ? evidence : (evidence.worst ?? evidence);
  if (verdict === 'down' && mayBeLate(found)) return 'down_or_late';
  if (verdict === 'platform_unreachable') return platformLabel(evidence);
  return isBad(verdict) ? verdict : 'degraded';
}

function platformLabel({ failure, refusal }: Incident['evidence']): IncidentLabel {
  const isRefused = failure === 'wrong_credentials' || failure === 'not_allowed';
  if (isRefused || refusal !== undefined) return 'platform_refusing';
  const isAnswering = failure === 'invalid_answer' || failure === 'not_found';
  return isAnswering ? 'platform_unreadable' : 'platform_unreachable';
}

/** Times omit the date if they are on the day of the onset for readers in every time zone. */
export function timesOf(
  { beganAt }: Incident,
  { t, format }: IncidentViewOptions,
): Pick<Formatter, 'since' | 'moment'> {
  const isThatDay = (at: Date) =>
    format === format.plain
      ? format.day(at) === format.day(beganAt)
      : Math.abs(at.getTime() - beganAt.getTime()) <= HALF_DAY_MS;
  return {
    since: (at) => (isThatDay(at) ? t.sinceTime(format.clock(at)) : format.since(at)),
    moment: (at) => (isThatDay(at) ? format.clock(at) : format.moment(at)),
  };
}

export function snoozedUntil(
  { at, until }: { readonly at: Date; readonly until: Date },
  { t, format }: IncidentViewOptions,
): string {
  const isSoon = until.getTime() - at.getTime() <= HALF_DAY_MS;
  return isSoon ? t.sinceTime(format.clock(until)) : format.since(until);
}

export function operatorsText(operators: readonly (string | null)[], t: IncidentTranslations): string {
  const names = operators.map((operator) => operatorName(operator ?? undefined, t));
  return listText(names, t, { most: MOST_NAMED, others: t.check.andMore });
}
