import { maskMsisdn, maskText } from '../../domain/messages/redaction.ts';
import { segmentsOf } from '../../domain/messages/segments.ts';
import type { TracedMessage } from '../../domain/messages/status-verdict.ts';
import type { Leg } from '../../domain/messages/timeline.ts';
import { toCsvFile } from '../../posting/csv.ts';
import { sanitize, visible } from '../../slack/blocks/text.ts';
import { maskSender } from '../../slack/blocks/view-options.ts';

const LONGEST_WORD = 200;

/** Times are ISO 8601 in UTC; durations are in seconds, empty if a clock is wrong. */
export function messagesCsv(traced: readonly TracedMessage[], senders: ReadonlyMap<string, string>): string {
  return toCsvFile(traced.map((one) => rowOf(one, senders)));
}

function rowOf({ message, timeline }: TracedMessage, senders: ReadonlyMap<string, string>) {
  const { text } = message;
  const isDelivered = timeline.outcome === 'delivered';
  const size = text === undefined ? undefined : segmentsOf(text);
  return {
    number: maskMsisdn(message.msisdn),
    sender: message.sender && maskSender(message.sender, senders),
    operator: message.operator && sanitize(message.operator, LONGEST_WORD),
    outcome: timeline.outcome,
    platform_status: message.statusWord && sanitize(message.statusWord, LONGEST_WORD),
    platform_time: message.platformAt?.toISOString(),
    operator_time: message.operatorAt?.toISOString(),
    receipt_time: message.handsetAt?.toISOString(),
    platform_to_operator_seconds: secondsOf(timeline.platformToOperator),
    // A failed message may have a receipt, too, but its receipt is not a delivery.
    operator_to_handset_seconds: isDelivered ? secondsOf(timeline.operatorToHandset) : undefined,
    total_seconds: isDelivered ? secondsOf(timeline.total) : undefined,
    clock_off: timeline.clockOff ? 'yes' : undefined,
    segments: size?.segments,
    encoding: size?.encoding,
    text: text === undefined ? undefined : maskText(visible(text)),
  };
}

function secondsOf(leg: Leg | undefined): number | undefined {
  return leg === undefined || leg.clockOff ? undefined : leg.seconds;
}
