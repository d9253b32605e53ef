import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { main as migrate } from '../../src/cli/migrate.ts';
import { createJobs } from '../../src/jobs/jobs.ts';
import { createSealer, loadOrCreateKey } from '../../src/runtime/crypto.ts';
import { createSubscriptions } from '../../src/store/channels/subscriptions.ts';
import { openDatabase } from '../../src/store/database.ts';
import { createPosts } from '../../src/store/posting/posts.ts';
import { runCommand } from '../support/command.ts';
import { recordLog } from '../support/log.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';

const account = 'canary';
const post = { channel: 'C1', key: 'summary:2026-11-20:all' };
const subscription = { channel: 'C1', time: '09:00', zone: 'UTC', language: 'en', subscriber: 'U1' } as const;

interface Where {
  readonly databaseUrl?: string;
  readonly dataDir: string;
}

/** Opens a bot's database for `use`; `handled` lists the jobs that it has run. */
async function withDatabase(
  where: Where,
  use: (parts: ReturnType<typeof partsOf>) => Promise<void>,
  atOnce: number,
): Promise<void> {
  const { log } = recordLog();
  const database = openDatabase({ ...where, log });
  const jobs = createJobs({ database: async () => database, account, log });
  const handled: number[] = [];
  jobs.work('parcels', {
    schema: z.object({ n: z.number() }),
    concurrency: atOnce,
    async handle({ n }) {
      handled.push(n);
      return undefined;
    },
  });
  try {
    await use(partsOf(database, jobs, handled));
  } finally {
    await jobs.stop();
    await database.close();
  }
}

function partsOf(
  { db }: ReturnType<typeof openDatabase>,
  jobs: ReturnType<typeof createJobs>,
  handled: readonly number[],
) {
  return {
    jobs,
    handled,
    posts: createPosts({ db, account }),
    subscriptions: createSubscriptions({ db, account }),
  };
}

/** Stores a subscription, a posted message and a waiting job. */
const fill = (where: Where) =>
  withDatabase(
    where,
    async ({ jobs, posts, subscriptions }) => {
      await subscriptions.add(subscription, new Date());
      const acquired = await posts.acquire(post);
      if ('leased' in acquired) await posts.markPosted(acquired.leased, '1.000001');
      await jobs.send('parcels', [{ data: { n: 7 }, key: 'a' }]);
    },
    0,
  );

const expectAllThere = (where: Where) =>
  withDatabase(
    where,
    async ({ jobs, handled, posts, subscriptions }) => {
      expect(await subscriptions.list()).toMatchObject([subscription]);
      expect(await posts.acquire(post)).toEqual({ posted: '1.000001' });
      await jobs.start();
      await expect.poll(() => handled).toEqual([7]);
    },
    1,
  );

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sms-desk-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('pg_restore recovers all that the bot’s role has dumped', { tags: 'smoke' }, async () => {
  const postgres = await startOwnPostgres();
  const dataDir = await createFolder();
  await fill({ databaseUrl: postgres.url, dataDir });
  const restored = postgres.url.replace(/postgres$/, 'restored');
  await postgres.program('psql', postgres.url, '--command=create role sms_desk login');
  const granted = await runCommand(migrate, ['--grant', 'sms_desk'], { DATABASE_URL: postgres.url });
  expect(granted).toMatchObject({ code: 0, stderr: '' });
  const botUrl = postgres.url.replace('postgres@', 'sms_desk@');
  const schemas = ['--schema=sms_desk', '--schema=sms_desk_jobs'];
  await postgres.program('pg_dump', '--format=custom', ...schemas, '--file=backup.dump', botUrl);
  await postgres.program('createdb', `--maintenance-db=${postgres.url}`, 'restored');
  await postgres.program('pg_restore', '--exit-on-error', `--dbname=${restored}`, 'backup.dump');
  await expectAllThere({ databaseUrl: restored, dataDir });
});

test('a copied data folder is complete, including its encryption key', async () => {
  const [folder, backup] = [await createFolder(), await createFolder()];
  const sealed = createSealer(await loadOrCreateKey(folder)).seal('a purpose', 'a number');
  await fill({ dataDir: folder });
  await cp(folder, backup, { recursive: true });
  await rm(folder, { recursive: true });
  await expectAllThere({ dataDir: backup });
  expect(createSealer(await loadOrCreateKey(backup)).open('a purpose', sealed)).toBe('a number');
});
