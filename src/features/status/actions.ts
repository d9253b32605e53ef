import { sendCsv } from '../../posting/csv.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { line, richText, view } from '../../slack/blocks/blocks.ts';
import { viewOptionsFor } from '../../slack/blocks/view-options.ts';
import { isChannel } from '../../slack/listeners/access.ts';
import { revealActions } from '../../slack/listeners/reveal.ts';
import type { FeatureDeps } from '../dependencies.ts';
import { messagesCsv } from './csv.ts';
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
