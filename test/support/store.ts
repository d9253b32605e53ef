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

/** The Postgres server of the run; suites that need one are skipped where it is not set. */
export const databaseUrl = process.env.DATABASE_URL;

/** What every contract is tried on: the server, where the run has one, or else the embedded database. CI runs both. */
export const databases: readonly (readonly [name: string, databaseUrl: string | undefined])[] = [
  databaseUrl ? ['server', databaseUrl] : ['embedded', undefined],
];

/** A name of a schema or an account that no other test has. */
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

/** Idle embedded databases of this process: its test files share them, one after the other. */
const unusedEmbedded: Database[] = [];

async function openFor(databaseUrl: string | undefined): Promise<Database> {
  // The embedded one is loaded from a snapshot of the schema that it has unless told.
  const schema = databaseUrl ? { schema: aName() } : {};
  const database = openDatabase({ databaseUrl, dataDir: IN_MEMORY, log: recordLog().log, ...schema });
  await database.open();
  return database;
}

/** Empties a database for the next suite; closes one that cannot be emptied. */
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

/** Leaves no row in a database, but for durable work, which has tables of its own. */
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

/** The one embedded database for bots of this process that follow each other: whoever gets it finds it empty. */
export async function emptyDatabase(): Promise<Database> {
  forBots ??= openFor(undefined);
  const database = await forBots;
  await emptyTables(database);
  // Tables of durable work take a quarter of a second to make: those there are stay.
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

/** A directory of the test's own, gone when the test is over, or the suite that shares it. */
export function aDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sms-desk-store-'));
  whenOver(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Such a directory, with an embedded database that has its tables already. */
export async function aMadeDirectory(): Promise<string> {
  const directory = aDirectory();
  await copyMadeDatabase(directory);
  return directory;
}

/** Puts an embedded database there that has been made already. */
export async function copyMadeDatabase(directory: string): Promise<void> {
  // Node's own way with a thousand files takes three times as long.
  await promisify(execFile)('cp', ['-R', await madeDatabase(), join(directory, 'postgres')]);
}

const MADE = join(import.meta.dirname, '../../node_modules/.cache/database');

/** Made once for all processes and runs, since it takes five seconds of a processor. */
async function madeDatabase(): Promise<string> {
  const kept = join(MADE, basename(await snapshotPath(), '.snapshot'));
  if (existsSync(kept)) return kept;
  const draft = `${kept}.${aName()}`;
  mkdirSync(draft, { recursive: true });
  const database = openDatabase({ dataDir: draft, log: recordLog().log });
  await database.open();
  await database.close();
  try {
    renameSync(join(draft, 'postgres'), kept);
  } catch (error) {
    // Another process was sooner.
    if (!existsSync(kept)) throw error;
  }
  rmSync(draft, { recursive: true });
  return kept;
}
