import { z } from 'zod';
import type { Database } from '../store/database.ts';
import { createBoss } from './boss.ts';

type Rows = Pick<Database, 'run' | 'schema'>;

/** Queues are named by their kind of work and the account, which begins with the workspace. */
const OF_WORKSPACE = `split_part(name, '.', 2) = $1`;

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

/** The first work there is makes the tables. */
async function hasQueues({ run, schema }: Rows): Promise<boolean> {
  const { rows } = await run('select to_regclass($1) is not null as found', [`"${schema}_jobs".queue`]);
  return z.object({ found: z.boolean() }).parse(rows[0]).found;
}
