import { mayBeLate } from '../../../domain/incidents/attribution.ts';
import { incidentStatusOf } from '../../../domain/incidents/events.ts';
import { type IncidentVerdict, isBad, severityOf } from '../../../domain/incidents/verdict.ts';
import { operatorName } from '../../../slack/blocks/figures.ts';
import {
  capitalized,
  type Formatter,
  type Localized,
  listText,
  ONE_ROUND_MS,
} from '../../../slack/blocks/format.ts';
import { displayName } from '../../../slack/blocks/text.ts';
import type { Incident } from '../../../store/incidents/incident.ts';
import { customerText } from '../check/advice.ts';
import type { IncidentTranslations } from '../locales/index.ts';
import type { IncidentLabel } from '../locales/shapes.ts';
import { isRecovering, lastedSeconds, operatorsOf } from '../model.ts';

export type IncidentViewOptions = Localized<IncidentTranslations>;

const MOST_NAMED = 10;
/** With more operators a title shows their number. */
export const MOST_IN_TITLE = 2;

/** For an incident of all, its operators if they are few. */
export function incidentSubject(incident: Incident, t: IncidentTranslations): string {
  const { subject } = incident;
  if (subject.of === 'operator') return capitalized(operatorName(subject.operator, t));
  const operators = operatorsOf(incident);
  if (operators.length === 0) return t.incident[subject.of];
  if (operators.length > MOST_IN_TITLE) return t.incident.several(operators.length);
  return capitalized(operatorsText(operators, t));
}

export function incidentHeadline(incident: Incident, { t, formatter }: IncidentViewOptions): string {
  const { beganAt, events, evidence } = incident;
  const subject = incidentSubject(incident, t);
  const { end, resolved, snoozed } = incidentStatusOf(events);
  if (end) {
    return t.incident.over[end.kind](subject, formatter.duration(lastedSeconds(incident, end.at)));
  }
  if (resolved) return t.incident.resolvedHeadline(subject, displayName(resolved.by.name));
  const began = evidence.isFirstSeen
    ? { firstSeen: formatter.moment(beganAt) }
    : { since: formatter.since(beganAt) };
  const label = labelOf(incident, shownVerdict(incident));
  if (isRecovering(incident)) return t.incident.recoveringHeadline(subject, label, began);
  if (!snoozed) return t.incident.headline(subject, label, began);
  const until = snoozed.until && snoozedUntil({ at: snoozed.at, until: snoozed.until }, { t, formatter });
  return t.incident.snoozedHeadline(subject, label, began, until);
}

/** Shown at once, although the stored verdict changes only with the second such check. */
export function shownVerdict({ verdict, evidence: { verdict: now } }: Incident): IncidentVerdict {
  return now !== undefined && severityOf(now) > severityOf(verdict) ? now : verdict;
}

export function incidentCustomerSentence(incident: Incident, t: IncidentTranslations): string | undefined {
  const { subject, evidence, events } = incident;
  const { end, resolved } = incidentStatusOf(events);
  if (end || resolved || isRecovering(incident)) return undefined;
  const named = subject.of === 'operator' ? [subject.operator ?? null] : operatorsOf(incident);
  return customerText(
    { verdict: shownVerdict(incident), isFailing: areFailing(evidence.findings), operators: named },
    t,
  );
}

function areFailing(findings: Incident['evidence']['findings']): boolean {
  const kinds = new Set(findings.map(({ kind }) => kind));
  return kinds.has('failures') && !kinds.has('slow_hand_over') && !kinds.has('waiting');
}

/** By the latest check with a finding; an incident is never normal. */
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

/** Times on the day of the onset omit the date; for readers in other zones only if no other day is possible. */
export function timesOf(
  { beganAt }: Incident,
  { t, formatter }: IncidentViewOptions,
): Pick<Formatter, 'since' | 'moment'> {
  const isThatDay = (at: Date) =>
    formatter === formatter.plain
      ? formatter.day(at) === formatter.day(beganAt)
      : Math.abs(at.getTime() - beganAt.getTime()) <= ONE_ROUND_MS;
  return {
    since: (at) => (isThatDay(at) ? t.sinceTime(formatter.clock(at)) : formatter.since(at)),
    moment: (at) => (isThatDay(at) ? formatter.clock(at) : formatter.moment(at)),
  };
}

/** Without a date where no other day is possible. */
export function snoozedUntil(
  { at, until }: { readonly at: Date; readonly until: Date },
  { t, formatter }: IncidentViewOptions,
): string {
  const isSoon = until.getTime() - at.getTime() <= ONE_ROUND_MS;
  return isSoon ? t.sinceTime(formatter.clock(until)) : formatter.since(until);
}

export function operatorsText(operators: readonly (string | null)[], t: IncidentTranslations): string {
  const names = operators.map((operator) => operatorName(operator ?? undefined, t));
  return listText(names, t, { most: MOST_NAMED, others: t.check.andMore });
}
