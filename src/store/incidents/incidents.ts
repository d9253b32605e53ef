import { sql } from 'kysely';
import { type IncidentAction, incidentStatusOf, outcomeOf } from '../../domain/incidents/events.ts';
import type { Sensitivity } from '../../domain/incidents/findings.ts';
import { NOTHING_WATCHED } from '../../domain/incidents/lifecycle.ts';
import { createRowReader } from '../row-reader.ts';
import type { AccountDatabase } from '../schema.ts';
import { countDeleted } from '../statements.ts';
import type { Incident, IncidentChange, Watching } from './incident.ts';
import { eventOf, type IncidentRow, incidentOf, watchedIn } from './rows.ts';
import { keepCheck, type MovedFrom, type MovedTo, moveIncidents } from './writes.ts';

export interface Incidents {
  /** `undefined` before the first check. */
  watching(sensitivity: Sensitivity): Promise<Watching | undefined>;
  /** Keeps a check with all it changes, or nothing where another was quicker. @returns whether it was kept */
  keep(
    sensitivity: Sensitivity,
    version: number | undefined,
    check: Omit<Watching, 'version'>,
    changes: readonly IncidentChange[],
  ): Promise<boolean>;
  /** Has the open ones of one sensitivity go on with another. @returns whether neither had changed meanwhile */
  move(from: MovedFrom, to: MovedTo): Promise<boolean>;
  /** Those that are not over, resolved ones among them; the oldest first. */
  open(sensitivity?: Sensitivity): Promise<Incident[]>;
  find(id: string): Promise<Incident | undefined>;
  /** Notes what somebody did, where it changes anything. `undefined`: the incident is no longer kept. */
  act(
    id: string,
    act: IncidentAction,
    at: Date,
  ): Promise<{ readonly incident: Incident; readonly outcome: 'done' | 'already' | 'over' } | undefined>;
  /** Deletes those that were over before then. @returns how many */
  forget(before: Date): Promise<number>;
}

export function createIncidents({ db, account, log }: AccountDatabase): Incidents {
  const eventReader = createRowReader('incident_events', eventOf, log);
  const reader = createRowReader('incidents', incidentOf, log);
  const stateReader = createRowReader('watch_states', watchedIn, log);
  const rows = () => db.selectFrom('incidents').where('account', '=', account);

  async function withEvents(found: readonly IncidentRow[]): Promise<Incident[]> {
    if (found.length === 0) return [];
    const ids = found.map(({ id }) => id);
    const events = await db
      .selectFrom('incident_events')
      .where('incident', 'in', ids)
      .orderBy('number')
      .selectAll()
      .execute();
    const byIncident = Map.groupBy(events, ({ incident }) => incident);
    return found.flatMap((row) => {
      const incident = reader.one(row);
      return incident ? [{ ...incident, events: eventReader.all(byIncident.get(row.id) ?? []) }] : [];
    });
  }

  async function find(id: string): Promise<Incident | undefined> {
    const row = await rows().where('id', '=', id).selectAll().executeTakeFirst();
    return row && (await withEvents([row]))[0];
  }

  return {
    async watching(of) {
      const row = await db
        .selectFrom('watch_states')
        .where('account', '=', account)
        .where('sensitivity', '=', of)
        .selectAll()
        .executeTakeFirst();
      if (!row) return undefined;
      // Its version stays, or no check could take its place.
      const { version } = row;
      return {
        version,
        ...(stateReader.one(row) ?? { state: NOTHING_WATCHED, checkedAt: LONG_AGO, tookMs: 0 }),
      };
    },

    move: (from, to) => moveIncidents(db, account, from, to),

    keep: (of, version, check, changes) => keepCheck(db, { account, of, version, check, changes }),

    async open(of) {
      const found = await rows()
        .where('ended_at', 'is', null)
        .$if(of !== undefined, (query) => query.where('sensitivity', '=', of ?? ''))
        .orderBy('began_at')
        .selectAll()
        .execute();
      return withEvents(found);
    },

    find,

    async act(id, act, at) {
      // Once more where somebody else has changed it meanwhile.
      for (;;) {
        const incident = await find(id);
        if (!incident) return undefined;
        const outcome = outcomeOf(act, incidentStatusOf(incident.events));
        if (outcome !== 'done') return { incident, outcome };
        if (await addAction(db, incident, act, at))
          return { incident: (await find(id)) ?? incident, outcome };
      }
    },

    forget: (before) =>
      countDeleted(db.deleteFrom('incidents').where('account', '=', account).where('ended_at', '<', before)),
  };
}

const LONG_AGO = new Date(0);

/** Adds what somebody did to an incident that nobody has changed since it was read. @returns whether that was so */
async function addAction(
  db: AccountDatabase['db'],
  { id, revision }: Incident,
  action: IncidentAction,
  at: Date,
): Promise<boolean> {
  const until = action.kind === 'snoozed' ? action.until : undefined;
  const added = await db
    .with('changed', (query) =>
      query
        .updateTable('incidents')
        .set((is) => ({ revision: is('revision', '+', 1), events: is('events', '+', 1) }))
        .where('id', '=', id)
        .where('revision', '=', revision)
        .returning(['id', 'events']),
    )
    .insertInto('incident_events')
    .columns(['incident', 'number', 'kind', 'at', 'person', 'name', 'until'])
    .expression((is) =>
      is
        .selectFrom('changed')
        .select([
          'changed.id',
          'changed.events',
          sql<string>`${action.kind}::text`.as('kind'),
          sql<Date>`${at}::timestamptz`.as('at'),
          sql<string | null>`${action.by?.id ?? null}::text`.as('person'),
          sql<string | null>`${action.by?.name ?? null}::text`.as('name'),
          sql<Date | null>`${until ?? null}::timestamptz`.as('until'),
        ]),
    )
    .returning('number')
    .executeTakeFirst();
  return added !== undefined;
}
