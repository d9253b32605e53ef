import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Sensitivity } from '../../domain/incidents/findings.ts';
import { NOTHING_WATCHED } from '../../domain/incidents/lifecycle.ts';
import { subjectKey } from '../../domain/incidents/subject.ts';
import type { Schema } from '../schema.ts';
import type { IncidentChange, Watching } from './incident.ts';
import { watchedText } from './rows.ts';

export type MovedFrom = { readonly sensitivity: Sensitivity; readonly watching: Watching };
export type MovedTo = { readonly sensitivity: Sensitivity; readonly version: number | undefined };

interface CheckToKeep {
  readonly account: string;
  readonly of: Sensitivity;
  readonly version: number | undefined;
  readonly check: Omit<Watching, 'version'>;
  readonly changes: readonly IncidentChange[];
}

interface ChangedRow {
  id: string;
  kind: string;
  verdict: string | null;
  whose: string | null;
  evidence: string;
  is_over: boolean;
}

interface BegunRow {
  id: string;
  whose: string;
  verdict: string;
  began_at: string;
  evidence: string;
}

const NO_VERSION = -1;

/**
 * Keeps a check and all it changes where its version is still that of the last one. It is one statement, all of which
 * is kept or nothing, and no transaction: the embedded database has one session, in which the statements of everybody
 * else would be part of it. @returns whether it did
 */
export async function keepCheck(db: Kysely<Schema>, check: CheckToKeep): Promise<boolean> {
  const kept = await withEvents(withChanged(withBegun(withKept(db, check), check), check), check)
    .selectFrom('kept')
    .select('version')
    .executeTakeFirst();
  return kept !== undefined;
}

// Parts of one statement, each named by its rows: `kept` is the state, where its version is that of the last check, and
// all else is written where this has a row; `begun` and `changed` (seen again, worse or over) are incidents, and
// `entered` their events.

function withKept(db: Kysely<Schema>, { account, of, version = NO_VERSION, check }: CheckToKeep) {
  const { checkedAt, tookMs } = check;
  const row = { state: watchedText(check), checked_at: checkedAt, took_ms: Math.round(tookMs) };
  return db.with('kept', (query) =>
    query
      .insertInto('watch_states')
      .values({ account, sensitivity: of, version: 1, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(['account', 'sensitivity'])
          .doUpdateSet({ version: version + 1, ...row })
          .where('watch_states.version', '=', version),
      )
      .returning('version'),
  );
}

function withBegun(kept: ReturnType<typeof withKept>, { account, of, changes }: CheckToKeep) {
  return kept.with('begun', (query) =>
    query
      .insertInto('incidents')
      .columns([
        'id',
        'account',
        'sensitivity',
        'whose',
        'verdict',
        'began_at',
        'revision',
        'events',
        'evidence',
      ])
      .expression((is) =>
        is
          .selectFrom(begunRows(changes))
          .innerJoin('kept', (join) => join.onTrue())
          .select([
            'begun_row.id',
            sql<string>`${account}::text`.as('account'),
            sql<string>`${of}::text`.as('sensitivity'),
            'begun_row.whose',
            'begun_row.verdict',
            sql<Date>`begun_row.began_at::timestamptz`.as('began_at'),
            sql<number>`1`.as('revision'),
            sql<number>`1`.as('events'),
            'begun_row.evidence',
          ]),
      )
      .returning(['id', 'verdict']),
  );
}

function withChanged(begun: ReturnType<typeof withBegun>, { account, check, changes }: CheckToKeep) {
  return begun.with('changed', (query) =>
    query
      .updateTable('incidents')
      .from(changedRows(changes))
      .from('kept')
      .set((is) => ({
        revision: is('incidents.revision', '+', 1),
        events: sql<number>`incidents.events + case when changed_row.kind = 'seen' then 0 else 1 end`,
        verdict: sql<string>`coalesce(changed_row.verdict, incidents.verdict)`,
        whose: sql<string>`coalesce(changed_row.whose, incidents.whose)`,
        ended_at: sql<Date | null>`case when changed_row.is_over then ${check.checkedAt}::timestamptz end`,
        evidence: sql<string>`changed_row.evidence`,
      }))
      .whereRef('incidents.id', '=', 'changed_row.id')
      .where('incidents.account', '=', account)
      .where('incidents.ended_at', 'is', null)
      .returning(['incidents.id', 'incidents.events', 'changed_row.kind', 'changed_row.verdict']),
  );
}

function withEvents(changed: ReturnType<typeof withChanged>, { check }: CheckToKeep) {
  const at = sql<Date>`${check.checkedAt}::timestamptz`.as('at');
  return changed.with('entered', (query) =>
    query
      .insertInto('incident_events')
      .columns(['incident', 'number', 'kind', 'at', 'verdict'])
      .expression((is) =>
        is
          .selectFrom('begun')
          .select([
            'begun.id',
            sql<number>`1`.as('number'),
            sql<string>`'began'`.as('kind'),
            at,
            sql<string | null>`begun.verdict`.as('verdict'),
          ])
          .unionAll(
            is
              .selectFrom('changed')
              .where('changed.kind', '!=', 'seen')
              .select(['changed.id', 'changed.events as number', 'changed.kind', at, 'changed.verdict']),
          ),
      )
      .returning('number'),
  );
}

function begunRows(changes: readonly IncidentChange[]) {
  const rows = changes.flatMap((change): BegunRow[] => {
    if (change.kind !== 'began') return [];
    const { subject, verdict, beganAt, evidence } = change;
    const id = randomUUID();
    const began_at = beganAt.toISOString();
    return [{ id, whose: subjectKey(subject), verdict, began_at, evidence: JSON.stringify(evidence) }];
  });
  return sql<BegunRow>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<'begun_row'>(
    sql`begun_row(id text, whose text, verdict text, began_at text, evidence text)`,
  );
}

function changedRows(changes: readonly IncidentChange[]) {
  const rows = changes.flatMap((change): ChangedRow[] => {
    if (change.kind === 'began') return [];
    const { id, kind, evidence } = change;
    const isChange = kind === 'worsened' || kind === 'widened';
    return [
      {
        id,
        kind,
        verdict: isChange ? change.verdict : null,
        whose: kind === 'widened' ? subjectKey({ of: 'all' }) : null,
        evidence: JSON.stringify(evidence),
        is_over: !isChange && kind !== 'seen',
      },
    ];
  });
  return sql<ChangedRow>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<'changed_row'>(
    sql`changed_row(id text, kind text, verdict text, whose text, evidence text, is_over boolean)`,
  );
}

/** Has the open ones of one sensitivity be those of another. @returns whether nobody had changed either */
export async function moveIncidents(
  db: Kysely<Schema>,
  account: string,
  { sensitivity: from, watching }: MovedFrom,
  { sensitivity: to, version = NO_VERSION }: MovedTo,
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
