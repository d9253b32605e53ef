import { mayBeLate } from '../../../domain/incidents/attribution.ts';
import { incidentStatusOf } from '../../../domain/incidents/events.ts';
import { type IncidentVerdict, isBad, severityOf } from '../../../domain/incidents/findings.ts';
import { operatorName } from '../../../slack/blocks/figures.ts';
import { sanitize } from '../../../slack/blocks/text.ts';
import { capitalized, type Formatter, listText } from '../../../slack/format.ts';
import type { Incident } from '../../../store/incidents/incident.ts';
import type { IncidentTranslations, IncidentView } from '../locales/index.ts';
import type { Called } from '../locales/shapes.ts';

export type IncidentViewOptions = Pick<IncidentView, 't' | 'formatter'>;

const MOST_NAMED = 10;
/** More operators than these are counted in a title, not named. */
export const MOST_IN_TITLE = 3;
const LONGEST_NAME = 40;

/** Whose it is, as a headline begins: of one of all, the operators, where these are few. */
export function incidentSubject(
  incident: Pick<Incident, 'whose' | 'evidence'>,
  t: IncidentTranslations,
): string {
  const { whose } = incident;
  if (whose.of === 'operator') return capitalized(operatorName(whose.operator, t));
  const operators = operatorsOf(incident);
  if (operators.length === 0) return t.incident[whose.of];
  if (operators.length > MOST_IN_TITLE) return t.incident.several(operators.length);
  return capitalized(listOf(operators, t));
}

/** Of one of all: the operators that are or were bad by themselves, none where that is everyone. */
export function operatorsOf({
  whose,
  evidence,
}: Pick<Incident, 'whose' | 'evidence'>): readonly (string | null)[] {
  if (whose.of !== 'all') return [];
  const { operators: now, worst, findings, apart, judged = Number.POSITIVE_INFINITY } = evidence;
  const isOfNow = now.length > 0 && findings.length > 0 && !apart;
  const operators = isOfNow ? now : (worst?.operators ?? []);
  return operators.length < judged ? operators : [];
}

/** A person's name as they gave it to Slack, fit to be shown to others. */
export function nameOf(name: string): string {
  return sanitize(name.replaceAll('\n', ' '), LONGEST_NAME).trim() || '–';
}

/**
 * To when it was over: of one that has recovered, when trouble was last seen, or the first of the good checks was; of one
 * that was not checked any more, up to when it was.
 */
export function overAt({ endedAt, evidence, events }: Incident): Date | undefined {
  const { end } = incidentStatusOf(events);
  if (end?.kind === 'unchecked') return evidence.unseenSince ?? end.at;
  const { wellSince, overSince } = evidence;
  if (end?.kind !== 'ended' || !wellSince) return end?.at ?? endedAt;
  return overSince && overSince < wellSince ? overSince : wellSince;
}

export function lastedSeconds(incident: Incident, now: Date): number {
  return Math.max(0, ((overAt(incident) ?? now).getTime() - incident.beganAt.getTime()) / 1000);
}

/** Whether the last check found nothing any more, of one that is not over. */
export function isRecovering({ whose, evidence }: Incident): boolean {
  if (whose.of === 'platform') return evidence.platform.report;
  return evidence.findings.length === 0 && evidence.unseenSince === undefined;
}

export function headline(incident: Incident, { t, formatter }: IncidentViewOptions): string {
  const { verdict, beganAt, events, evidence } = incident;
  const subject = incidentSubject(incident, t);
  const { end, resolved } = incidentStatusOf(events);
  if (end) {
    return t.incident.over[end.kind](subject, formatter.duration(lastedSeconds(incident, end.at)));
  }
  if (resolved) return t.incident.resolvedHeadline(subject, nameOf(resolved.by.name));
  const began = evidence.isFirstSeen
    ? { firstSeen: formatter.moment(beganAt) }
    : { since: formatter.since(beganAt) };
  const headlines = isRecovering(incident) ? t.incident.recoveringHeadline : t.incident.headline;
  return headlines(subject, calledOf(incident, worseVerdict(verdict, evidence.verdict)), began);
}

/** By the latest check that found something; an incident is never called normal. */
export function calledOf({ evidence }: Pick<Incident, 'evidence'>, verdict: IncidentVerdict): Called {
  const found = evidence.findings.length > 0 ? evidence : (evidence.worst ?? evidence);
  if (verdict === 'down' && mayBeLate(found)) return 'down_or_late';
  return isBad(verdict) ? verdict : 'degraded';
}

/** It is called worse with the second such check in a row, and shown as bad as it is before that. */
function worseVerdict(called: IncidentVerdict, now: IncidentVerdict | undefined): IncidentVerdict {
  return now !== undefined && severityOf(now) > severityOf(called) ? now : called;
}

/** Times of the day on which it began, which the message names once, by the clock alone. */
export function timesOf(
  { beganAt }: Incident,
  { t, formatter }: IncidentViewOptions,
): Pick<Formatter, 'since' | 'moment'> {
  const isThatDay = (at: Date) => formatter.day(at) === formatter.day(beganAt);
  return {
    since: (at) => (isThatDay(at) ? t.sinceTime(formatter.clock(at)) : formatter.since(at)),
    moment: (at) => (isThatDay(at) ? formatter.clock(at) : formatter.moment(at)),
  };
}

/** Operators’ names for a sentence: some, and how many more. */
export function listOf(operators: readonly (string | null)[], t: IncidentTranslations): string {
  const names = operators.map((operator) => operatorName(operator ?? undefined, t));
  return listText(names, t, { most: MOST_NAMED, others: t.check.andMore });
}
