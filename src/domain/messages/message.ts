/** What became of a message, in the words the field uses. `pending` covers everything between hand-in and a final receipt. */
export type DeliveryStatus = 'delivered' | 'failed' | 'pending' | 'other';

/** An MT message as reported. `undefined`: the platform was not told, which never means that it did not happen. */
export interface Message {
  /** Recipient, digits only, with country prefix where the platform gave one. */
  readonly msisdn: string;
  /** Carrier or route; `undefined` is an unknown route. */
  readonly operator: string | undefined;
  readonly status: DeliveryStatus;
  /** The platform's own word for the status, as it came; `undefined` where it sent none. */
  readonly statusWord: string | undefined;
  /** Untrusted: may hold line breaks, markup, codes. */
  readonly text: string | undefined;
  /** Short number the message was sent from; known only where it was asked for or looked up singly. */
  readonly sender: string | undefined;
  readonly platformAt: Date | undefined;
  readonly operatorAt: Date | undefined;
  /** When the handset had it, by the receipt (DLR). */
  readonly handsetAt: Date | undefined;
}

const STATUS_WORDS: Readonly<Record<string, DeliveryStatus>> = {
  delivered: 'delivered',
  sent_failed: 'failed',
  failed: 'failed',
  undeliverable: 'failed',
  undelivered: 'failed',
  expired: 'failed',
  rejected: 'failed',
  deleted: 'failed',
  '-': 'pending',
  '': 'pending',
  accepted: 'pending',
  sent: 'pending',
  submitted: 'pending',
  enroute: 'pending',
  scheduled: 'pending',
  buffered: 'pending',
  queued: 'pending',
};

/** Sorts the platform's status word into ours, ignoring case; an unknown word is `other`, never a guess. */
export function parseDeliveryStatus(word: string): DeliveryStatus {
  const key = word.trim().toLowerCase();
  return Object.hasOwn(STATUS_WORDS, key) ? (STATUS_WORDS[key] ?? 'other') : 'other';
}

/** The earliest time known of a message, for sorting and for telling which period it belongs to. */
export function earliestTime(message: Message): Date | undefined {
  return message.platformAt ?? message.operatorAt ?? message.handsetAt;
}
