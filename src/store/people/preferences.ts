import type { Selectable } from 'kysely';
import { DAY_MS } from '../../runtime/durations.ts';
import { FOR_ANSWERS, memoizeStaleIfError } from '../../runtime/memoize.ts';
import { createRowReader } from '../row-reader.ts';
import { type AccountDatabase, language, type Schema, zone } from '../schema.ts';

/** Language and time zone that a person chose; if one is absent, that of the Slack profile applies. */
export interface Preference {
  readonly language?: 'en' | 'es';
  readonly timeZone?: string;
}

export type Preferences = ReturnType<typeof createPreferences>;

/** Another replica's change shows after the minute. */
const CACHING = { ...FOR_ANSWERS, ttlMs: DAY_MS } as const;

export function createPreferences({ db, account, log }: AccountDatabase) {
  const reader = createRowReader('preferences', preferenceOf, log);
  const load = async (person: string): Promise<Preference> => {
    const row = await db
      .selectFrom('preferences')
      .where((is) => is.and({ account, person }))
      .select(['language', 'zone'])
      .executeTakeFirst();
    return reader.one(row) ?? {};
  };
  const known = memoizeStaleIfError(CACHING, load);

  return {
    async find(person: string): Promise<Preference> {
      return (await known(person, 0)).value;
    },

    async choose(person: string, { language, timeZone }: Preference): Promise<void> {
      const chosen = { language: language ?? null, zone: timeZone ?? null };
      const own = db.deleteFrom('preferences').where((is) => is.and({ account, person }));
      const storing = db
        .insertInto('preferences')
        .values({ account, person, ...chosen })
        .onConflict((conflict) => conflict.columns(['account', 'person']).doUpdateSet(chosen));
      await (language === undefined && timeZone === undefined ? own : storing).execute();
      known.set(person, preferenceOf(chosen));
    },
  };
}

type PreferenceRow = Pick<Selectable<Schema['preferences']>, 'language' | 'zone'>;

function preferenceOf(row: PreferenceRow): Preference {
  return {
    ...(row.language === null ? {} : { language: language.parse(row.language) }),
    ...(row.zone === null ? {} : { timeZone: zone.parse(row.zone) }),
  };
}
