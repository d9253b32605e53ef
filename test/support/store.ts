import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { IN_MEMORY } from '../../src/store/connection.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { snapshotPath } from '../../src/store/embedded/snapshot.ts';
import { recordLog } from './log.ts';
import { whenOver } from './when-over.ts';

/** The Postgres server of the run. Suites that need one are skipped without it. */
export const databaseUrl = process.env.DATABASE_URL;

/** The database of contract suites: the server if the run has one, else the embedded database. CI runs both. */
export const databases: readonly (readonly [name: string, databaseUrl: string | undefined])[] = [
  databaseUrl ? ['server', databaseUrl] : ['embedded', undefined],
];

/** A unique name of a schema or account. */
export const uniqueName = () => `test_${randomBytes(6).toString('hex')}`;

/** An open, empty database for all tests of a suite, with its own schema. */
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

/** Idle embedded databases, reused by later test files of this process. */
const unusedEmbedded: Database[] = [];

async function openFor(databaseUrl: string | undefined): Promise<Database> {
  // The embedded database loads a snapshot of the default schema.
  const schema = databaseUrl ? { schema: uniqueName() } : {};
  const database = openDatabase({ databaseUrl, dataDir: IN_MEMORY, log: recordLog().log, ...schema });
  await database.open();
  return database;
}

/** Empties a database for the next suite, or closes it on failure. */
async function giveBack(database: Database): Promise<void> {
  try {
    await emptyTables(database);
    await dropJobs(database, database.schema);
    unusedEmbedded.push(database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Deletes all rows except those of jobs, which have separate tables. */
async function emptyTables({ db, schema }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = ${schema} and tablename not like 'kysely_%'`.execute(db);
  const tables = rows.map(({ name }) => sql.id(schema, name));
  const audit = sql.id(schema, 'audit');
  await sql`alter table ${audit} disable trigger audit_append_only`.execute(db);
  await sql`truncate ${sql.join(tables)} restart identity cascade`.execute(db);
  await sql`alter table ${audit} enable trigger audit_append_only`.execute(db);
}

let forBots: Promise<Database> | undefined;

/** The embedded database for successive bots of this process, emptied. */
export async function emptyDatabase(): Promise<Database> {
  forBots ??= openFor(undefined);
  const database = await forBots;
  await emptyTables(database);
  // The tables of jobs take 0.25 s to create, so they stay.
  const jobs = sql.id(`${database.schema}_jobs`, 'job');
  if (await hasJobs(database)) await sql`truncate ${jobs} cascade`.execute(database.db);
  return database;
}

async function hasJobs({ db, schema }: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_tables where schemaname = ${`${schema}_jobs`}`.execute(db);
  return rows.length > 0;
}

export async function dropAndClose({ db, close }: Database, schema: string): Promise<void> {
  await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db);
  await dropJobs({ db }, schema);
  await close();
}

async function dropJobs({ db }: Pick<Database, 'db'>, schema: string): Promise<void> {
  await sql`drop schema if exists ${sql.id(`${schema}_jobs`)} cascade`.execute(db);
}

/** A temporary directory, removed after the test or suite. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sms-desk-store-'));
  whenOver(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A temporary directory with a migrated embedded database. */
export async function directoryWithDatabase(): Promise<string> {
  const directory = temporaryDirectory();
  await copyCachedDatabase(directory);
  return directory;
}

/** Copies a migrated embedded database into the directory. */
export async function copyCachedDatabase(directory: string): Promise<void> {
  // For a thousand files, Node's `cp` takes three times as long.
  await promisify(execFile)('cp', ['-R', await cachedDatabase(), join(directory, 'postgres')]);
}

const CACHED = join(import.meta.dirname, '../../node_modules/.cache/database');

/** Created once for all processes and runs, because it takes five seconds. */
async function cachedDatabase(): Promise<string> {
  const stored = join(CACHED, basename(await snapshotPath(), '.snapshot'));
  if (existsSync(stored)) return stored;
  const draft = `${stored}.${uniqueName()}`;
  mkdirSync(draft, { recursive: true });
  const database = openDatabase({ dataDir: draft, log: recordLog().log });
  await database.open();
  await database.close();
  try {
    renameSync(join(draft, 'postgres'), stored);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(stored)) throw error;
  }
  rmSync(draft, { recursive: true });
  return stored;
}
