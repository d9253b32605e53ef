import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const installations: Migration = async (db) => {
  await sql`
    create table ${sql.table('installations')} (
      account text not null,
      id text not null,
      is_organization boolean not null,
      sealed_tokens text,
      bot_user text,
      scopes text not null,
      expires_at timestamptz,
      installed_by text,
      installed_at timestamptz not null,
      version integer not null default 1,
      removed_at timestamptz,
      constraint installations_key primary key (account, id)
    )`.execute(db);
};
