/** A replica that uses the store in a process of its own. It prints its results and runs until it is killed. */
import { z } from 'zod';
import { createLog } from '../../src/ops/log.ts';
import { openDatabase } from '../../src/store/database.ts';
import { createLeases } from '../../src/store/leases.ts';

export const storeReplica = z.object({
  does: z.enum(['open', 'hold', 'once']),
  databaseUrl: z.string().optional(),
  dataDir: z.string(),
  schema: z.string(),
  account: z.string().default('account'),
  ttlMs: z.number().default(1_000),
});

export type StoreReplica = z.input<typeof storeReplica>;

if (import.meta.main) {
  const settings = storeReplica.parse(JSON.parse(process.env.REPLICA ?? ''));
  const { does, dataDir, databaseUrl, schema, account, ttlMs } = settings;
  const say = (word: string) => process.stdout.write(`${word}\n`);
  // A lease alone does not keep the process running.
  setInterval(() => undefined, 60_000);
  const { db } = openDatabase({ databaseUrl, dataDir, schema, log: createLog({ level: 'silent' }) });
  const leases = createLeases({ db, account, ttlMs, pollMs: 20 });
  try {
    if (does === 'open') {
      await db.selectFrom('leases').selectAll().execute();
      say('opened');
    } else if (does === 'hold') {
      say((await leases.acquire('a day')) ? 'taken' : 'held');
    } else {
      const runs = () =>
        db.selectFrom('long_runs').where('account', '=', account).selectAll().executeTakeFirst();
      let made = 0;
      await leases.once('a day', {
        find: runs,
        async create() {
          made++;
          const row = {
            id: `${account}-${process.pid}`,
            account,
            user_id: 'U1',
            sealed_request: '',
            of_days: 1,
          };
          return await db
            .insertInto('long_runs')
            .values({ ...row, state: 'done' })
            .returningAll()
            .executeTakeFirstOrThrow();
        },
      });
      say(`through, made ${made}`);
    }
  } catch (error) {
    say(`failed: ${error instanceof Error ? `${error.name} ${error.message}` : ''}`);
  }
}
