import { earliestTime } from '../../../domain/messages/message.ts';
import { maskMsisdn } from '../../../domain/messages/redaction.ts';
import {
  actions,
  line,
  linkButton,
  preformatted,
  richText,
  type View,
  view,
} from '../../../slack/blocks/blocks.ts';
import { zoneText } from '../../../slack/blocks/format.ts';
import { clip, limits, sanitize } from '../../../slack/blocks/text.ts';
import { timelineView } from '../../../slack/blocks/timeline.ts';
import { senderName } from '../../../slack/blocks/view-options.ts';
import type { StatusView } from '../locales/index.ts';
import { type LookupModel, msisdnOf, newestOf } from '../lookup.ts';
import { requestText } from '../message/view.ts';
import { messageOperator, statusWordOf, stuckText } from '../verdict-text.ts';
import { linesOf } from '../view.ts';

interface Ticket {
  readonly subject: string;
  readonly description: string;
}

/** Longest subject of a ticket in characters; most help desks accept 150 or more. */
const LONGEST_SUBJECT = 120;
const LONGEST_REFERENCE = 80;
/** A reference with this many of the number's last digits would show the number. */
const DIGITS_OF_NUMBER = 8;

/** `template` is the address of a new ticket with `{subject}` and `{description}`, each once. */
export function ticketView(model: LookupModel, template: string | undefined, options: StatusView): View {
  const { t } = options;
  const ticket = ticketOf(model, options);
  return view(
    richText(line(t.ticket.copy), preformatted(`${ticket.subject}\n\n${ticket.description}`)),
    ...(template === undefined
      ? []
      : [actions('status.ticket', linkButton(t.ticket.open, ticketUrl(template, ticket)))]),
  );
}

function ticketOf(model: LookupModel, options: StatusView): Ticket {
  const { t, format, senders } = options;
  const { ticket } = t;
  const newest = newestOf(model);
  const msisdn = msisdnOf(model);
  const reference = 'found' in model ? referenceText(model, options) : undefined;
  const about = msisdn === '' ? (reference ?? '') : maskMsisdn(msisdn);
  const { now, trouble } = model;
  const facts: [label: string, value: string | undefined][] = [];
  if (newest) {
    const { message, timeline } = newest;
    const sentAt = earliestTime(message);
    facts.push(
      [ticket.sent, sentAt && format.moment(sentAt)],
      [
        ticket.status,
        statusText(stuckText(newest, now, options) ?? t.outcomes[timeline.outcome], statusWordOf(newest, t)),
      ],
      [ticket.operator, messageOperator(newest) ?? t.unknownRoute],
      [ticket.sender, message.sender && senderName(message.sender, senders)],
    );
  }
  if ('found' in model)
    facts.push([model.request.by === 'id' ? ticket.identifier : ticket.reference, reference]);
  const description = [
    ...facts.flatMap(([label, value]) => (value ? [`${label}: ${value.replaceAll('\n', ' ')}`] : [])),
    ...(newest ? ['', timelineView(newest, t, format, now), ''] : []),
    ...(trouble?.incident && !trouble.to ? [ticket.incident(format.since(trouble.from))] : []),
    `${zoneText(options)}, ${t.answer.asOfDay(format.since(now))}`,
  ].join('\n');
  return {
    subject: ticket.subject(about, linesOf(model, { ...options, isShared: true }).verdict),
    description,
  };
}

/** With the platform's own word, if it is another one. */
function statusText(outcome: string, word: string): string {
  return word.toLowerCase() === outcome.toLowerCase() ? outcome : `${outcome} (${word})`;
}

/** The reference as typed, because the help desk searches for it; masked if it contains the number. */
function referenceText(model: Extract<LookupModel, { found: unknown }>, options: StatusView): string {
  const typed = requestText(model, options);
  const end = msisdnOf(model).slice(-DIGITS_OF_NUMBER);
  const isNumber = end.length === DIGITS_OF_NUMBER && typed.replace(/\D/g, '').includes(end);
  return isNumber ? sanitize(typed, LONGEST_REFERENCE) : typed;
}

/** Percent-encoded, a UTF-16 unit has at most this many characters. */
const LONGEST_ENCODED = 9;

/** Shortens the description until Slack accepts the link. */
export function ticketUrl(template: string, { subject, description }: Ticket): string {
  const shown = { subject: clip(subject, LONGEST_SUBJECT), description };
  for (;;) {
    const url = template.replaceAll(/\{(subject|description)\}/g, (_, name: keyof Ticket) =>
      encodeURIComponent(shown[name].toWellFormed()),
    );
    const excess = url.length - limits.buttonUrl;
    if (excess <= 0) return url;
    const { length } = shown.description;
    shown.description = clip(shown.description, length - Math.ceil(excess / LONGEST_ENCODED));
  }
}
