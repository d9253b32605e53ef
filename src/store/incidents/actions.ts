import { type Kysely, sql } from 'kysely';
import type { IncidentAction } from '../../domain/incidents/events.ts';
import type { Sensitivity } from '../../domain/incidents/findings.ts';
import { NOTHING_WATCHED } from '../../domain/incidents/lifecycle.ts';
import type { Schema } from '../schema.ts';
import type { Incident, Watching } from './incidents.ts';
import { watchedText } from './rows.ts';

/*
 * Each is one statement, as `keepCheck` is.
 */

/** Adds what somebody did to an incident that nobody has changed since it was read. @returns whether that was so */
export async function addAct(
  db: Kysely<Schema>,
  { id, revision }: Incident,
  act: IncidentAction,
  at: Date,
): Promise<boolean> {
  const until = act.kind === 'snoozed' ? act.until : undefined;
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
          sql<string>`${act.kind}::text`.as('kind'),
          sql<Date>`${at}::timestamptz`.as('at'),
          sql<string | null>`${act.by?.id ?? null}::text`.as('person'),
          sql<string | null>`${act.by?.name ?? null}::text`.as('name'),
          sql<Date | null>`${until ?? null}::timestamptz`.as('until'),
        ]),
    )
    .returning('number')
    .executeTakeFirst();
  return added !== undefined;
}

const NO_VERSION = -1;

/** Has the open ones of one sensitivity be those of another. @returns whether nobody had changed either */
export async function moveIncidents(
  db: Kysely<Schema>,
  account: string,
  { sensitivity: from, watching }: { readonly sensitivity: Sensitivity; readonly watching: Watching },
  {
    sensitivity: to,
    version = NO_VERSION,
  }: { readonly sensitivity: Sensitivity; readonly version: number | undefined },
): Promise<boolean> {
  const { version: known, checkedAt, tookMs } = watching;
  const state = watchedText(watching);
  const moved = await db
    .with('taken', (query) =>
      query
        .insertInto('watch_states')
        .columns(['account', 'sensitivity', 'version', 'state', 'checked_at', 'took_ms'])
        .expression((is) =>
          is
            .selectFrom('watch_states as left_behind')
            .where('left_behind.account', '=', account)
            .where('left_behind.sensitivity', '=', from)
            .where('left_behind.version', '=', known)
            .select([
              'left_behind.account',
              sql<string>`${to}::text`.as('sensitivity'),
              sql<number>`1`.as('version'),
              sql<string>`${state}::text`.as('state'),
              sql<Date>`${checkedAt}::timestamptz`.as('checked_at'),
              sql<number>`${Math.round(tookMs)}::integer`.as('took_ms'),
            ]),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['account', 'sensitivity'])
            .doUpdateSet({ version: version + 1, state, checked_at: checkedAt })
            .where('watch_states.version', '=', version),
        )
        .returning('version'),
    )
    .with('emptied', (query) =>
      query
        .updateTable('watch_states')
        .from('taken')
        .set({ version: known + 1, state: watchedText({ state: NOTHING_WATCHED }) })
        .where('watch_states.account', '=', account)
        .where('watch_states.sensitivity', '=', from)
        .returning('watch_states.version'),
    )
    .with('moved', (query) =>
      query
        .updateTable('incidents')
        .from('taken')
        .set((is) => ({ sensitivity: to, revision: is('incidents.revision', '+', 1) }))
        .where('incidents.account', '=', account)
        .where('incidents.sensitivity', '=', from)
        .where('incidents.ended_at', 'is', null)
        .returning('incidents.id'),
    )
    .selectFrom('taken')
    .select('version')
    .executeTakeFirst();
  return moved !== undefined;
}
