import { sql } from 'kysely';
import { loadDatabaseUrl } from '../config.ts';
import { isQueuePending, migrateQueue } from '../jobs/boss.ts';
import { createLog } from '../ops/log.ts';
import { IN_MEMORY } from '../store/connection.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { migrate, migrationState } from '../store/migrate.ts';
import { createCommand, DONE, NOT_DONE, UsageError } from './command.ts';
import { type Io, runMain } from './run-main.ts';

const USAGE = `Usage: npm run migrate -- [options]

Brings the tables in the database of DATABASE_URL up to date, before a new version of the bot is started. Its role must own
them, or be allowed to make them. The embedded database needs none of this.

  --check         changes nothing and prints what is pending
  --grant <role>  also lets that role read and write rows, here and in tables to come: all that the bot needs
  --help          this text

Exit code: 0 where all is up to date, 1 where --check found something pending or it could not be done, 2 where the command or
a setting cannot be understood.
`;

const QUEUE = 'the tables of the queue';

export const main = createCommand({
  usage: USAGE,
  options: { check: { type: 'boolean', default: false }, grant: { type: 'string' } },
  failureText: 'The tables are not up to date',
  async run({ check: isCheck, grant: role }, env, io) {
    if (isCheck && role !== undefined) throw new UsageError('--check changes nothing: leave --grant out.');
    const database = openDatabase({
      databaseUrl: loadDatabaseUrl(env),
      dataDir: IN_MEMORY,
      log: createLog({ level: 'error', destination: { write: io.err } }),
      migrates: false,
    });
    try {
      const isDone = isCheck ? await check(database, io) : await bringUpToDate(database, role, io);
      if (!isDone) return NOT_DONE;
      io.out('The tables are up to date.\n');
      return DONE;
    } finally {
      await database.close();
    }
  },
});

async function check(database: Database, { out }: Io): Promise<boolean> {
  const { pending } = await migrationState(database.db, database.schema);
  const all = (await isQueuePending(database)) ? [...pending, QUEUE] : pending;
  for (const one of all) out(`Pending: ${one}\n`);
  return all.length === 0;
}

async function bringUpToDate(database: Database, role: string | undefined, io: Io): Promise<boolean> {
  const { db, schema } = database;
  if (role !== undefined) {
    const { rows } = await sql`select from pg_roles where rolname = ${role}`.execute(db);
    if (rows.length === 0) {
      io.err(`There is no role ${role}: create the role first. Nothing has been made.\n`);
      return false;
    }
  }
  const { pending } = await migrationState(db, schema);
  const created = pending.length > 0 ? await migrate(db, schema) : [];
  for (const one of created) io.out(`Made: ${one}\n`);
  if (await isQueuePending(database)) {
    await migrateQueue(database);
    io.out(`Made: ${QUEUE}\n`);
  }
  if (role === undefined) return true;
  await grantRows(database, role);
  io.out(`${role} may read and write rows.\n`);
  return true;
}

/** Grants access to rows of current and future tables; migrations are read-only, audit rows only added. */
export async function grantRows({ db, schema }: Database, role: string): Promise<void> {
  const to = sql`to ${sql.id(role)}`;
  await db.transaction().execute(async (transaction) => {
    for (const name of [schema, `${schema}_jobs`]) {
      const place = sql`in schema ${sql.id(name)}`;
      for (const grant of [
        sql`grant usage on schema ${sql.id(name)} ${to}`,
        sql`grant select, insert, update, delete on all tables ${place} ${to}`,
        sql`alter default privileges ${place} grant select, insert, update, delete on tables ${to}`,
        sql`grant execute on all functions ${place} ${to}`,
        sql`alter default privileges ${place} grant execute on functions ${to}`,
      ]) {
        await grant.execute(transaction);
      }
    }
    const from = sql`from ${sql.id(role)}`;
    await sql`revoke insert, update, delete on ${sql.id(schema, 'kysely_migration')} ${from}`.execute(
      transaction,
    );
    await sql`revoke update, delete on ${sql.id(schema, 'audit')} ${from}`.execute(transaction);
    // Without its keys, no entry of the audit is found by number any more.
    await sql`revoke delete on ${sql.id(schema, 'audit_keys')} ${from}`.execute(transaction);
  });
}

if (import.meta.main) await runMain(main);
