import type { Kysely } from 'kysely';
import type { FailureCode } from '../../domain/failure.ts';
import {
  type End,
  type IncidentAction,
  incidentStatusOf,
  type LifeEvent,
  outcomeOf,
} from '../../domain/incidents/events.ts';
import type { Sensitivity } from '../../domain/incidents/findings.ts';
import type { IncidentSubject, WatchState } from '../../domain/incidents/lifecycle.ts';
import type { IncidentVerdict } from '../../domain/incidents/verdict.ts';
import type { Schema } from '../schema.ts';
import { addAct, moveIncidents } from './actions.ts';
import type { IncidentEvidence } from './evidence.ts';
import { eventOf, type IncidentRow, incidentOf, watchedIn } from './rows.ts';
import { keepCheck } from './writes.ts';

/** Something that was not as usual, from its beginning to its end. */
export interface Incident {
  readonly id: string;
  /** Found by checks of this sensitivity, and shown to those who watch with it. */
  readonly sensitivity: Sensitivity;
  readonly whose: IncidentSubject;
  /** What it is called; of one that is over, what it was called last. */
  readonly verdict: IncidentVerdict;
  /** When the first bad check was, or would have been by the figures that there were. */
  readonly beganAt: Date;
  /** When it was called over: with the third good check, or for want of traffic or of channels that watch. */
  readonly endedAt?: Date;
  /** One more with every change. */
  readonly revision: number;
  readonly evidence: IncidentEvidence;
  /** In their order. */
  readonly events: readonly LifeEvent[];
}

/** What a check changes of incidents. */
export type IncidentChange =
  | {
      readonly kind: 'began';
      readonly whose: IncidentSubject;
      readonly verdict: IncidentVerdict;
      readonly beganAt: Date;
      readonly evidence: IncidentEvidence;
    }
  | ({ readonly id: string; readonly evidence: IncidentEvidence } & (
      | { readonly kind: 'worsened' | 'widened'; readonly verdict: IncidentVerdict }
      | { readonly kind: End | 'seen' }
    ));

/** What is remembered from check to check. */
export interface Watching {
  readonly version: number;
  readonly state: WatchState;
  readonly checkedAt: Date;
  /** How long the platform was kept busy: by reading it, or by a reading that failed late; 0 by one that failed soon. */
  readonly tookMs: number;
  /** Where the last check saw nothing, because the platform was not to be asked. */
  readonly failing?: Failing | undefined;
}

export interface Failing {
  /** When the first of these checks was. */
  readonly since: Date;
  readonly because: FailureCode;
  /** The platform is not asked again before. */
  readonly until: Date;
}

export interface Incidents {
  /** `undefined` before the first check. */
  watching(sensitivity: Sensitivity): Promise<Watching | undefined>;
  /**
   * Keeps a check with all that it changes, or nothing: where `version` is not that of the last check, another was
   * quicker. @returns whether it was kept
   */
  keep(
    sensitivity: Sensitivity,
    version: number | undefined,
    check: Omit<Watching, 'version'>,
    changes: readonly IncidentChange[],
  ): Promise<boolean>;
  /**
   * Has those of one sensitivity that are not over go on with another, with all that is remembered of them, where
   * neither has changed. @returns whether that was so
   */
  move(
    from: { readonly sensitivity: Sensitivity; readonly watching: Watching },
    to: { readonly sensitivity: Sensitivity; readonly version: number | undefined },
  ): Promise<boolean>;
  /** Those that are not over, resolved ones among them; the oldest first. */
  open(sensitivity?: Sensitivity): Promise<Incident[]>;
  find(id: string): Promise<Incident | undefined>;
  /**
   * Notes what somebody did, where it changes anything. @returns the incident as it is then; `undefined` where it is
   * no longer kept
   */
  act(
    id: string,
    act: IncidentAction,
    at: Date,
  ): Promise<{ readonly incident: Incident; readonly outcome: 'done' | 'already' | 'over' } | undefined>;
  /** Deletes those that were over before then. @returns how many */
  forget(before: Date): Promise<number>;
}

export function createIncidents({
  db,
  account,
}: {
  readonly db: Kysely<Schema>;
  readonly account: string;
}): Incidents {
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
    return found.map((row) => incidentOf(row, (byIncident.get(row.id) ?? []).map(eventOf)));
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
      const { version, state, checked_at: checkedAt, took_ms: tookMs } = row;
      return { version, ...watchedIn(state), checkedAt, tookMs };
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
        if (await addAct(db, incident, act, at)) return { incident: (await find(id)) ?? incident, outcome };
      }
    },

    async forget(before) {
      const { numDeletedRows } = await db
        .deleteFrom('incidents')
        .where('account', '=', account)
        .where('ended_at', '<', before)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
