import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Sensitivity } from '../../domain/detection/findings.ts';
import type { IncidentChange, Watching } from '../../domain/detection/incident.ts';
import { EMPTY_WATCH_STATE } from '../../domain/detection/lifecycle.ts';
import { subjectKey } from '../../domain/detection/subject.ts';
import type { Schema } from '../schema.ts';
import { evidenceToText, watchedText } from './rows.ts';

export type MovedFrom = { readonly sensitivity: Sensitivity; readonly watching: Watching };
export type MovedTo = { readonly sensitivity: Sensitivity; readonly version: number | undefined };

interface CheckToSave {
  readonly account: string;
  readonly of: Sensitivity;
  readonly version: number | undefined;
  readonly check: Omit<Watching, 'version'>;
  readonly changes: readonly IncidentChange[];
}

const NO_VERSION = -1;
const incidents = sql.table('incidents');
const watchStates = sql.table('watch_states');

/** Saves a check only if the stored version is unchanged; one statement, so that no transaction is needed. */
export async function saveCheck(
  db: Kysely<Schema>,
  { account, of, version = NO_VERSION, check, changes }: CheckToSave,
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

export async function moveIncidents(
  db: Kysely<Schema>,
  account: string,
  { sensitivity: from, watching }: MovedFrom,
  { sensitivity: to, version = NO_VERSION }: MovedTo,
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
}
