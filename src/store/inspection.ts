import { sql } from 'kysely';
import type { Database } from './database.ts';

export interface ServerInspection {
  readonly version: string;
  /** Version of the database server as a number, for comparisons: 150013 for 15.13. */
  readonly versionNumber: number;
  readonly role: string;
  readonly clockMs: number;
  readonly mayCreateTables: boolean;
  /** Tables for which the database role lacks a right to read, add, change or remove rows. */
  readonly closedTables: readonly string[];
}

/** Reads a Postgres server’s version and its role’s rights. @throws DatabaseError if it is unavailable */
export async function inspectServer({ db, schema }: Database): Promise<ServerInspection> {
  const schemas = [schema, `${schema}_jobs`];
  const { rows } = await sql<Omit<ServerInspection, 'closedTables'>>`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as "versionNumber",
      current_user as role,
      extract(epoch from clock_timestamp())::double precision * 1000 as "clockMs",
      coalesce(bool_and(has_schema_privilege(oid, 'create')), true)
        and (count(*) = ${schemas.length} or has_database_privilege(current_database(), 'create'))
        as "mayCreateTables"
    from pg_namespace where nspname = any(${schemas})`.execute(db);
  const [server] = rows;
  if (!server) throw new Error('the server answered nothing');
  // The role needs no right to change audit rows or to delete keys, nor any right to the tables of migrations (`kysely_…`).
  const closed = await sql<{ name: string }>`
    select format('%s.%s', nspname, relname) as name from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = any(${schemas}) and relkind in ('r', 'p') and relname not like 'kysely_%'
      and not (has_schema_privilege(relnamespace, 'usage')
        and has_table_privilege(pg_class.oid, 'select') and has_table_privilege(pg_class.oid, 'insert')
        and (relname = 'audit' or has_table_privilege(pg_class.oid, 'update'))
        and (relname in ('audit', 'audit_keys') or has_table_privilege(pg_class.oid, 'delete')))
    order by name`.execute(db);
  return { ...server, closedTables: closed.rows.map(({ name }) => name) };
}
