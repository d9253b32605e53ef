import { maskMsisdn } from '../../domain/messages/msisdn.ts';
import { maskText } from '../../domain/messages/redaction.ts';
import { segmentsOf } from '../../domain/messages/segments.ts';
import type { TracedMessage } from '../../domain/messages/status-verdict.ts';
import type { Leg } from '../../domain/messages/timeline.ts';
import { sendCsv, toCsvFile } from '../../posting/share.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { line, richText, view } from '../../slack/blocks/blocks.ts';
import { sanitize, visible } from '../../slack/blocks/text.ts';
import { maskSender, viewOptionsFor } from '../../slack/blocks/view-options.ts';
import { isChannel } from '../../slack/listeners/access.ts';
import { revealActions } from '../../slack/listeners/reveal.ts';
import type { FeatureDeps } from '../dependencies.ts';
import { noticesOf, statusDetailsView } from './details-view.ts';
import type { StatusContext } from './locales/index.ts';
import { lookUpFor, lookUpNumber, type NumberQuery, type StatusQuery } from './lookup.ts';
import type { StatusButtons } from './message/view.ts';
import { statusProblemView } from './problem/view.ts';
import { openRequest, sealRequest } from './sealed-request.ts';
import { messageToTrack, sealTracked } from './tracking/model.ts';

/** Under Details, for who may: a number and its texts as they are. */
export const REVEAL = 'status.reveal';

/** All that is known of the messages of a page, to who asks alone. */
export async function statusDetails(query: StatusQuery, context: StatusContext, deps: FeatureDeps) {
  const { settings, runtime } = deps;
  const [model, mayReveal] = await Promise.all([
    lookUpFor('looked_up', query, context, deps),
    deps.slack.access.mayReveal(context.user, 'before'),
  ]);
  if ('problem' in model) return statusProblemView(model, viewOptionsFor(context, settings));
  const value = createStatusButtons(runtime.sealer, context.channelId).seal(query);
  const below = mayReveal ? [revealActions(REVEAL, context.t.reveal.button, value)] : [];
  return statusDetailsView(model, viewOptionsFor(context, settings), below);
}

/** Sends all messages of a number, looked up anew and not one page of them, to the asker as a file. */
export async function sendMessagesCsv(query: NumberQuery, context: StatusContext, deps: FeatureDeps) {
  const { t } = context;
  context.acts.note('exported', { numbers: [query.request.msisdn] });
  const model = await lookUpNumber(anew(query), context, deps);
  if ('problem' in model) return statusProblemView(model, viewOptionsFor(context, deps.settings));
  return sendCsv(deps, context, {
    subject: 'sms',
    content: messagesCsv(model.all, deps.settings.senders),
    comment: view(richText(line(t.post.csvComment), ...noticesOf(model, t).map((notice) => line(notice)))),
  });
}

/** What lasts must be true when it is posted, not when the page was made. */
export function anew<T extends StatusQuery>(query: T): T {
  return query.kind === 'number' ? { ...query, asOf: undefined } : query;
}

export function createStatusButtons(sealer: Sealer, channelId: string | undefined): StatusButtons {
  return {
    seal: createSeal(sealer),
    sealTracked(msisdn, message) {
      const tracked = messageToTrack(sealer, msisdn, message);
      return tracked && sealTracked(sealer, tracked);
    },
    // A direct message has nobody to share with.
    canShare: isChannel(channelId),
  };
}

/** What is sealed, the page, and the time of the answer in Unix milliseconds. */
const VALUE = /^([\w-]+)(?:\.(\d{1,6})(?:\.(\d{1,13}))?)?$/;

/** Sealed, because everybody's client can read a value; once for all buttons, as sealing takes longest. */
function createSeal(sealer: Sealer): StatusButtons['seal'] {
  const sealed = new Map<StatusQuery['request'], string>();
  return (query) => {
    const request = sealed.get(query.request) ?? sealRequest(sealer, query);
    sealed.set(query.request, request);
    if (query.kind === 'message') return request;
    return [request, query.page, query.asOf?.getTime()].filter((part) => part !== undefined).join('.');
  };
}

/** Reads a button's value; `undefined` where it was not made here, by another key, or by another version. */
export function openStatusButton(sealer: Sealer, value: string): StatusQuery | undefined {
  const [, sealed = '', page, asOfMs] = VALUE.exec(value) ?? [];
  const asOf = asOfMs === undefined ? undefined : new Date(Number(asOfMs));
  const lookup = openRequest(sealer, sealed);
  return lookup?.kind === 'number' ? { ...lookup, page: Number(page ?? 0), asOf } : lookup;
}

const LONGEST_WORD = 200;

/** Times in ISO 8601, UTC; legs in seconds, empty where a clock is off; numbers and texts masked. */
function messagesCsv(traced: readonly TracedMessage[], senders: ReadonlyMap<string, string>): string {
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
    // A failure is reported too, but reaches no handset.
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
