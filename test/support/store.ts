import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type Database, IN_MEMORY, openDatabase } from '../../src/store/database.ts';
import { recordLog } from './log.ts';

/** The Postgres server of the run; suites that need one are skipped where it is not set. */
export const databaseUrl = process.env.DATABASE_URL;

/** What every contract is tried on: the server, where the run has one, or else the embedded database. CI runs both. */
export const databases: readonly (readonly [name: string, databaseUrl: string | undefined])[] = [
  databaseUrl ? ['server', databaseUrl] : ['embedded', undefined],
];

/** A name no other test has: of a schema, or of an account. */
export const aName = () => `test_${randomBytes(6).toString('hex')}`;

/** One database for all tests of a suite, open before the first and empty; its schema is no other suite's meanwhile. */
export function suiteDatabase(url: string | undefined): () => Database {
  let database: Database | undefined;
  beforeAll(async () => {
    database = url ? await openFor(url) : (unusedEmbedded.pop() ?? (await openFor(undefined)));
  });
  afterAll(async () => {
    if (!database) return;
    if (url) await dropAndClose(database, database.schema);
    else await giveBack(database);
  });
  return () => {
    if (!database) throw new Error('the suite has not begun');
    return database;
  };
}

/**
 * Embedded databases of this process that no suite has. To open one takes three seconds of a processor, and the files
 * that a process runs, one after the other, share it.
 */
const unusedEmbedded: Database[] = [];

async function openFor(databaseUrl: string | undefined): Promise<Database> {
  const database = openDatabase({ databaseUrl, dataDir: IN_MEMORY, log: recordLog().log, schema: aName() });
  await database.open();
  return database;
}

/** Empties a database for the next suite. One that cannot be emptied is nobody's any more. */
async function giveBack(database: Database): Promise<void> {
  const { db, schema } = database;
  try {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables
      where schemaname = ${schema} and tablename not like 'kysely_%'`.execute(db);
    const tables = rows.map(({ name }) => sql.id(schema, name));
    await sql`truncate ${sql.join(tables)} restart identity cascade`.execute(db);
    await dropJobs(database, schema);
    unusedEmbedded.push(database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

export async function dropAndClose({ db, close }: Database, schema: string): Promise<void> {
  await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db);
  await dropJobs({ db }, schema);
  await close();
}

/** Durable work has tables of its own. */
async function dropJobs({ db }: Pick<Database, 'db'>, schema: string): Promise<void> {
  await sql`drop schema if exists ${sql.id(`${schema}_jobs`)} cascade`.execute(db);
}

/** A directory of the test's own, gone when the test is over. */
export function aDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sms-desk-store-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
