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

/** One database for all tests of a suite, open before the first, in a schema of its own that is dropped at the end. */
export function suiteDatabase(url: string | undefined): () => Database {
  let database: Database | undefined;
  const schema = aName();
  beforeAll(async () => {
    database = openDatabase({ databaseUrl: url, dataDir: IN_MEMORY, log: recordLog().log, schema });
    await database.open();
  });
  afterAll(async () => {
    if (database) await dropAndClose(database, schema);
  });
  return () => {
    if (!database) throw new Error('the suite has not begun');
    return database;
  };
}

export async function dropAndClose({ db, close }: Database, schema: string): Promise<void> {
  await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db);
  // Durable work has tables of its own.
  await sql`drop schema if exists ${sql.id(`${schema}_jobs`)} cascade`.execute(db);
  await close();
}

/** A directory of the test's own, gone when the test is over. */
export function aDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sms-desk-store-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
