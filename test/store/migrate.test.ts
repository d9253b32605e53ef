import { sql } from 'kysely';
import pg from 'pg';
import { getRollbackPlans } from 'pg-boss';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { main } from '../../src/cli/migrate.ts';
import { isQueuePending, migrateQueue } from '../../src/jobs/boss.ts';
import { createJobs } from '../../src/jobs/jobs.ts';
import { createSealer } from '../../src/runtime/crypto.ts';
import { createAudit } from '../../src/store/audit/audit.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { migrationState } from '../../src/store/migrate.ts';
import { runCommand } from '../support/command.ts';
import { createTestWorkspace, startDesk } from '../support/desk.ts';
import { recordLog } from '../support/log.ts';
import { servePlatform } from '../support/server.ts';
import {
  databaseUrl,
  directoryWithDatabase,
  dropAndClose,
  temporaryDirectory,
  uniqueName,
} from '../support/store.ts';

const LIMITS = [
  ['statement_timeout', '30s'],
  ['idle_in_transaction_session_timeout', '10s'],
] as const;

/** Adds a migration, a table and a column that this version does not know, as a newer version does. */
async function addNewerMigration({ db, schema }: Database): Promise<void> {
  const table = (name: string) => sql.id(schema, name);
  await sql`insert into ${table('kysely_migration')} values ('9999-newer', '2099-01-01T00:00:00.000Z')`.execute(
    db,
  );
  await sql`create table ${table('newer')} (id text primary key)`.execute(db);
  await sql`alter table ${table('leases')} add column newer text not null default 'x'`.execute(db);
}

async function expectToWorkWithNewer(open: () => ReturnType<typeof recordedDatabase>): Promise<void> {
  const newer = open();
  await newer.database.open();
  await addNewerMigration(newer.database);
  await newer.database.close();
  const { database, lines } = open();
  onTestFinished(database.close);
  const row = { account: 'a', name: 'n', owner: 'o', expires_at: new Date('2026-11-18T10:00:00Z') };
  await database.db.insertInto('leases').values(row).execute();
  await database.db.selectFrom('leases').selectAll().execute();
  expect(lines.filter(({ level }) => level !== 'info')).toMatchObject([
    {
      level: 'warn',
      msg: 'the database has tables of a newer version; this one works with them',
      migrations: ['9999-newer'],
    },
  ]);
  expect((await migrationState(database.db, database.schema)).pending).toEqual([]);
}

function recordedDatabase(options: {
  readonly url?: string;
  readonly dataDir?: string;
  readonly schema?: string;
}) {
  const { log, lines } = recordLog();
  const { url: databaseUrl, dataDir = temporaryDirectory(), schema = 'sms_desk' } = options;
  return { database: openDatabase({ databaseUrl, dataDir, schema, log }), lines };
}

test('an older version works with newer tables in the embedded database, with one warning', async () => {
  const dataDir = await directoryWithDatabase();
  await expectToWorkWithNewer(() => recordedDatabase({ dataDir }));
});

describe.skipIf(!databaseUrl)('a server', () => {
  const url = databaseUrl ?? '';

  test('an older version works with newer tables, with one warning', async () => {
    const schema = uniqueName();
    onTestFinished(async () => dropAndClose(recordedDatabase({ url, schema }).database, schema));
    await expectToWorkWithNewer(() => recordedDatabase({ url, schema }));
  });

  test('a database without pending migrations opens without waiting for locks', async () => {
    const schema = uniqueName();
    const { database: first } = recordedDatabase({ url, schema });
    onTestFinished(() => dropAndClose(first, schema));
    await first.open();
    await first.db.transaction().execute(async (transaction) => {
      const lock = `the tables of ${schema}`;
      await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(transaction);
      await sql`lock table ${sql.id(schema, 'kysely_migration')} in share row exclusive mode`.execute(
        transaction,
      );
      const { database: second } = recordedDatabase({ url, schema });
      await second.open();
      await second.close();
    });
  });

  test('every statement has time limits, and the session has none afterwards', async () => {
    const schema = uniqueName();
    const { database } = recordedDatabase({ url, schema });
    onTestFinished(() => dropAndClose(database, schema));
    for (const [limit, is] of LIMITS) {
      const show = `show ${limit}`;
      expect((await database.run(show)).rows).toEqual([{ [limit]: is }]);
      expect((await sql.raw(show).execute(database.db)).rows).toEqual([{ [limit]: is }]);
      const within = await database.db
        .transaction()
        .execute((transaction) => sql.raw(show).execute(transaction));
      expect(within.rows).toEqual([{ [limit]: is }]);
      expect((await database.together((run) => run(show))).rows).toEqual([{ [limit]: is }]);
      // The limits left in a session show only outside of its transactions.
      expect((await database.run(`begin; commit; ${show}`)).rows).toEqual([{ [limit]: '0' }]);
    }
  });

  test('the tables of the queue are migrated, with the indexes that the library builds later', async () => {
    const schema = uniqueName();
    const { database } = recordedDatabase({ url, schema });
    onTestFinished(() => dropAndClose(database, schema));
    expect(await isQueuePending(database)).toBe(true);
    await migrateQueue(database);
    expect(await isQueuePending(database)).toBe(false);
    await database.run(getRollbackPlans(`${schema}_jobs`, 43));
    expect(await isQueuePending(database)).toBe(true);
    await migrateQueue(database);
    expect(await isQueuePending(database)).toBe(false);
    const { rows } = await database.run(
      `select indisvalid from pg_index where indexrelid = '${schema}_jobs.job_common_i12'::regclass`,
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });
});

/** Creates a database with the role that owns it and one without any rights. */
async function createDatabaseWithTwoRoles() {
  const administrator = new pg.Client({ connectionString: databaseUrl });
  await administrator.connect();
  const run = async (...statements: string[]) => {
    for (const statement of statements) await administrator.query(statement);
  };
  const [name, owner, bot] = [uniqueName(), uniqueName(), uniqueName()];
  onTestFinished(async () => {
    await run(`drop database if exists ${name} with (force)`, `drop role ${owner}`, `drop role ${bot}`);
    await administrator.end();
  });
  await run(...[owner, bot].map((role) => `create role ${role} login password 'canary-password'`));
  await run(`create database ${name} owner ${owner}`);
  const address = (role: string) => {
    const url = new URL(databaseUrl ?? '');
    Object.assign(url, { username: role, password: 'canary-password', pathname: `/${name}` });
    return url.href;
  };
  return { ownerUrl: address(owner), botUrl: address(bot), bot };
}

async function startBotOn(url: string) {
  const { database, lines } = recordedDatabase({ url });
  onTestFinished(database.close);
  const platform = await servePlatform();
  const slack = createTestWorkspace('http', { escapes: ['/sms-report'] });
  const desk = await startDesk(platform.url, { slack, command: '/sms-report', overrides: { database } });
  return { desk, database, lines };
}

describe.skipIf(!databaseUrl)('a role that may not create tables', () => {
  const migrate = (url: string, ...args: string[]) => runCommand(main, args, { DATABASE_URL: url });

  test('gets an error that says what is missing, and works after the owner has migrated', async () => {
    const { ownerUrl, botUrl, bot } = await createDatabaseWithTwoRoles();
    const { desk, database } = await startBotOn(botUrl);
    const away = await desk.ask('subscriptions');
    expect(away.text).toContain('I can’t reach SMS Desk’s database right now. Nothing is lost.');
    await expect(database.open()).rejects.toMatchObject({
      name: 'DatabaseError',
      code: 'not_granted',
      message: expect.stringMatching(
        /lacks tables or rights .* \(permission denied for database \w+; 42501\): run npm run migrate with the role that owns its tables/,
      ),
    });
    await expect(migrate(botUrl)).resolves.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('42501'),
    });

    const pending = await migrate(ownerUrl, '--check');
    expect(pending).toMatchObject({ code: 1, stderr: '' });
    expect(pending.stdout).toMatch(
      /^Pending: 0001-rollups\n(?:Pending: .+\n)+Pending: the tables of the queue\n$/,
    );
    expect(await migrate(ownerUrl, '--grant', 'nobody-of-that-name')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('create the role first'),
    });
    const granted = await migrate(ownerUrl, '--grant', bot);
    expect(granted).toMatchObject({ code: 0, stderr: '' });
    expect(granted.stdout).toMatch(
      /Made: the tables of the queue\n\w+ may read and write rows\.\nThe tables are up to date\.\n$/,
    );
    expect(await migrate(botUrl, '--check')).toMatchObject({
      code: 0,
      stdout: 'The tables are up to date.\n',
    });

    await desk.ask('subscribe 9');
    expect((await desk.ask('subscriptions')).text).toContain('09:00');
    for (const statement of [
      'create table sms_desk.more (id text)',
      'create table sms_desk_jobs.more (id text)',
      "insert into sms_desk.kysely_migration values ('0000', '')",
      'delete from sms_desk.audit',
      "update sms_desk.audit set person = 'U9'",
      'truncate sms_desk.audit',
      'delete from sms_desk.audit_keys',
    ]) {
      await expect(database.run(statement)).rejects.toMatchObject({
        code: 'not_granted',
        message: expect.stringContaining('permission denied'),
      });
    }
    const { db, schema } = database;
    const sealer = createSealer(Buffer.alloc(32, 'canary'));
    const audit = createAudit({ db, schema, account: 'a', sealer, retentionDays: 400 });
    const what = { act: 'looked_up', surface: '/sms-status', person: 'U1', reference: 'ACDEFH' } as const;
    await audit.add([
      { id: 'a', entry: { ...what, outcome: 'answered', numbers: ['56912345678'] }, ageMs: 0 },
    ]);
    // The function of the owner deletes expired rows.
    await database.run(`insert into sms_desk.audit (id, account, at, act, surface, person, reference, outcome, expires_at)
      select 'b', account, at - interval '31 days', act, surface, person, reference, outcome, at - interval '1 day'
      from sms_desk.audit`);
    expect(await audit.forget()).toBe(1);
  });

  test('runs durable jobs, and has its rights on future tables', async () => {
    const { ownerUrl, botUrl, bot } = await createDatabaseWithTwoRoles();
    expect((await migrate(ownerUrl, '--grant', bot)).code).toBe(0);
    const { database } = recordedDatabase({ url: botUrl });
    onTestFinished(database.close);
    const { log, lines } = recordLog();
    const jobs = createJobs({ database: async () => database, account: uniqueName(), log });
    onTestFinished(() => jobs.stop());
    const done: number[] = [];
    jobs.work('parcels', { schema: z.object({ n: z.number() }), handle: async ({ n }) => void done.push(n) });
    await jobs.send('parcels', [{ data: { n: 1 } }]);
    await expect.poll(() => done).toEqual([1]);
    expect(lines).toEqual([]);

    const owner = recordedDatabase({ url: ownerUrl }).database;
    onTestFinished(owner.close);
    await addNewerMigration(owner);
    await expect(database.run('select * from sms_desk.newer')).resolves.toMatchObject({ rows: [] });
  });
});
