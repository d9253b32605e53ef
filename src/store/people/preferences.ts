import type { Selectable } from 'kysely';
import { createRowReader } from '../row-reader.ts';
import { type AccountDatabase, language, type Schema, zone } from '../schema.ts';

/** What a person chose for themselves; what is left out is as Slack has it. */
export interface Preference {
  readonly language?: 'en' | 'es';
  /** IANA. */
  readonly timeZone?: string;
}

export interface Preferences {
  find(person: string): Promise<Preference>;
  /** In the place of what was chosen before. */
  choose(person: string, preference: Preference): Promise<void>;
}

export function createPreferences({ db, account, log }: AccountDatabase): Preferences {
  const reader = createRowReader('preferences', preferenceOf, log);
  return {
    async find(person) {
      const row = await db
        .selectFrom('preferences')
        .where('account', '=', account)
        .where('person', '=', person)
        .select(['language', 'zone'])
        .executeTakeFirst();
      return reader.one(row) ?? {};
    },

    async choose(person, { language = null, timeZone: zone = null }) {
      if (language === null && zone === null) {
        await db
          .deleteFrom('preferences')
          .where('account', '=', account)
          .where('person', '=', person)
          .execute();
        return;
      }
      await db
        .insertInto('preferences')
        .values({ account, person, language, zone })
        .onConflict((conflict) => conflict.columns(['account', 'person']).doUpdateSet({ language, zone }))
        .execute();
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
