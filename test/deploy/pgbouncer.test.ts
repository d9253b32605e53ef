import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { migrations } from '../../src/store/migrations/index.ts';
import { prepareBotSettings } from '../support/bot-settings.ts';
import { channels, people } from '../support/desk.ts';
import { recordLog } from '../support/log.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { type RunningProcess, start } from '../support/process.ts';
import { temporaryDirectory } from '../support/store.ts';
import { startOwnPgBouncer } from './own-pgbouncer.ts';

/** An empty database behind PgBouncer, an administrator's session, and replicas of the bot. */
async function startScene() {
  const postgres = await startOwnPostgres();
  const pooledUrl = await startOwnPgBouncer(postgres.url);
  const { slack, settings } = await prepareBotSettings();
  const session = async () => {
    const client = new pg.Client({ connectionString: postgres.url });
    // The server ends before the client.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const administrator = await session();
  const rowsOf = async (statement: string) => (await administrator.query(statement)).rows;
  return {
    pooledUrl,
    session,
    administrator,
    rowsOf,
    async replica(name: string): Promise<RunningProcess> {
      return start('src/main.js', [], {
        ...settings,
        DATABASE_URL: `${pooledUrl}?application_name=${name}`,
        SECRET_KEY: Buffer.alloc(32, 3).toString('base64'),
        DATA_DIR: await mkdtemp(join(tmpdir(), 'sms-desk-')),
        READ_AHEAD: 'no',
      });
    },
    /** The answer of a replica to a request for the list of summaries. */
    async listOf(replica: RunningProcess): Promise<string> {
      const [, port] = await replica.printed(/"port":(\d+).*listening for Slack/);
      slack.connect(`http://127.0.0.1:${port}/slack/events`);
      const before = slack.messages().length;
      const typed = { person: people.agent.id, channel: channels.support.id };
      await slack.command({ ...typed, command: '/sms-report', text: 'subscriptions' });
      const answer = () => slack.messages().slice(before).at(-1)?.text;
      await expect.poll(answer).toEqual(expect.stringMatching(/^(?!One moment)/));
      return `${answer()}`;
    },
    /** Expects that no session waits for a lock or in a transaction, and that no lock is left. */
    async expectNothingStuck(): Promise<void> {
      const stuck = `select pid from pg_stat_activity where application_name like 'replica%'
        and (wait_event_type = 'Lock' or state like 'idle in transaction%')
        union select pid from pg_locks where locktype = 'advisory'`;
      await expect.poll(() => rowsOf(stuck)).toEqual([]);
    },
  };
}

type Scene = Awaited<ReturnType<typeof startScene>>;

const LIST = 'No channel gets a daily summary yet.';

const queuesOf = ({ rowsOf }: Scene) => rowsOf('select name from sms_desk_jobs.queue').catch(() => []);

/** The replica that creates a schema and waits for the test's transaction, and how many wait for that replica. */
async function holderAndWaiting({ rowsOf }: Scene): Promise<{ holder?: string; waiting: number }> {
  const rows = await rowsOf(`select application_name as name, wait_event as event from pg_stat_activity
    where application_name like 'replica%' and wait_event_type = 'Lock'`);
  const waiting = rows.filter(({ event }) => event === 'advisory').length;
  return { holder: rows.find(({ event }) => event === 'transactionid')?.name, waiting };
}

test.each([
  ['sms_desk', 'SIGKILL'],
  ['sms_desk', 'SIGSTOP'],
  ['sms_desk_jobs', 'SIGKILL'],
] as const)('three of four replicas start when the creator of schema %s gets %s', async (schema, signal) => {
  const scene = await startScene();
  // Lets the replica that creates it wait in the middle of its transaction.
  const blocking = await scene.session();
  await blocking.query('begin');
  await blocking.query(`create schema ${schema}`);
  const names = ['replica-1', 'replica-2', 'replica-3', 'replica-4'];
  const replicas = new Map<string, RunningProcess>();
  for (const name of names) replicas.set(name, await scene.replica(name));
  await expect.poll(() => holderAndWaiting(scene)).toMatchObject({ holder: expect.any(String), waiting: 3 });
  const { holder = '' } = await holderAndWaiting(scene);
  replicas.get(holder)?.child.kill(signal);
  await blocking.query('rollback');

  replicas.delete(holder);
  for (const replica of replicas.values()) expect(await scene.listOf(replica)).toContain(LIST);
  const applied = await scene.rowsOf('select name from sms_desk.kysely_migration order by name');
  expect(applied.map(({ name }) => name)).toEqual(Object.keys(migrations));
  await expect.poll(async () => (await queuesOf(scene)).length).toBeGreaterThan(0);
  await scene.expectNothingStuck();
});

test('nine restarts create and lock nothing, and each replica answers', async () => {
  const scene = await startScene();
  let last = await scene.replica('replica-0');
  expect(await scene.listOf(last)).toContain(LIST);
  await expect.poll(async () => (await queuesOf(scene)).length).toBeGreaterThan(3);
  await scene.administrator.query(`
    create function refuse() returns event_trigger language plpgsql as
    $$ begin raise 'nothing is to be made: %', tg_tag; end $$;
    create event trigger nothing_is_made on ddl_command_start execute function refuse();
    select pg_advisory_lock(hashtextextended('the tables of sms_desk', 0))`);
  for (let restarts = 1; restarts <= 9; restarts += 1) {
    const next = await scene.replica(`replica-${restarts}`);
    expect(await scene.listOf(next)).toContain(LIST);
    last.child.kill('SIGTERM');
    const { code, stdout } = await last.ended;
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/"level":"(?:warn|error)".*database/);
    last = next;
  }
  await scene.administrator.query('select pg_advisory_unlock_all()');
  await scene.expectNothingStuck();
});

test('the refusal of PgBouncer is reported, and limits apply only to their own transaction', async () => {
  const { pooledUrl } = await startScene();
  const open = (databaseUrl: string) => {
    const database = openDatabase({ databaseUrl, dataDir: temporaryDirectory(), log: recordLog().log });
    onTestFinished(database.close);
    return database;
  };
  await expect(open(`${pooledUrl}?options=-c%20geqo%3Doff`).open()).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringMatching(
      /refuses the connection \(unsupported startup parameter: options; 08P01\)/,
    ),
  });
  const database = open(pooledUrl);
  expect((await database.run('show statement_timeout')).rows).toEqual([{ statement_timeout: '30s' }]);
  const other = new pg.Client({ connectionString: pooledUrl });
  await other.connect();
  onTestFinished(() => other.end());
  expect((await other.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
});
