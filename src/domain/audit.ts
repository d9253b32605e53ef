/** What people do with the bot, by name. A closed list: rows of the audit and the table of surfaces name no other. */
export const acts = [
  // Nothing was done: help, a form, a list, a question back; or it was refused or failed before anybody knew what was meant.
  'asked',
  'looked_up',
  'listed',
  'reported',
  'checked',
  'revealed',
  'exported',
  'shared',
  // What was shared was read again in its place.
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
  // The audit's own: entries that could not be written for a while.
  'interrupted',
] as const;

export type Act = (typeof acts)[number];

export type ActOutcome = 'answered' | 'refused' | 'failed';

/** One act of a person's, as it is told to the audit. */
export interface AuditEntry {
  readonly act: Act;
  /** The command, button or form, as Slack names it. */
  readonly surface: string;
  /** Slack's id, as those of team and channel. */
  readonly person: string;
  readonly team?: string | undefined;
  /** A channel or a direct message; left out where there is none, as in a form without origin. */
  readonly channel?: string | undefined;
  /** The short reference that is in the log, too. */
  readonly reference: string;
  readonly outcome: ActOutcome;
  /** In a word: what refused it, or how it failed. */
  readonly why?: string | undefined;
  /** As it was given for it, redacted. */
  readonly reason?: string | undefined;
  /** MSISDNs that it was about. They are kept as digests. */
  readonly numbers: readonly string[];
}
