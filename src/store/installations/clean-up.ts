import { sql } from 'kysely';
import { workspaceOfAccount } from '../../domain/workspace-account.ts';
import type { AccountDatabase, Schema } from '../schema.ts';
import { countDeleted } from '../statements.ts';

/** Tables cleaned when a workspace uninstalls the app; an incident’s events and posts go with its row. */
export const cleanedTables = [
  'long_runs',
  'posts',
  'post_pace',
  'subscriptions',
  'subscription_numbers',
  'summaries',
  'watches',
  'watch_numbers',
  'watch_states',
  'incidents',
  'settlings',
  'usage',
  'preferences',
  'recent_lookups',
] as const satisfies readonly (keyof Schema)[];

export const retainedTables = {
  readings: 'the platform’s figures, which may be those of other workspaces, too',
  observations: 'the platform’s figures',
  audit: 'who did what is kept until its time, whoever uninstalls the app',
  audit_keys: 'without it entries are not found by number',
  leases: 'they end by themselves',
  seen_requests: 'they are forgotten in minutes, and keep what is sent again from being done again',
  installations: 'what is left of it says that this is to be done',
  incident_events: 'they go with their incident',
  incident_posts: 'they go with their incident',
} as const satisfies Partial<Record<keyof Schema, string>>;

/** Deletes a workspace’s rows, of all its platform accounts. @returns the number of deleted rows */
export async function cleanUpWorkspace({ db }: Pick<AccountDatabase, 'db'>, id: string): Promise<number> {
  // Rows are deleted by this prefix of their account, so `id` must be the id of exactly one workspace.
  if (workspaceOfAccount(`${id}.`) !== id) throw new Error('not the id of a workspace');
  let deleted = 0;
  for (const table of cleanedTables) {
    deleted += await countDeleted(
      db.deleteFrom(table).where(sql<boolean>`starts_with(account, ${`${id}.`})`),
    );
  }
  return deleted;
}
