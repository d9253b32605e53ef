/** `pending` is any state before a final receipt. */
export type DeliveryStatus = 'delivered' | 'failed' | 'pending' | 'other';

/** A message to a handset, as the platform reports it; a step without a time may have happened anyway. */
export interface Message {
  /** Recipient: digits only, with the country prefix if the platform sent one. */
  readonly msisdn: string;
  readonly operator: string | undefined;
  readonly status: DeliveryStatus;
  readonly statusWord: string | undefined;
  /** Untrusted text of the message, which may contain line breaks, markup and secret codes. */
  readonly text: string | undefined;
  /** Known only if the request asked for the sender, or in the look-up of a single message. */
  readonly sender: string | undefined;
  readonly platformAt: Date | undefined;
  readonly operatorAt: Date | undefined;
  /** Time of delivery according to the receipt (DLR). */
  readonly handsetAt: Date | undefined;
}

const FAILED = ['sent_failed', 'failed', 'undeliverable', 'undelivered', 'expired', 'rejected', 'deleted'];
const PENDING = ['-', '', 'accepted', 'sent', 'submitted', 'enroute', 'scheduled', 'buffered', 'queued'];
const STATUS_WORDS: ReadonlyMap<string, DeliveryStatus> = new Map([
  ['delivered', 'delivered'],
  ...FAILED.map((word) => [word, 'failed'] as const),
  ...PENDING.map((word) => [word, 'pending'] as const),
]);

export function parseDeliveryStatus(word: string): DeliveryStatus {
  return STATUS_WORDS.get(word.trim().toLowerCase()) ?? 'other';
}

export function earliestTime(message: Message): Date | undefined {
  return message.platformAt ?? message.operatorAt ?? message.handsetAt;
}
