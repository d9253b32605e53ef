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
