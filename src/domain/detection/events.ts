import type { IncidentVerdict } from './verdict.ts';

export interface Actor {
  readonly id: string;
  readonly name: string;
}

/** An incident ends by recovery, too few messages, a pause in the checks, or removal of the last watch. */
export type IncidentEnd = 'ended' | 'lost_sight' | 'unchecked' | 'unwatched';

/**
 * `widened`: an incident of one operator becomes one of several; `relapsed`: it is bad again after its end; `resumed`:
 * its end was a mistake; `woken`: a snooze has ended.
 */
export type LifeEvent = {
  readonly number: number;
  readonly at: Date;
} & (
  | {
      readonly kind: 'began' | 'worsened' | 'widened' | 'relapsed' | 'resumed';
      readonly verdict: IncidentVerdict;
    }
  | { readonly kind: IncidentEnd }
  | IncidentAction
);

export type IncidentAction =
  | { readonly kind: 'acknowledged' | 'resolved'; readonly by: Actor }
  | { readonly kind: 'snoozed'; readonly by: Actor; readonly until?: Date | undefined }
  | { readonly kind: 'woken'; readonly by?: Actor | undefined };

export interface IncidentStatus {
  readonly acknowledged?: { readonly by: Actor; readonly at: Date } | undefined;
  readonly resolved?: { readonly by: Actor; readonly at: Date } | undefined;
  /** Without `until`, the snooze lasts until the incident ends. A snooze may expire without an event. */
  readonly snoozed?: { readonly by: Actor; readonly at: Date; readonly until?: Date | undefined } | undefined;
  readonly end?: { readonly kind: IncidentEnd; readonly at: Date } | undefined;
}

export function isEnd(event: LifeEvent): boolean {
  return incidentStatusOf([event]).end !== undefined;
}

export function incidentStatusOf(events: readonly LifeEvent[]): IncidentStatus {
  let status: IncidentStatus = {};
  for (const event of events) status = { ...status, ...statusAfter(event) };
  return status;
}

/** `already`: the same action was done before; `over`: the incident has ended. */
export function actionResult(
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

function statusAfter(event: LifeEvent): IncidentStatus {
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
    case 'relapsed':
      return { end: undefined, acknowledged: undefined };
    case 'resumed':
      return { end: undefined };
    default:
      return {};
  }
}
