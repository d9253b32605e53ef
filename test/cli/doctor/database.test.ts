import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { grantRows } from '../../../src/cli/migrate.ts';
import { migrateQueue } from '../../../src/jobs/boss.ts';
import { createSealer } from '../../../src/runtime/crypto.ts';
import { createAudit } from '../../../src/store/audit/audit.ts';
import { IN_MEMORY } from '../../../src/store/connection.ts';
import { type Database, openDatabase } from '../../../src/store/database.ts';
import { lookedUp } from '../../support/audit.ts';
import { examine, notWell, workingEnvironment } from '../../support/doctor.ts';
import { recordLog } from '../../support/log.ts';
import { databaseUrl, uniqueName } from '../../support/store.ts';

const key = randomBytes(32).toString('base64');

/** Creates a database on the server, and a role that may connect to it. */
async function createServerDatabase() {
  const server = new pg.Client({ connectionString: databaseUrl });
  await server.connect();
  const [name, role, password] = [uniqueName(), uniqueName(), `canary-${uniqueName()}`];
  await server.query(`create database ${name}`);
  await server.query(`create role ${role} login password '${password}'`);
  const url = new URL(databaseUrl ?? '');
  url.pathname = `/${name}`;
  const owner = openDatabase({ databaseUrl: url.href, dataDir: IN_MEMORY, log: recordLog().log });
  onTestFinished(async () => {
    await owner.close();
    await server.query(`drop database ${name} with (force)`);
    await server.query(`drop role ${role}`);
    await server.end();
  });
  const asRole = new URL(url.href);
  asRole.username = role;
  asRole.password = password;
  return { owner, ownerUrl: url.href, roleUrl: asRole.href, role };
}

/** All lines of the report on the database. */
async function reportOn(url: string, change: Record<string, string> = {}): Promise<string[]> {
  const { env } = await workingEnvironment();
  const diagnoses = await examine({ ...env, DATABASE_URL: url, SECRET_KEY: key, ...change });
  expect(notWell(diagnoses.filter(({ group }) => group !== 'Database'))).toEqual([]);
  return diagnoses
    .filter(({ group }) => group === 'Database')
    .map(
      ({ outcome, name, found, advice = '' }) => `${outcome} ${name}: ${found}${advice && ` → ${advice}`}`,
    );
}

async function createTables(owner: Database): Promise<void> {
  await owner.open();
  await migrateQueue(owner);
}

describe.skipIf(!databaseUrl)('a database server', () => {
  test('is compared with the clock of this machine', async () => {
    const { ownerUrl } = await createServerDatabase();
    const { env } = await workingEnvironment();
    const clockOf = async (offMs: number) =>
      (
        await examine({ ...env, DATABASE_URL: ownerUrl, SECRET_KEY: key }, () => new Date(Date.now() + offMs))
      ).find(({ name }) => name === 'against the database’s');
    expect(await clockOf(0)).toMatchObject({ group: 'Clock', outcome: 'ok' });
    expect(await clockOf(90_000)).toMatchObject({
      outcome: 'wrong',
      found: expect.stringMatching(/^this machine is \d+ s ahead$/),
    });
  });

  test('an owner of an empty database creates the tables at the next start', async () => {
    const { ownerUrl, owner } = await createServerDatabase();
    expect(await reportOn(ownerUrl)).toEqual([
      expect.stringMatching(/^ok connection: Postgres \d+\S* .*, as \w+$/),
      'ok rights: rows, and tables',
      expect.stringMatching(
        /^ok tables: \d+ migrations are pending, 0001-rollups first; the next start makes them$/,
      ),
    ]);
    await createTables(owner);
    expect(await reportOn(ownerUrl)).toContain('ok tables: up to date');
  });

  test('a role with rights on rows only is correct once the tables exist', async () => {
    const { roleUrl, owner, role } = await createServerDatabase();
    expect(await reportOn(roleUrl)).toContainEqual(
      expect.stringMatching(/^wrong tables: \d+ migrations are pending, .* → npm run migrate -- --grant/),
    );
    await createTables(owner);
    await grantRows(owner, role);
    expect(await reportOn(roleUrl)).toEqual([
      expect.stringMatching(new RegExp(`^ok connection: Postgres .*, as ${role}$`)),
      'ok rights: rows alone: another role makes the tables',
      'ok tables: up to date',
    ]);
    await sql`revoke update on ${sql.id('sms_desk', 'leases')} from ${sql.id(role)}`.execute(owner.db);
    expect(await reportOn(roleUrl)).toContainEqual(
      expect.stringMatching(
        /^wrong rights: the role may not read and write sms_desk\.leases → npm run migrate/,
      ),
    );
    await grantRows(owner, role);
    await sql`revoke update on ${sql.id('sms_desk', 'audit_keys')} from ${sql.id(role)}`.execute(owner.db);
    expect(await reportOn(roleUrl)).toContainEqual(
      expect.stringMatching(/^wrong rights: the role may not read and write sms_desk\.audit_keys → /),
    );
  });

  test('a role without rights is reported with the command that grants them', async () => {
    const { roleUrl, owner } = await createServerDatabase();
    await createTables(owner);
    expect(await reportOn(roleUrl)).toEqual([
      expect.stringMatching(/^ok connection/),
      expect.stringMatching(
        /^wrong rights: the role may not read and write sms_desk\S+ and \d+ more tables → npm run migrate/,
      ),
      expect.stringMatching(/^wrong tables: .* → npm run migrate -- --grant/),
    ]);
  });

  test('a key that opens none of the audit’s keys is wrong, unless it is lost', async () => {
    const { ownerUrl, owner } = await createServerDatabase();
    await createTables(owner);
    const sealer = createSealer(Buffer.alloc(32, 'canary'));
    await createAudit({ ...owner, account: 'T1.a', sealer, retentionDays: 400 }).add([
      { id: 'first', entry: lookedUp, ageMs: 0 },
    ]);
    expect(await reportOn(ownerUrl)).toContainEqual(
      expect.stringMatching(/^wrong tables: SECRET_KEY opens none of the audit’s keys → set the key that/),
    );
    expect(await reportOn(ownerUrl, { SECRET_KEY_PREVIOUS: 'lost' })).toContain('ok tables: up to date');
  });

  test('tables of a newer version are a warning', async () => {
    const { ownerUrl, owner } = await createServerDatabase();
    await createTables(owner);
    await sql`insert into sms_desk.kysely_migration values ('9999-newer', '2099-01-01')`.execute(owner.db);
    expect(await reportOn(ownerUrl)).toContainEqual(
      expect.stringMatching(/^warning tables: of a newer version \(9999-newer\) → this version works with/),
    );
  });
});
