import { sql } from 'kysely';
import { createPreferenceReader, type Preference, selectPreference } from './people/preferences.ts';
import { selectRecentLookups } from './people/recent-lookups.ts';
import type { AccountDatabase } from './schema.ts';

/** Reads, or gives what was read by the same name before. */
type ReadOnce = <Found>(name: string, read: () => Promise<Found>) => Promise<Found>;

/** What was read is kept while none of the rows has changed that it was made of, whichever replica might do so. */
export interface Unchanged {
  /**
   * Looks whether any has: one statement, as the way to the database takes longer than it does. Of what is the person's own,
   * it gives what they chose, and looked up lately; what is read by `readOnce` is what people see the same of. All of it
   * is as of now, or newer.
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
  const kept = new Map<'shared' | 'own', { readonly count: string; readonly reads: Reads }>();

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

  async function readsOf(whose: 'shared' | 'own', count: string): Promise<Reads> {
    const known = kept.get(whose);
    if (known?.count === count) return known.reads;
    // A change that is counted and cannot be seen yet would be missing for good.
    if (await isAnyChanging()) return new Map();
    const reads: Reads = new Map();
    kept.set(whose, { count, reads });
    return reads;
  }

  async function readOwn(person: string, mostRecent: number) {
    const [chosen, recent] = await Promise.all([
      selectPreference({ db, account }, person).executeTakeFirst(),
      selectRecentLookups({ db, account }, person, mostRecent).execute(),
    ]);
    return { preference: preferenceIn(chosen), recent };
  }

  return {
    async since(person, mostRecent) {
      const { rows } = await sql<Counts>`select * from ${sql.id(schema, 'count_changes')}()`.execute(db);
      const [counts = { shared: '', own: '' }] = rows;
      const readOwnOnce = readOnceIn(await readsOf('own', counts.own));
      const { preference, recent } = await readOwnOnce(`${person} ${mostRecent}`, () =>
        readOwn(person, mostRecent),
      );
      return {
        readOnce: readOnceIn(await readsOf('shared', counts.shared)),
        preference,
        recent: recent
          .filter(({ expiresAt }) => expiresAt.getTime() > Date.now())
          .map(({ sealed }) => sealed),
      };
    },
  };
}

type Counts = { readonly shared: string; readonly own: string };

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
