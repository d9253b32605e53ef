import type { ConstructorOptions, Db, PgBoss } from 'pg-boss';
import { hasCode } from '../runtime/error-code.ts';
import { TIMINGS, type Timings } from '../runtime/timings.ts';
import type { Database } from '../store/database.ts';

/** The library, on our connections, with tables of its own beside ours: made or brought up to date as it starts. */
export async function createBoss(
  { run, schema, isEmbedded }: Database,
  options: Pick<ConstructorOptions, 'clock' | 'supervise' | 'bamIntervalSeconds'> = {},
  { jobSuperviseMs }: Pick<Timings, 'jobSuperviseMs'> = TIMINGS,
): Promise<PgBoss> {
  // Loaded here because many a process never needs it.
  const { PgBoss } = await import('pg-boss');
  const db: Db = {
    executeSql: async (text, values) => ({ ...(await run(text, values)) }),
    // A moved clock is in a function of the database, and in no session.
    setSessionStatements: async () => undefined,
  };
  return new PgBoss({
    db,
    schema: `${schema}_jobs`,
    backend: isEmbedded ? 'pglite' : 'postgres',
    ...options,
    schedule: false,
    superviseIntervalSeconds: jobSuperviseMs / 1_000,
    monitorIntervalSeconds: jobSuperviseMs / 1_000,
    // A few rows at a time need no care of this kind, and it takes rights that a bot need not have.
    reindex: false,
    monitorVacuum: false,
  });
}

const UNIQUE_VIOLATION = '23505';

/**
 * Has it begin. On an empty database the workspaces of a process and its replicas make the tables at the same time; the
 * library lets one go first, and one that waited may still take the schema, which that one has made, for missing.
 */
export async function startBoss(boss: PgBoss): Promise<void> {
  try {
    await boss.start();
  } catch (error) {
    if (!hasCode(error, UNIQUE_VIOLATION)) throw error;
    await boss.start();
  }
}
