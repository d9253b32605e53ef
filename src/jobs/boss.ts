import { setTimeout as pause } from 'node:timers/promises';
import type { ConstructorOptions, Db, PgBoss } from 'pg-boss';

import library from 'pg-boss/package.json' with { type: 'json' };
import { hasCode } from '../runtime/error-code.ts';
import { TIMINGS, type Timings } from '../runtime/timings.ts';
import type { Database } from '../store/database.ts';

const UNIQUE_VIOLATION = '23505';
/** How often pg-boss builds pending indexes, in s: the shortest interval that it accepts. */
const BUILD_EVERY_SECONDS = 10;
const BUILD_POLL_MS = 500;
/** SQL condition: in a queue’s name, the part after the kind of work and a dot is the workspace id `$1`. */
const OF_WORKSPACE = `split_part(name, '.', 2) = $1`;

export async function createBoss(
  { run, schema, isEmbedded }: Database,
  options: Pick<ConstructorOptions, 'clock' | 'supervise' | 'bamIntervalSeconds'> = {},
  { jobSuperviseMs }: Pick<Timings, 'jobSuperviseMs'> = TIMINGS,
): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  const db: Db = {
    executeSql: async (text, values) => ({ ...(await run(text, values)) }),
    // Does nothing, because an injected clock is a function in the database, not a session setting.
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
    // Small tables need neither reindexing nor vacuuming, and a bot lacks the rights for them.
    reindex: false,
    monitorVacuum: false,
  });
}

/** Starts pg-boss. Tries again if another process was just creating the schema of an empty database. */
export async function startBoss(boss: PgBoss): Promise<void> {
  try {
    await boss.start();
  } catch (error) {
    if (!hasCode(error, UNIQUE_VIOLATION)) throw error;
    await boss.start();
  }
}

export async function isQueuePending(database: Database): Promise<boolean> {
  const boss = await createBoss(database);
  if (!(await boss.isInstalled())) return true;
  return ((await boss.schemaVersion()) ?? 0) < library.pgboss.schema || (await isBuilding(boss));
}

export async function migrateQueue(database: Database): Promise<void> {
  const boss = await createBoss(database, { supervise: false, bamIntervalSeconds: BUILD_EVERY_SECONDS });
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => undefined);
  boss.on('error', failure.reject);
  await startBoss(boss);
  try {
    // The status of the indexes is polled, because a replica may build them instead of this process.
    while (await isBuilding(boss)) await Promise.race([pause(BUILD_POLL_MS), failure.promise]);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Whether indexes are still missing: pg-boss builds them last, while the queue is already in use. */
async function isBuilding(boss: Awaited<ReturnType<typeof createBoss>>): Promise<boolean> {
  return (await boss.getBamStatus()).some(({ status }) => status !== 'completed');
}

type Rows = Pick<Database, 'run' | 'schema'>;

export async function deleteWorkspaceJobs(database: Rows, workspaceId: string): Promise<number> {
  if (!(await hasQueues(database))) return 0;
  const { rows } = await database.run<{ count: number }>(
    `with gone as (delete from "${database.schema}_jobs".job where ${OF_WORKSPACE} returning 1)
     select count(*)::integer as count from gone`,
    [workspaceId],
  );
  return rows[0]?.count ?? 0;
}

/** Deletes a workspace’s queues; to be called when no process polls them any more. */
export async function deleteWorkspaceQueues(database: Database, workspaceId: string): Promise<void> {
  if (!(await hasQueues(database))) return;
  const { rows } = await database.run<{ name: string }>(
    `select name from "${database.schema}_jobs".queue where ${OF_WORKSPACE}`,
    [workspaceId],
  );
  if (rows.length === 0) return;
  const boss = await createBoss(database, { supervise: false });
  for (const { name } of rows) await boss.deleteQueue(name);
}

/** Whether pg-boss has created its tables. */
export async function hasQueues({ run, schema }: Rows): Promise<boolean> {
  const { rows } = await run('select where to_regclass($1) is not null', [`"${schema}_jobs".queue`]);
  return rows.length > 0;
}
