import { incidentStatusOf, type LifeEvent } from '../../../domain/detection/events.ts';
import { isSameSubject } from '../../../domain/detection/evidence.ts';
import {
  durationSeconds,
  extentOf,
  type Incident,
  type IncidentSpan,
  isRecovering,
  labelOf,
  occurrencesOf,
  operatorsOf,
  shownVerdict,
} from '../../../domain/detection/incident.ts';
import { doFail } from '../../../domain/detection/judge.ts';
import { operatorName } from '../../../slack/blocks/figures.ts';
import { type Formatter, HALF_DAY_MS, type Localized, listText } from '../../../slack/blocks/format.ts';
import { customerText, incidentSubjectText } from '../../../slack/blocks/headline.ts';
import { displayName } from '../../../slack/blocks/text.ts';
import type { IncidentTranslations } from '../locales/index.ts';
import type { Began, Relapse } from '../locales/shapes.ts';

export type IncidentViewOptions = Localized<IncidentTranslations>;

const MOST_NAMED = 10;

export function incidentSubject(incident: Incident, t: IncidentTranslations): string {
  return incidentSubjectText(extentOf(incident), t);
}

export function incidentHeadline(incident: Incident, { t, format }: IncidentViewOptions): string {
  const { events } = incident;
  const subject = incidentSubject(incident, t);
  const { end, resolved, snoozed } = incidentStatusOf(events);
  if (end) {
    const lasted = durationText(durationSeconds(incident, end.at), { t, format });
    return t.incident.over[end.kind](subject, lasted, occurrencesOf(events));
  }
  if (resolved) return t.incident.resolvedHeadline(subject, displayName(resolved.by.name));
  const began = beganText(incident, { t, format });
  const label = labelOf(incident, shownVerdict(incident));
  if (isRecovering(incident)) return t.incident.recoveringHeadline(subject, label, began);
  if (!snoozed) return t.incident.headline(subject, label, began);
  const until = snoozed.until && snoozedUntil({ at: snoozed.at, until: snoozed.until }, { t, format });
  return t.incident.snoozedHeadline(subject, label, began, until);
}

/** Start of what is bad now, which may be later than the start of the incident. */
function beganText(incident: Incident, options: IncidentViewOptions): Began {
  const { beganAt, evidence } = incident;
  const { format } = options;
  const spans = currentSpans(evidence.spans);
  const [first = { from: beganAt, isFirstSeen: false }] = spans.toSorted(
    (a, b) => a.from.getTime() - b.from.getTime(),
  );
  if (first.isFirstSeen) return { firstSeen: format.moment(first.from) };
  const relapse = relapseOf(incident, options);
  const areAgain = spans.every(({ subject }) =>
    evidence.spans.some((one) => one.to && isSameSubject(one.subject, subject)),
  );
  if (relapse.times === 1 || !areAgain) return { since: format.since(first.from) };
  return { since: momentsOf(incident, options).since(first.from), relapse };
}

export function relapseOf(incident: Incident, options: IncidentViewOptions, until?: LifeEvent): Relapse {
  const { events, beganAt } = incident;
  const past = until ? events.filter(({ number }) => number <= until.number) : events;
  return { times: occurrencesOf(past), first: momentsOf(incident, options).since(beganAt) };
}

/** Spans that are bad now; if none is, those that last. */
function currentSpans(spans: readonly IncidentSpan[]): readonly IncidentSpan[] {
  const open = spans.filter(({ to }) => to === undefined);
  const bad = open.filter(({ latest }) => (latest?.findings.length ?? 0) > 0);
  return bad.length > 0 ? bad : open;
}

/** Checks are five minutes apart, so a longer duration is known to about five minutes. */
const PRECISION_SECONDS = 300;

export function durationText(seconds: number, { t, format }: IncidentViewOptions): string {
  if (seconds < PRECISION_SECONDS) return format.duration(seconds);
  return t.incident.about(format.duration(Math.round(seconds / PRECISION_SECONDS) * PRECISION_SECONDS));
}

export function incidentCustomerSentence(incident: Incident, t: IncidentTranslations): string | undefined {
  const { subject, evidence, events } = incident;
  const { end, resolved } = incidentStatusOf(events);
  if (end || resolved || (subject.of === 'platform' && isRecovering(incident))) return undefined;
  const { findings } = evidence.findings.length > 0 ? evidence : (evidence.worst ?? evidence);
  return customerText(
    { verdict: shownVerdict(incident), isFailing: doFail(findings), operators: operatorsOf(incident) },
    t,
  );
}

/** Times omit the date if they are on the day of the onset for readers in every time zone. */
export function momentsOf(
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
  return listText(names, t, { most: MOST_NAMED, others: t.findings.andMore });
}
