import type { Selectable } from 'kysely';
import type { Doer, LifeEvent } from '../domain/handling.ts';
import { evidenceIn, verdict, whoseIn } from './incident-json.ts';
import type { Incident } from './incidents.ts';
import type { Schema } from './schema.ts';
import { sensitivity } from './watches.ts';

export type IncidentRow = Selectable<Schema['incidents']>;
type EventRow = Selectable<Schema['incident_events']>;

export function incidentOf(row: IncidentRow, events: readonly LifeEvent[]): Incident {
  return {
    id: row.id,
    sensitivity: sensitivity.parse(row.sensitivity),
    whose: whoseIn(row.whose),
    verdict: verdict.parse(row.verdict),
    beganAt: row.began_at,
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
    revision: row.revision,
    evidence: evidenceIn(row.evidence),
    events,
  };
}

export function eventOf({ number, kind, at, verdict: named, person, name, until }: EventRow): LifeEvent {
  const place = { number, at };
  const by: Doer | undefined = person === null ? undefined : { id: person, name: name ?? person };
  switch (kind) {
    case 'began':
    case 'worsened':
    case 'widened':
      return { ...place, kind, verdict: verdict.parse(named) };
    case 'ended':
    case 'lost_sight':
    case 'unchecked':
    case 'unwatched':
      return { ...place, kind };
    case 'woken':
      return { ...place, kind, by };
    case 'acknowledged':
    case 'resolved':
      if (by) return { ...place, kind, by };
      break;
    case 'snoozed':
      if (by) return { ...place, kind, by, until: until ?? undefined };
      break;
  }
  throw new Error(`an event of an incident that cannot be read: ${kind}`);
}
