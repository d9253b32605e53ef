import { HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import { earliestTime } from '../messages/message.ts';
import { hasProblem, type TracedMessage } from '../messages/status-verdict.ts';
import { isLate } from '../messages/timeline.ts';
import { mayBeLate } from './attribution.ts';
import { incidentStatusOf } from './events.ts';
import { endTimeOf, type Incident, type IncidentSpan, type Watching } from './incident.ts';
import { doFail } from './judge.ts';
import type { IncidentVerdict } from './verdict.ts';

/**
 * What happens to messages, in ascending order of what it explains: `recovering` fewer are late than before, by the
 * latest check; `slow` more are late than usual; `partly_failing`
 * more fail than usual; `perhaps_down` most lack a receipt, so they may only be late; `down` most do not arrive;
 * `failing` most fail. Silence is left out, because it says nothing about messages that were sent.
 */
const EFFECTS = ['recovering', 'slow', 'partly_failing', 'perhaps_down', 'down', 'failing'] as const;
export type TroubleEffect = (typeof EFFECTS)[number];

export interface OperatorTrouble {
  /** The operator's name; `undefined` stands for all operators. */
  readonly operator: string | undefined;
  readonly effect: TroubleEffect;
  readonly from: Date;
  /** True if it may have begun earlier. */
  readonly isBefore: boolean;
  /** When it ended; absent while it lasts. */
  readonly to?: Date | undefined;
  /** The incident; absent if only the latest check found the trouble. */
  readonly incident?: string;
  /** When the latest check read its figures; absent if there is an incident. */
  readonly checkedAt?: Date;
}

/** A result of a check that is older says nothing about now. */
const CHECK_TTL_MS = 5 * MINUTE_MS;
/** An onset is accurate to minutes, so a message sent shortly before may be affected. */
const ONSET_MARGIN_MS = 10 * MINUTE_MS;

/** The troubles of an incident by operator; none if it is resolved, of the platform, or of no single operator. */
export function troublesOf(incident: Incident): OperatorTrouble[] {
  const { id, subject, evidence, endedAt, events } = incident;
  const isResolved = endedAt === undefined && incidentStatusOf(events).resolved !== undefined;
  if (subject.of === 'platform' || isResolved) return [];
  const end = endedAt && endTimeOf(incident);
  return evidence.spans.flatMap((span) => {
    const effect = effectOf(span);
    if (!effect || (span.subject.of === 'all' && !span.isEverywhere)) return [];
    const operator = span.subject.of === 'operator' ? span.subject.operator : undefined;
    if (span.subject.of === 'operator' && operator === undefined) return [];
    const { from, isFirstSeen: isBefore = false, to = end } = span;
    return [{ operator, effect, from, isBefore, to, incident: id }];
  });
}

function effectOf({ verdict, latest, kinds = [], to }: IncidentSpan): TroubleEffect | undefined {
  const findings = latest?.findings ?? [];
  const wasFailing = kinds.length > 0 && kinds.every(isFailure);
  if (verdict !== 'down' && verdict !== 'degraded') return undefined;
  // The latest check was better: what was said of the worst no longer holds.
  if (to === undefined && latest && findings.length === 0 && latest.unseenSince === undefined)
    return wasFailing ? 'partly_failing' : 'recovering';
  const isFailing = findings.length > 0 ? doFail(findings) : wasFailing;
  const lacksReceipts = latest ? mayBeLate({ owner: latest.owner, findings }) : kinds.includes('waiting');
  if (verdict === 'down' && lacksReceipts) return 'perhaps_down';
  return effectOfVerdict(verdict, isFailing);
}

const isFailure = (kind: string) => kind === 'failures';

function effectOfVerdict(verdict: IncidentVerdict, isFailing: boolean): TroubleEffect | undefined {
  if (verdict === 'down') return isFailing ? 'failing' : 'down';
  if (verdict !== 'degraded') return undefined;
  return isFailing ? 'partly_failing' : 'slow';
}

/** The troubles that the latest check of a watch found, whether or not they are an incident. */
export function troublesOfCheck({
  state: { subjects, lastReadMs },
}: Pick<Watching, 'state'>): OperatorTrouble[] {
  if (lastReadMs === undefined) return [];
  return subjects.flatMap(({ subject, last, sinceMs }) => {
    const effect = effectOfVerdict(last, false);
    if (!effect || subject.of !== 'operator' || subject.operator === undefined) return [];
    const { operator } = subject;
    // A check counts the messages of an hour.
    const from = new Date(Math.min(sinceMs, lastReadMs - HOUR_MS));
    const times = { from, isBefore: false, checkedAt: new Date(lastReadMs) };
    return [{ operator, effect, ...times }];
  });
}

export interface TroubleEnd {
  readonly from: Date;
  readonly to: Date;
  /** True if it was well in between. */
  readonly isRepeated: boolean;
  /** False if a person resolved the incident, or its checks stopped, before it was seen to be over. */
  readonly isRecovered: boolean;
}

/** When an incident was open for an operator, or for all; `undefined` while it is. */
export function troubleEnd(incident: Incident, operator: string | undefined): TroubleEnd | undefined {
  const { beganAt, endedAt, events, evidence } = incident;
  const { resolved, end } = incidentStatusOf(events);
  const own = evidence.spans.filter(({ subject }) =>
    operator === undefined
      ? subject.of === 'all'
      : subject.of === 'operator' && subject.operator === operator,
  );
  const [first, last] = [own[0], own.at(-1)];
  const times = { from: first?.from ?? beganAt, isRepeated: own.length > 1 };
  if (last?.to) return { ...times, to: last.to, isRecovered: !last.isLost };
  if (endedAt) return { ...times, to: endTimeOf(incident) ?? endedAt, isRecovered: end?.kind === 'ended' };
  return resolved && { ...times, to: resolved.at, isRecovered: false };
}

/**
 * The trouble at a number's operator that explains its messages: an open incident; without one, an incident that
 * was open when the message was sent; without one, what the latest check found.
 */
export function troubleFor(
  traced: readonly TracedMessage[],
  troubles: readonly OperatorTrouble[],
  now: Date,
): OperatorTrouble | undefined {
  const [newest] = traced;
  const operator = traced.find(({ message }) => message.operator !== undefined)?.message.operator;
  if (!newest || operator === undefined) return undefined;
  const sentAt = earliestTime(newest.message);
  const own = troubles
    .filter((one) => one.operator === undefined || one.operator === operator)
    .toSorted((a, b) => rank(b) - rank(a));
  const open = own.find(({ to, incident }) => to === undefined && incident !== undefined);
  if (open) return open;
  const isAffected = hasProblem(newest, now) || isLate(newest.timeline);
  const then = own.find(({ from, to }) => {
    return to && sentAt && isAffected && sentAt.getTime() > from.getTime() - ONSET_MARGIN_MS && sentAt < to;
  });
  return (
    then ?? own.find(({ checkedAt }) => checkedAt && now.getTime() - checkedAt.getTime() <= CHECK_TTL_MS)
  );
}

function rank({ effect, operator }: OperatorTrouble): number {
  return 2 * EFFECTS.indexOf(effect) + (operator === undefined ? 0 : 1);
}

/**
 * Whether the trouble decides the answer: an open one explains why a message sent since did not arrive, and warns about
 * the next one if the newest arrived before. `isLater`: it began after the period of the request.
 */
export function doesLead(
  { from, to, isLater = false }: OperatorTrouble & { readonly isLater?: boolean },
  newest: TracedMessage,
): boolean {
  const sentAt = earliestTime(newest.message);
  const isSince = sentAt !== undefined && sentAt.getTime() > from.getTime() - ONSET_MARGIN_MS;
  const isDelivered = newest.timeline.outcome === 'delivered';
  if (to || isSince) return !isDelivered;
  return isDelivered && !isLater;
}
