import { HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import type { FailureCode } from '../failure.ts';
import type { ChangeSubject } from '../figures/changes.ts';
import { sumOf } from '../figures/rates.ts';
import { GOOD_AGE_MS } from './accumulation.ts';
import { countSpan, type SpanInput } from './affected.ts';
import type { Check } from './detect.ts';
import { incidentStatusOf } from './events.ts';
import { detectionOf, isBadOperator, isSameSubject } from './evidence.ts';
import type { Incident, IncidentChange, IncidentEvidence, IncidentSpan, Onset } from './incident.ts';
import { summarizeSpans } from './incident-evidence.ts';
import type { WatchEvent, WatchState } from './lifecycle.ts';
import { endSpan, updateSpan } from './spans.ts';
import type { IncidentSubject } from './subject.ts';
import { type IncidentVerdict, isBad, worstOf } from './verdict.ts';

/** An incident that is bad again within this time after its end is the same incident. */
export const REOPENED_WITHIN_MS = 2 * HOUR_MS;
/** What begins within this time after the end of a span is the end of the same problem. */
const TAIL_MS = 10 * MINUTE_MS;

export interface LifecycleUpdate {
  readonly check: Check;
  readonly state: WatchState;
  readonly events: readonly WatchEvent[];
}

export interface PlanInput extends LifecycleUpdate, SpanInput {
  /** Incidents that ended within `REOPENED_WITHIN_MS`. */
  readonly ended?: readonly Incident[];
  readonly failure?: FailureCode | undefined;
  readonly onsetOf?: ((subject: ChangeSubject) => Onset | undefined) | undefined;
}

/**
 * One incident holds all operators that are bad at the same time, each with its own span. An incident that a person
 * resolved gets no more operators.
 */
export function planIncidents(open: readonly Incident[], input: PlanInput): IncidentChange[] {
  const ofTraffic = open.filter(({ subject }) => subject.of !== 'platform');
  const starting = spansToStart(ofTraffic, input).map((one) => startedSpan(one, input));
  const target = ofTraffic.find((one) => !isResolved(one));
  const changes = ofTraffic.map((one) => nextTraffic(one, one === target ? starting : [], input));
  return [
    ...planPlatform(open, input),
    ...changes,
    ...(target || starting.length === 0 ? [] : [beginTraffic(starting, input)]),
  ];
}

interface OpenSubject {
  readonly subject: ChangeSubject;
  readonly verdict: IncidentVerdict;
  readonly sinceMs: number;
  readonly goodMs?: number | undefined;
}

/** Subjects that are bad and in no span yet. */
export function spansToStart(open: readonly Incident[], followed: LifecycleUpdate): OpenSubject[] {
  const current = open.flatMap(({ evidence }) => evidence.spans.filter(({ to }) => to === undefined));
  return openSubjectsIn(followed).filter(
    ({ subject }) =>
      !current.some((one) => isSameSubject(one.subject, subject)) &&
      isBad(detectionOf(followed.check, subject)?.verdict ?? 'normal'),
  );
}

/** All operators together count only if every operator is bad, or if none of them can be named. */
function openSubjectsIn({ check, state }: LifecycleUpdate): OpenSubject[] {
  const subjects = state.subjects.flatMap(({ subject, open: verdict, sinceMs, goodMs }): OpenSubject[] =>
    verdict === undefined || subject.of === 'platform' ? [] : [{ subject, verdict, sinceMs, goodMs }],
  );
  const areNamed =
    subjects.some(({ subject }) => subject.of === 'operator') || check.detections.some(isBadOperator);
  return areNamed && !isEverywhere(check) ? subjects.filter(({ subject }) => subject.of !== 'all') : subjects;
}

/** Operators that are too small for a verdict may have this part of the usual messages if all others are bad. */
const MOST_UNJUDGED = 0.1;

/** True if at least two operators have enough messages for a verdict, all of these are bad, and the others are small. */
function isEverywhere({ detections }: Check): boolean {
  const operators = detections.filter(({ subject }) => subject.of === 'operator');
  const judged = operators.filter(({ verdict }) => verdict !== 'too_little_traffic');
  const sizeOf = (list: typeof operators) =>
    sumOf(list, ({ counts, usual }) => Math.max(counts.recent, usual.recent));
  const isMost = sizeOf(judged) >= (1 - MOST_UNJUDGED) * sizeOf(operators);
  return judged.length > 1 && judged.every(isBadOperator) && isMost;
}

function startedSpan(
  { subject, verdict, sinceMs, goodMs }: OpenSubject,
  { check, onsetOf }: PlanInput,
): IncidentSpan {
  const { at, isBefore } = onsetOf?.(subject) ?? { at: new Date(sinceMs), isBefore: false };
  // The onset is estimated from quarter hours. A good check saw all messages that were two minutes old when it read.
  const earliest = verdict === 'down' && goodMs ? goodMs - GOOD_AGE_MS : Number.NEGATIVE_INFINITY;
  return {
    subject,
    verdict,
    from: new Date(Math.min(Math.max(at.getTime(), earliest), sinceMs)),
    ...(isBefore ? { isFirstSeen: true } : {}),
    ...(subject.of === 'all' && isEverywhere(check) ? { isEverywhere: true } : {}),
  };
}

function nextTraffic(
  incident: Incident,
  starting: readonly IncidentSpan[],
  input: PlanInput,
): IncidentChange {
  const { id, evidence, verdict: before } = incident;
  const { spans, lastEnd } = spansAfter(evidence.spans, starting, input);
  const rest = { id, ...incidentAfter(incident, spans, input) };
  if (lastEnd) return { ...rest, kind: lastEnd };
  const isWider = starting.length > 0 && incident.evidence.spans.length > 0;
  if (isWider && !isSameSubject(rest.subject, incident.subject)) return { ...rest, kind: 'widened' };
  return { ...rest, kind: worstOf([before, rest.verdict]) === before ? 'seen' : 'worsened' };
}

function incidentAfter(
  { evidence: before, verdict }: Pick<Incident, 'verdict'> & { readonly evidence?: IncidentEvidence },
  spans: readonly IncidentSpan[],
  { check }: PlanInput,
) {
  const open = spans.filter(({ to }) => to === undefined);
  return {
    subject: subjectOf(spans),
    verdict: open.length > 0 ? worstOf(open.map((one) => one.verdict)) : verdict,
    evidence: summarizeSpans(before, spans, check),
  };
}

/** Begins an incident, or continues one about the same operators that ended shortly before. */
function beginTraffic(starting: readonly IncidentSpan[], input: PlanInput): IncidentChange {
  const { check, ended = [] } = input;
  const isOfSame = ({ evidence: { spans } }: Incident) =>
    check.at.getTime() - lastEndMs(spans) <= REOPENED_WITHIN_MS &&
    spans.some((one) => starting.some(({ subject }) => isSameSubject(one.subject, subject)));
  const past = ended.find((one) => one.subject.of !== 'platform' && !isResolved(one) && isOfSame(one));
  const { spans } = spansAfter(past?.evidence.spans ?? [], starting, input);
  const verdict = worstOf(starting.map((one) => one.verdict));
  const after = incidentAfter({ ...(past ? { evidence: past.evidence } : {}), verdict }, spans, input);
  if (!past) {
    const beganAt = spans.reduce((first, { from }) => (from < first ? from : first), check.at);
    return { kind: 'began', beganAt, ...after };
  }
  const isTail = starting.every(({ from }) => from.getTime() - lastEndMs(past.evidence.spans) < TAIL_MS);
  return { kind: isTail ? 'resumed' : 'relapsed', id: past.id, ...after };
}

function lastEndMs(spans: readonly IncidentSpan[]): number {
  return Math.max(...spans.map(({ from, to = from }) => to.getTime()));
}

type SpanEnd = 'ended' | 'lost_sight' | 'unchecked';

/** Updates open spans, ends those that are over, and adds new ones. `lastEnd` if none is open any more. */
function spansAfter(before: readonly IncidentSpan[], starting: readonly IncidentSpan[], input: PlanInput) {
  const open = openSubjectsIn(input);
  let lastEnd: SpanEnd | undefined;
  const after = before.flatMap((span): IncidentSpan[] => {
    if (span.to) return [span];
    const now = open.find(({ subject }) => isSameSubject(subject, span.subject));
    const unchecked = endIn(input, span.subject, 'unchecked');
    if (unchecked?.kind === 'unchecked') {
      lastEnd = 'unchecked';
      return [{ ...endSpan({ ...span, latest: undefined }, new Date(unchecked.seenMs)), isLost: true }];
    }
    const updated = updateSpan(span, input, now?.verdict);
    if (now) return [updated];
    // The operators that explain the total have spans of their own now.
    if (span.subject.of === 'all' && !span.isEverywhere && open.length > 0) return [];
    const isLost = endIn(input, span.subject, 'lost_sight') !== undefined;
    lastEnd ??= isLost ? 'lost_sight' : 'ended';
    return [{ ...endSpan(updated, input.check.at), ...(isLost ? { isLost } : {}) }];
  });
  const own = starting.map((span) => updateSpan(afterEarlier(span, after), input));
  const spans = [...after, ...own];
  const isOpen = spans.some(({ to }) => to === undefined);
  return {
    spans: spans.map((one) => countSpan(one, input, spans)),
    lastEnd: isOpen ? undefined : lastEnd,
  };
}

/** A span does not begin before the end of an earlier one of the same operator. */
function afterEarlier(span: IncidentSpan, spans: readonly IncidentSpan[]): IncidentSpan {
  const ends = spans.flatMap(({ subject, to }) => (to && isSameSubject(subject, span.subject) ? [to] : []));
  const from = new Date(Math.max(span.from.getTime(), ...ends.map((end) => end.getTime())));
  return { ...span, from };
}

function subjectOf(spans: readonly IncidentSpan[]): ChangeSubject {
  const [first, ...others] = spans.map(({ subject }) => subject);
  return first && others.every((one) => isSameSubject(one, first)) ? first : { of: 'all' };
}

function endIn({ events }: LifecycleUpdate, subject: IncidentSubject, kind: 'unchecked' | 'lost_sight') {
  return events.find((event) => event.kind === kind && isSameSubject(event.subject, subject));
}

function isResolved({ events }: Incident): boolean {
  return incidentStatusOf(events).resolved !== undefined;
}

const PLATFORM = { of: 'platform' } as const;

function planPlatform(open: readonly Incident[], input: PlanInput): IncidentChange[] {
  const { check, state, ended = [] } = input;
  const isOfPlatform = ({ subject }: { readonly subject: IncidentSubject }) => subject.of === 'platform';
  const known = open.find(isOfPlatform);
  const now = state.subjects.find((one) => isOfPlatform(one) && one.open !== undefined);
  const before = known ?? ended.find((one) => isOfPlatform(one) && !isResolved(one));
  const unchecked = endIn(input, PLATFORM, 'unchecked');
  if (known && unchecked?.kind === 'unchecked') {
    const unseenSince = new Date(unchecked.seenMs);
    return [{ ...known, kind: 'unchecked', evidence: { ...known.evidence, unseenSince } }];
  }
  const evidence = platformEvidence(known?.evidence, input);
  const rest = { subject: PLATFORM, verdict: 'platform_unreachable', evidence } as const;
  if (known) return [{ id: known.id, ...rest, kind: now ? 'seen' : 'ended' }];
  if (!now) return [];
  return [
    before
      ? { id: before.id, ...rest, kind: 'relapsed' }
      : { ...rest, kind: 'began', beganAt: new Date(Math.min(now.sinceMs, check.at.getTime())) },
  ];
}

function platformEvidence(
  before: IncidentEvidence | undefined,
  { check: { at, platform, readAt }, failing, failure }: PlanInput,
): IncidentEvidence {
  const wellSince = platform.report ? (before?.wellSince ?? at) : undefined;
  const known = { readAt, findings: [], operators: [], platform, spans: [], wellSince };
  if (platform.report) return known;
  if (failure !== undefined) return { ...known, failure };
  return failing ? { ...known, refusal: failing.because } : known;
}
