import { type Kysely, sql } from 'kysely';
import { migrations } from './migrations/index.ts';
import type { Schema } from './schema.ts';

interface MigrationState {
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
}

/** Table of applied migrations, named as by Kysely’s migrator, because older versions of the bot read it. */
const RECORD = 'kysely_migration';
const EARLIER_LOCK = 'kysely_migration_lock';

/** Compares the migrations of the database and of this version of the bot, without a lock or a change. */
export async function migrationState(db: Kysely<Schema>, schema: string): Promise<MigrationState> {
  return compareMigrations(await appliedMigrations(db, schema));
}

export function compareMigrations(applied: readonly string[]): MigrationState {
  return {
    pending: Object.keys(migrations).filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !(name in migrations)),
  };
}

/** Runs pending migrations in one transaction, under a lock. @returns the migrations that ran */
export async function migrate(db: Kysely<Schema>, schema: string): Promise<readonly string[]> {
  return await db.transaction().execute(async (transaction) => {
    const lock = `the tables of ${schema}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(transaction);
    // Read after locking, because another process may just have applied the migrations.
    const { pending } = await migrationState(transaction, schema);
    if (pending.length === 0) return [];
    await createRecord(transaction, schema);
    for (const name of pending) {
      await migrations[name]?.(transaction, schema);
      const at = new Date().toISOString();
      await sql`insert into ${record(schema)} (name, timestamp) values (${name}, ${at})`.execute(transaction);
    }
    return pending;
  });
}

async function appliedMigrations(db: Kysely<Schema>, schema: string): Promise<readonly string[]> {
  const found =
    await sql`select from pg_tables where schemaname = ${schema} and tablename = ${RECORD}`.execute(db);
  if (found.rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from ${record(schema)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function createRecord(db: Kysely<Schema>, schema: string): Promise<void> {
  const found = await sql`select from pg_namespace where nspname = ${schema}`.execute(db);
  // `create schema if not exists` needs the right to create schemas, even if the schema exists.
  if (found.rows.length === 0) await sql`create schema ${sql.id(schema)}`.execute(db);
  await sql`create table if not exists ${record(schema)}
    (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db);
  await sql`create table if not exists ${sql.id(schema, EARLIER_LOCK)}
    (id varchar(255) primary key, is_locked integer not null default 0)`.execute(db);
}

const record = (schema: string) => sql.id(schema, RECORD);
