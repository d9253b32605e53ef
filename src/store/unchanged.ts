import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { createPreferenceReader, type Preference, selectPreference } from './people/preferences.ts';
import { selectRecentLookups } from './people/recent-lookups.ts';
import type { AccountDatabase } from './schema.ts';

/** Reads, or gives what was read by the same name before. */
export type ReadOnce = <Found>(name: string, read: () => Promise<Found>) => Promise<Found>;

/** What was read is kept while none of the rows has changed that people see the same of, whichever replica might do so. */
export interface Unchanged {
  /**
   * Looks whether any has, and what is the person's own: what they chose, and looked up lately. One statement, as the way
   * to the database takes longer than it does. What is read by `readOnce` is as of now, or newer.
   */
  since(person: string, mostRecent: number): Promise<Opening>;
}

export interface Opening {
  readonly readOnce: ReadOnce;
  readonly preference: Preference;
  /** Sealed, the newest first. */
  readonly recent: readonly string[];
}

type Reads = Map<string, Promise<unknown>>;

/** Of so many people's Homes: a few kilobytes each. */
const MOST_KEPT = 200;

export function createUnchanged({
  db,
  account,
  schema,
  log,
}: AccountDatabase & { readonly schema: string }): Unchanged {
  const preferenceIn = createPreferenceReader(log);
  let kept: { readonly count: string; readonly reads: Reads } | undefined;

  /** Whoever changes rows holds a lock on their table from before the change is counted until it can be seen. */
  async function isAnyChanging(): Promise<boolean> {
    const { rows } = await sql`
      select from pg_locks
      join pg_trigger on tgrelid = relation and tgname = 'count_changes'
      join pg_class on pg_class.oid = relation and relnamespace = ${schema}::regnamespace
      where mode in ('RowExclusiveLock', 'AccessExclusiveLock')
        and database = (select oid from pg_database where datname = current_database())
      limit 1`.execute(db);
    return rows.length > 0;
  }

  async function readsOf(count: string): Promise<Reads> {
    if (kept?.count === count) return kept.reads;
    // A change that is counted and cannot be seen yet would be missing for good.
    if (await isAnyChanging()) return new Map();
    kept = { count, reads: new Map() };
    return kept.reads;
  }

  return {
    async since(person, mostRecent) {
      const { count, chosen, lookups } = await db
        .selectNoFrom([
          sql<string>`${sql.id(schema, 'count_changes')}()`.as('count'),
          jsonObjectFrom(selectPreference({ db, account }, person)).as('chosen'),
          jsonArrayFrom(selectRecentLookups({ db, account }, person, mostRecent)).as('lookups'),
        ])
        .executeTakeFirstOrThrow();
      return {
        readOnce: readOnceIn(await readsOf(count)),
        preference: preferenceIn(chosen),
        recent: lookups.map(({ sealed }) => sealed),
      };
    },
  };
}

function readOnceIn(reads: Reads): ReadOnce {
  return (name, read) => {
    const known = reads.get(name);
    if (known) return known as ReturnType<typeof read>;
    const reading = read();
    reads.set(name, reading);
    reading.catch(() => reads.delete(name));
    for (const [oldest] of reads) if (reads.size > MOST_KEPT) reads.delete(oldest);
    return reading;
  };
}
