import type { Selectable } from 'kysely';
import { createRowReader } from '../row-reader.ts';
import { type AccountDatabase, language, type Schema, zone } from '../schema.ts';

/** A person who gets a direct message when an incident ends for an operator. */
export interface IncidentFollower {
  readonly incident: string;
  readonly person: string;
  /** The operator’s name; `undefined` stands for all operators. */
  readonly operator: string | undefined;
  readonly language: 'en' | 'es';
  readonly zone: string;
}

export type IncidentFollowers = ReturnType<typeof createIncidentFollowers>;

export function createIncidentFollowers({ db, account, log }: AccountDatabase) {
  const reader = createRowReader('incident_followers', followerOf, log);
  return {
    /** Changes nothing if the person follows the incident at this operator already. */
    async add({ operator = '', ...follower }: IncidentFollower): Promise<void> {
      await db
        .insertInto('incident_followers')
        .values({ ...follower, operator })
        .onConflict((conflict) => conflict.columns(['incident', 'person', 'operator']).doNothing())
        .execute();
    },

    /** @returns the followers of all incidents, also of those that have ended since */
    async list(): Promise<IncidentFollower[]> {
      const own = db.selectFrom('incidents').where('account', '=', account).select('id');
      return reader.all(
        await db.selectFrom('incident_followers').where('incident', 'in', own).selectAll().execute(),
      );
    },

    async remove({
      incident,
      person,
      operator = '',
    }: Pick<IncidentFollower, 'incident' | 'person' | 'operator'>): Promise<void> {
      const isOwn = { incident, person, operator };
      await db
        .deleteFrom('incident_followers')
        .where((is) => is.and(isOwn))
        .execute();
    },
  };
}

function followerOf(row: Selectable<Schema['incident_followers']>): IncidentFollower {
  return {
    ...row,
    operator: row.operator || undefined,
    language: language.parse(row.language),
    zone: zone.parse(row.zone),
  };
}
