/** All values of `act` in audit rows and in the table of surfaces. */
export const acts = [
  // Help, a form, a list or a question back; or a request that was refused or failed before it was understood.
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
  // The audit could not be written for a while.
  'interrupted',
] as const;

export type Act = (typeof acts)[number];

export type ActOutcome = 'answered' | 'refused' | 'failed';

export interface AuditEntry {
  readonly act: Act;
  /** Slack's name of the command, button or form. */
  readonly surface: string;
  readonly person: string;
  readonly team?: string | undefined;
  /** Absent, for example, for a form without origin. */
  readonly channel?: string | undefined;
  readonly reference: string;
  readonly outcome: ActOutcome;
  /** One word: the reason of the refusal or failure. */
  readonly why?: string | undefined;
  readonly reason?: string | undefined;
  /** Stored as digests. */
  readonly numbers: readonly string[];
}
