/** What people do with the bot. Rows of the audit and the table of surfaces use only these. */
export const acts = [
  // Help, a form, a list, a question back; or refused or failed before the request was understood.
  'asked',
  'looked_up',
  'listed',
  'reported',
  'checked',
  'revealed',
  'exported',
  'shared',
  // A shared answer was read again.
  'refreshed',
  'subscribed',
  'changed_subscription',
  'unsubscribed',
  'watched',
  'changed_watch',
  'unwatched',
  'acknowledged',
  'snoozed',
  'resolved',
  'followed',
  'unfollowed',
  // Entries of the audit could not be written for a while.
  'interrupted',
] as const;

export type Act = (typeof acts)[number];

export type ActOutcome = 'answered' | 'refused' | 'failed';

/** One act of a person. */
export interface AuditEntry {
  readonly act: Act;
  /** The command, button or form, as Slack calls it. */
  readonly surface: string;
  readonly person: string;
  readonly team?: string | undefined;
  /** Absent where there is none, as in a form without origin. */
  readonly channel?: string | undefined;
  readonly reference: string;
  readonly outcome: ActOutcome;
  /** One word: what refused it, or how it failed. */
  readonly why?: string | undefined;
  /** Redacted. */
  readonly reason?: string | undefined;
  /** MSISDNs that it was about, stored as digests. */
  readonly numbers: readonly string[];
}
