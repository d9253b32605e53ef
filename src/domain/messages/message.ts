/** `pending` covers everything between the platform and a final receipt. */
export type DeliveryStatus = 'delivered' | 'failed' | 'pending' | 'other';

/** An MT message as reported. `undefined`: the platform has no information; it may have happened. */
export interface Message {
  /** Digits only, with country prefix where the platform sent one. */
  readonly msisdn: string;
  /** `undefined` is the unknown route. */
  readonly operator: string | undefined;
  readonly status: DeliveryStatus;
  /** The platform's word; `undefined` where it sent none. */
  readonly statusWord: string | undefined;
  /** Untrusted: may contain line breaks, markup, codes. */
  readonly text: string | undefined;
  /** Known only where it was requested, or for a single look-up. */
  readonly sender: string | undefined;
  readonly platformAt: Date | undefined;
  readonly operatorAt: Date | undefined;
  /** By the receipt (DLR). */
  readonly handsetAt: Date | undefined;
}

const FAILED = ['sent_failed', 'failed', 'undeliverable', 'undelivered', 'expired', 'rejected', 'deleted'];
const PENDING = ['-', '', 'accepted', 'sent', 'submitted', 'enroute', 'scheduled', 'buffered', 'queued'];
const STATUS_WORDS: ReadonlyMap<string, DeliveryStatus> = new Map([
  ['delivered', 'delivered'],
  ...FAILED.map((word) => [word, 'failed'] as const),
  ...PENDING.map((word) => [word, 'pending'] as const),
]);

/** Ignores case; an unknown word is `other`. */
export function parseDeliveryStatus(word: string): DeliveryStatus {
  return STATUS_WORDS.get(word.trim().toLowerCase()) ?? 'other';
}

/** For sorting, and for the period of a message. */
export function earliestTime(message: Message): Date | undefined {
  return message.platformAt ?? message.operatorAt ?? message.handsetAt;
}
