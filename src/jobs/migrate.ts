import { setTimeout as pause } from 'node:timers/promises';
import library from 'pg-boss/package.json' with { type: 'json' };
import type { Database } from '../store/database.ts';
import { createBoss, startBoss } from './boss.ts';

/** The least that the library takes. */
const BUILD_EVERY_SECONDS = 10;
const LOOK_EVERY_MS = 500;

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
