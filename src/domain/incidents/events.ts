import type { IncidentVerdict } from './verdict.ts';

/** A person who acted on an incident, by Slack id. */
export interface Actor {
  readonly id: string;
  /** As Slack showed it. */
  readonly name: string;
}

/**
 * - `ended` it was seen to work again
 * - `lost_sight` there was too little traffic for too long
 * - `unchecked` no check was possible for too long
 * - `unwatched` no channel watches any more
 */
export type End = 'ended' | 'lost_sight' | 'unchecked' | 'unwatched';

/**
 * - `widened` it was of one operator, and is of all from now on
 * - `snoozed` with `until`, or until it is over
 * - `woken` by a person, or when the time was up
 */
export type LifeEvent = {
  readonly number: number;
  readonly at: Date;
} & (
  | { readonly kind: 'began' | 'worsened' | 'widened'; readonly verdict: IncidentVerdict }
  | { readonly kind: End }
  | IncidentAction
);

export type IncidentAction =
  | { readonly kind: 'acknowledged' | 'resolved'; readonly by: Actor }
  | { readonly kind: 'snoozed'; readonly by: Actor; readonly until?: Date | undefined }
  | { readonly kind: 'woken'; readonly by?: Actor | undefined };

export interface IncidentStatus {
  readonly acknowledged?: { readonly by: Actor; readonly at: Date } | undefined;
  readonly resolved?: { readonly by: Actor; readonly at: Date } | undefined;
  /** In force, or expired without an event yet. Without `until` it lasts until the incident is over. */
  readonly snoozed?: { readonly by: Actor; readonly at: Date; readonly until?: Date | undefined } | undefined;
  readonly end?: { readonly kind: End; readonly at: Date } | undefined;
}

export function isEnd(event: LifeEvent): boolean {
  return incidentStatusOf([event]).end !== undefined;
}

/** The status after the events of one incident, in order. */
export function incidentStatusOf(events: readonly LifeEvent[]): IncidentStatus {
  let status: IncidentStatus = {};
  for (const event of events) status = { ...status, ...after(event) };
  return status;
}

/** `already`: done before; `over`: nothing is left to do. Snoozing for another time is a change. */
export function outcomeOf(
  act: IncidentAction,
  { acknowledged, resolved, snoozed, end }: IncidentStatus,
): 'done' | 'already' | 'over' {
  if (end) return 'over';
  if (act.kind === 'woken') return snoozed ? 'done' : 'already';
  const isDone =
    resolved ||
    (act.kind === 'acknowledged' && acknowledged) ||
    (act.kind === 'snoozed' && snoozed && snoozed.until?.getTime() === act.until?.getTime());
  return isDone ? 'already' : 'done';
}

function after(event: LifeEvent): IncidentStatus {
  const { at } = event;
  switch (event.kind) {
    case 'acknowledged':
      return { acknowledged: { by: event.by, at } };
    case 'resolved':
      return { resolved: { by: event.by, at }, snoozed: undefined };
    case 'snoozed':
      return { snoozed: { by: event.by, at, until: event.until } };
    case 'woken':
      return { snoozed: undefined };
    case 'ended':
    case 'lost_sight':
    case 'unchecked':
    case 'unwatched':
      return { end: { kind: event.kind, at }, snoozed: undefined };
    default:
      return {};
  }
}
