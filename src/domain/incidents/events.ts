import type { IncidentVerdict } from './verdict.ts';

/** Somebody who did something with an incident, by Slack id. */
export interface Actor {
  readonly id: string;
  /** As Slack showed it then. */
  readonly name: string;
}

/**
 * How an incident came to be over.
 * - `ended` it was seen to work again
 * - `lost_sight` there was too little traffic to tell for too long
 * - `unchecked` no check could be made for too long
 * - `unwatched` nobody watches any more
 */
export type End = 'ended' | 'lost_sight' | 'unchecked' | 'unwatched';

/**
 * What happened in the life of an incident.
 * - `widened` it was one operator's, and is everyone's from now on
 * - `snoozed` with `until`, or until it is over
 * - `woken` by whom, or by itself when the time was up
 */
export type LifeEvent = {
  /** 1, 2, 3 … of the incident. */
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
  /** In force, or its time is up and nobody has noted that yet. Without `until` it lasts until the incident is over. */
  readonly snoozed?: { readonly by: Actor; readonly at: Date; readonly until?: Date | undefined } | undefined;
  readonly end?: { readonly kind: End; readonly at: Date } | undefined;
}

/** Whether an event is the last of its incident. */
export function isEnd(event: LifeEvent): boolean {
  return incidentStatusOf([event]).end !== undefined;
}

/** The status that the events of one incident, in their order, lead to. */
export function incidentStatusOf(events: readonly LifeEvent[]): IncidentStatus {
  let status: IncidentStatus = {};
  for (const event of events) status = { ...status, ...after(event) };
  return status;
}

/** `already` where it has been done, `over` where nothing is left to do; snoozing for another time changes it. */
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
