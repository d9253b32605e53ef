import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { actionResult, type IncidentAction, incidentStatusOf } from '../../domain/detection/events.ts';
import type { Sensitivity } from '../../domain/detection/findings.ts';
import type { Incident, IncidentChange, Watching } from '../../domain/detection/incident.ts';
import { EMPTY_WATCH_STATE } from '../../domain/detection/lifecycle.ts';
import { subjectKey } from '../../domain/detection/subject.ts';
import type { Period } from '../../domain/time/period.ts';
import { createRowReader } from '../row-reader.ts';
import type { AccountDatabase } from '../schema.ts';
import { countDeleted } from '../statements.ts';
import { eventOf, evidenceToText, type IncidentRow, incidentOf, watchedIn, watchedText } from './rows.ts';

const NO_VERSION = -1;
const incidents = sql.table('incidents');
const watchStates = sql.table('watch_states');

export type Incidents = ReturnType<typeof createIncidents>;

export function createIncidents({ db, account, log }: AccountDatabase) {
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
    async watching(of: Sensitivity): Promise<Watching | undefined> {
      const row = await db
        .selectFrom('watch_states')
        .where((is) => is.and({ account, sensitivity: of }))
        .selectAll()
        .executeTakeFirst();
      if (!row) return undefined;
      // If the stored state cannot be read, its version is still used, because the next check replaces it.
      const { version } = row;
      const unread = { state: EMPTY_WATCH_STATE, checkedAt: LONG_AGO, tookMs: 0 };
      return { version, ...(stateReader.one(row) ?? unread) };
    },

    /** Moves open incidents to another sensitivity. @returns false if a check stored a change meanwhile */
    async move(
      { sensitivity: from, watching }: { readonly sensitivity: Sensitivity; readonly watching: Watching },
      {
        sensitivity: to,
        version = NO_VERSION,
      }: { readonly sensitivity: Sensitivity; readonly version: number | undefined },
    ): Promise<boolean> {
      const { version: known, checkedAt, tookMs } = watching;
      const { rows } = await sql`
        with claimed as (
          insert into ${watchStates} as known (account, sensitivity, version, state, checked_at, took_ms)
          select account, ${to}::text, 1, ${watchedText(watching)}::text, ${checkedAt}::timestamptz,
            ${Math.round(tookMs)}::integer
          from ${watchStates} where account = ${account} and sensitivity = ${from} and version = ${known}
          on conflict (account, sensitivity) do update
            set version = ${version + 1}, state = excluded.state, checked_at = excluded.checked_at
            where known.version = ${version}
          returning version
        ), emptied as (
          update ${watchStates} set version = ${known + 1}, state = ${watchedText({ state: EMPTY_WATCH_STATE })}
          from claimed where account = ${account} and sensitivity = ${from}
        ), moved as (
          update ${incidents} set sensitivity = ${to}, revision = revision + 1
          from claimed where account = ${account} and sensitivity = ${from} and ended_at is null
        )
        select version from claimed`.execute(db);
      return rows.length > 0;
    },

    /**
     * Stores a check and its changes, unless another was stored first; one statement, so that no transaction is
     * needed. @returns whether it was stored
     */
    async saveCheck(
      of: Sensitivity,
      version = NO_VERSION,
      check: Omit<Watching, 'version'>,
      changes: readonly IncidentChange[],
    ): Promise<boolean> {
      const { checkedAt, tookMs } = check;
      // `saved` has a row only if the version was unchanged; only then are the other tables written.
      const { rows } = await sql`
        with saved as (
          insert into ${watchStates} as known (account, sensitivity, version, state, checked_at, took_ms)
          values (${account}, ${of}, 1, ${watchedText(check)}, ${checkedAt}, ${Math.round(tookMs)})
          on conflict (account, sensitivity) do update set version = ${version + 1}, state = excluded.state,
            checked_at = excluded.checked_at, took_ms = excluded.took_ms
            where known.version = ${version}
          returning version
        ), opened as (
          insert into ${incidents} (id, account, sensitivity, whose, verdict, began_at, revision, events, evidence)
          select id, ${account}::text, ${of}::text, subject, verdict, began_at, 1, 1, evidence
          from saved, jsonb_to_recordset(${openedRows(changes)}::jsonb)
            as opened_row(id text, subject text, verdict text, began_at timestamptz, evidence text)
          returning id, verdict
        ), changed as (
          update ${incidents} as one set revision = one.revision + 1,
            events = one.events + case when changed_row.kind = 'seen' then 0 else 1 end,
            verdict = changed_row.verdict,
            whose = changed_row.subject,
            ended_at = case when changed_row.is_over then ${checkedAt}::timestamptz end,
            evidence = changed_row.evidence
          from saved, jsonb_to_recordset(${changedRows(changes)}::jsonb)
            as changed_row(id text, kind text, verdict text, subject text, evidence text, is_over boolean,
              is_reopened boolean, named text)
          where one.id = changed_row.id and one.account = ${account}
            and (one.ended_at is null) <> changed_row.is_reopened
          returning one.id, one.events, changed_row.kind, changed_row.named as verdict
        ), entered as (
          insert into ${sql.table('incident_events')} (incident, number, kind, at, verdict)
          select id, 1, 'began', ${checkedAt}::timestamptz, verdict from opened
          union all
          select id, events, kind, ${checkedAt}::timestamptz, verdict from changed where kind <> 'seen'
        )
        select version from saved`.execute(db);
      return rows.length > 0;
    },

    /** @returns incidents that have not ended, even if a person marked them as resolved; oldest first */
    async open(of?: Sensitivity): Promise<Incident[]> {
      const found = await rows()
        .where('ended_at', 'is', null)
        .$if(of !== undefined, (query) => query.where('sensitivity', '=', of ?? ''))
        .orderBy('began_at')
        .selectAll()
        .execute();
      return withEvents(found);
    },

    /** @returns incidents of a period that were posted in a channel or are planned there; oldest first */
    async ofChannel(channel: string, { start, end }: Pick<Period, 'start' | 'end'>): Promise<Incident[]> {
      const posted = db.selectFrom('incident_posts').where('channel', '=', channel).select('incident');
      const found = await rows()
        .where('id', 'in', posted)
        .where('began_at', '<', end)
        .where((is) => is.or([is('ended_at', 'is', null), is('ended_at', '>', start)]))
        .orderBy('began_at')
        .selectAll()
        .execute();
      return withEvents(found);
    },

    find,

    async endedSince(since: Date, of: Sensitivity): Promise<Incident[]> {
      const found = await rows()
        .where('ended_at', '>=', since)
        .where('sensitivity', '=', of)
        .orderBy('ended_at', 'desc')
        .selectAll()
        .execute();
      return withEvents(found);
    },

    /** @returns ended incidents whose counts have not been corrected since, oldest first */
    async toCorrect({ from, until }: EndedBetween, limit: number): Promise<Incident[]> {
      const found = await rows()
        .where('ended_at', '>=', from)
        .where('ended_at', '<', until)
        .where(sql<boolean>`evidence::jsonb -> 'correctedAt' is null`)
        .orderBy('ended_at')
        .limit(limit)
        .selectAll()
        .execute();
      return withEvents(found);
    },

    /** Replaces the evidence of an ended incident, unless it changed since it was read. */
    async correct({ id, revision, evidence }: Pick<Incident, 'id' | 'revision' | 'evidence'>): Promise<void> {
      await db
        .updateTable('incidents')
        .set({ evidence: evidenceToText(evidence), revision: revision + 1 })
        .where((is) => is.and({ account, id, revision }))
        .where('ended_at', 'is not', null)
        .execute();
    },

    /** Adds a person’s action if it changes the incident. @returns `undefined` if the incident was deleted */
    async act(id: string, act: IncidentAction, at: Date): Promise<ActResult | undefined> {
      for (;;) {
        const incident = await find(id);
        if (!incident) return undefined;
        const outcome = actionResult(act, incidentStatusOf(incident.events));
        if (outcome !== 'done') return { incident, outcome };
        if (await addAction(db, incident, act, at))
          return { incident: (await find(id)) ?? incident, outcome };
      }
    },

    forget: (before: Date) =>
      countDeleted(db.deleteFrom('incidents').where('account', '=', account).where('ended_at', '<', before)),
  };
}

interface EndedBetween {
  readonly from: Date;
  readonly until: Date;
}

interface ActResult {
  readonly incident: Incident;
  readonly outcome: 'done' | 'already' | 'over';
}

const LONG_AGO = new Date(0);

/** Adds a person’s action unless the incident changed since it was read. @returns whether it was added */
async function addAction(
  db: AccountDatabase['db'],
  { id, revision }: Incident,
  action: IncidentAction,
  at: Date,
): Promise<boolean> {
  const { kind, by } = action;
  const until = action.kind === 'snoozed' ? action.until : undefined;
  const { rows } = await sql`
    with changed as (
      update ${incidents} set revision = revision + 1, events = events + 1
      where id = ${id} and revision = ${revision} returning id, events
    )
    insert into ${sql.table('incident_events')} (incident, number, kind, at, person, name, until)
    select id, events, ${kind}::text, ${at}::timestamptz, ${by?.id ?? null}::text, ${by?.name ?? null}::text,
      ${until ?? null}::timestamptz from changed
    returning number`.execute(db);
  return rows.length > 0;
}

function openedRows(changes: readonly IncidentChange[]): string {
  const rows = changes.flatMap((change) => {
    if (change.kind !== 'began') return [];
    const { subject, verdict, beganAt: began_at, evidence } = change;
    const id = randomUUID();
    return [{ id, subject: subjectKey(subject), verdict, began_at, evidence: evidenceToText(evidence) }];
  });
  return JSON.stringify(rows);
}

function changedRows(changes: readonly IncidentChange[]): string {
  const rows = changes.flatMap((change) => {
    if (change.kind === 'began') return [];
    const { id, kind, subject, verdict, evidence } = change;
    const isReopened = kind === 'relapsed' || kind === 'resumed';
    const isOver = !isReopened && kind !== 'seen' && kind !== 'worsened' && kind !== 'widened';
    return [
      {
        id,
        kind,
        verdict,
        subject: subjectKey(subject),
        evidence: evidenceToText(evidence),
        is_over: isOver,
        is_reopened: isReopened,
        // The end of an incident has no verdict.
        named: isOver ? null : verdict,
      },
    ];
  });
  return JSON.stringify(rows);
}
