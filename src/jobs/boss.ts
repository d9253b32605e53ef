import { setTimeout as pause } from 'node:timers/promises';
import type { ConstructorOptions, Db, PgBoss } from 'pg-boss';

import library from 'pg-boss/package.json' with { type: 'json' };
import { z } from 'zod';
import { hasCode } from '../runtime/error-code.ts';
import { TIMINGS, type Timings } from '../runtime/timings.ts';
import type { Database } from '../store/database.ts';

const UNIQUE_VIOLATION = '23505';
/** The least that the library takes. */
const BUILD_EVERY_SECONDS = 10;
const LOOK_EVERY_MS = 500;
/** Queues are named by their kind of work and the account, which begins with the workspace. */
const OF_WORKSPACE = `split_part(name, '.', 2) = $1`;

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

/** Where several begin on an empty database, one that waited may still take the schema, which is there, for missing. */
export async function startBoss(boss: PgBoss): Promise<void> {
  try {
    await boss.start();
  } catch (error) {
    if (!hasCode(error, UNIQUE_VIOLATION)) throw error;
    await boss.start();
  }
}

/** Whether the tables of the queue are missing, or older than the library needs them. Changes nothing. */
export async function isQueuePending(database: Database): Promise<boolean> {
  const boss = await createBoss(database);
  if (!(await boss.isInstalled())) return true;
  return ((await boss.schemaVersion()) ?? 0) < library.pgboss.schema || (await isBuilding(boss));
}

/** Makes the tables of the queue, or brings them up to date; who comes at the same time waits for its end. */
export async function migrateQueue(database: Database): Promise<void> {
  const boss = await createBoss(database, { supervise: false, bamIntervalSeconds: BUILD_EVERY_SECONDS });
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => undefined);
  boss.on('error', failure.reject);
  await startBoss(boss);
  try {
    // A replica that runs may build them, too.
    while (await isBuilding(boss)) await Promise.race([pause(LOOK_EVERY_MS), failure.promise]);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Whether indexes are still to be built, which the library does after the rest, while the queue is used. */
async function isBuilding(boss: Awaited<ReturnType<typeof createBoss>>): Promise<boolean> {
  return (await boss.getBamStatus()).some(({ status }) => status !== 'completed');
}

type Rows = Pick<Database, 'run' | 'schema'>;

const counted = z.object({ count: z.number() });
const named = z.object({ name: z.string() });

/** Deletes the work that is written down for a workspace, whichever platform account it had. @returns how much there was */
export async function deleteWorkOf(database: Rows, workspaceId: string): Promise<number> {
  if (!(await hasQueues(database))) return 0;
  const { rows } = await database.run(
    `with gone as (delete from "${database.schema}_jobs".job where ${OF_WORKSPACE} returning 1)
     select count(*)::integer as count from gone`,
    [workspaceId],
  );
  return counted.parse(rows[0]).count;
}

/** Deletes its queues, too, once no process does their work any more: each of them is looked at every few seconds. */
export async function deleteQueuesOf(database: Database, workspaceId: string): Promise<void> {
  if (!(await hasQueues(database))) return;
  const { rows } = await database.run(
    `select name from "${database.schema}_jobs".queue where ${OF_WORKSPACE}`,
    [workspaceId],
  );
  if (rows.length === 0) return;
  const boss = await createBoss(database, { supervise: false });
  for (const row of rows) await boss.deleteQueue(named.parse(row).name);
}

async function hasQueues({ run, schema }: Rows): Promise<boolean> {
  const { rows } = await run('select to_regclass($1) is not null as found', [`"${schema}_jobs".queue`]);
  return z.object({ found: z.boolean() }).parse(rows[0]).found;
}
