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
/** More operators than these are counted in a title, not named. */
export const MOST_IN_TITLE = 2;

/** Whose it is, as a headline begins: of one of all, the operators, where these are few. */
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

/** It is called worse with the second such check in a row, and shown as bad as it is before that. */
export function shownVerdict({ verdict, evidence: { verdict: now } }: Incident): IncidentVerdict {
  return now !== undefined && severityOf(now) > severityOf(verdict) ? now : verdict;
}

/** What customers of whom it is about can be told; `undefined` where there is nothing to tell them, or no more. */
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

/** What does not arrive has failed, and does not wait. */
function areFailing(findings: Incident['evidence']['findings']): boolean {
  const kinds = new Set(findings.map(({ kind }) => kind));
  return kinds.has('failures') && !kinds.has('slow_hand_over') && !kinds.has('waiting');
}

/** By the latest check that found something; an incident is never called normal. */
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

/**
 * Times of the day on which it began, which the message names once, by the clock alone; where each reader has days of their
 * own, times so soon after that they can be no other day's.
 */
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

/** Until when it is snoozed, by the clock alone where that can be no other day's. */
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
