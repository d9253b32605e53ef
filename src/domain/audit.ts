export const acts = [
  // Help, a form or a list was shown, or the request was refused or failed before it was understood.
  'asked',
  'looked_up',
  'listed',
  'reported',
  'checked',
  'revealed',
  'exported',
  'shared',
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
  // Some earlier actions are missing here, because the audit could not be written for a while.
  'interrupted',
] as const;

export type Act = (typeof acts)[number];

export type ActOutcome = 'answered' | 'refused' | 'failed';

export interface AuditEntry {
  readonly act: Act;
  readonly surface: string;
  readonly person: string;
  readonly team?: string | undefined;
  readonly channel?: string | undefined;
  readonly reference: string;
  readonly outcome: ActOutcome;
  /** Reason of a refusal or failure, as one word. */
  readonly why?: string | undefined;
  readonly reason?: string | undefined;
  /** Telephone numbers that the action concerned; the database stores only their digests. */
  readonly numbers: readonly string[];
}
