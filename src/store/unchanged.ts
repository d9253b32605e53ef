import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Reads, or gives what was read by the same name before. */
export type ReadOnce = <Found>(name: string, read: () => Promise<Found>) => Promise<Found>;

/** What was read is kept while none of the rows has changed that people see the same of, whichever replica might do so. */
export interface Unchanged {
  /** Looks whether any has. What is read by the way it gives is as of now, or newer. */
  since(): Promise<ReadOnce>;
}

type Reads = Map<string, Promise<unknown>>;

/** Of so many people's Homes: a few kilobytes each. */
const MOST_KEPT = 200;

export function createUnchanged({ db, schema }: Pick<Database, 'db' | 'schema'>): Unchanged {
  let kept: { readonly count: string; readonly reads: Reads } | undefined;

  async function countChanges(): Promise<string> {
    const { rows } = await sql<{ count: string }>`
      select ${sql.id(schema, 'count_changes')}() as count`.execute(db);
    return rows[0]?.count ?? '';
  }

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

  return {
    async since() {
      const count = await countChanges();
      if (kept?.count === count) return readOnceIn(kept.reads);
      // A change that is counted and cannot be seen yet would be missing for good.
      if (await isAnyChanging()) return readOnceIn(new Map());
      kept = { count, reads: new Map() };
      return readOnceIn(kept.reads);
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
