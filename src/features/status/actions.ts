import { z } from 'zod';
import { earliestTime, type Message } from '../../domain/messages/message.ts';
import { formatMsisdn } from '../../domain/messages/msisdn.ts';
import { maskMsisdn, maskText } from '../../domain/messages/redaction.ts';
import { segmentsOf } from '../../domain/messages/segments.ts';
import type { TracedMessage } from '../../domain/messages/status-verdict.ts';
import type { Leg } from '../../domain/messages/timeline.ts';
import { timeWithOffset } from '../../domain/time/wall-clock.ts';
import { sendCsv, toCsvFile } from '../../posting/csv.ts';
import { type Sealer, sealedJson } from '../../runtime/crypto.ts';
import {
  bold,
  contextBlock,
  divider,
  line,
  quote,
  richText,
  type View,
  type ViewBlock,
  view,
  withNote,
} from '../../slack/blocks/blocks.ts';
import { zoneText } from '../../slack/blocks/format.ts';
import { clip, sanitize, visible } from '../../slack/blocks/text.ts';
import {
  lastingViewOptions,
  maskSender,
  senderName,
  viewOptionsFor,
} from '../../slack/blocks/view-options.ts';
import type { Fields } from '../../slack/forms/modal.ts';
import { isChannel } from '../../slack/listeners/access.ts';
import { registerReveal, revealActions } from '../../slack/listeners/reveal.ts';
import type { Listeners } from '../../slack/listeners/router.ts';
import { sealCommand, suggestionButtons } from '../../slack/listeners/typed-command.ts';
import type { Deps } from '../dependencies.ts';
import { statusDetailsView } from './details-view.ts';
import type { NumbersRequest, ReadingNote, StatusQuestion } from './input.ts';
import type { StatusContext, StatusTranslations, StatusView } from './locales/index.ts';
import {
  type LookupModel,
  lookUpFor,
  lookUpNumber,
  msisdnOf,
  type NumberQuery,
  noteRecent,
  openRequest,
  type StatusQuery,
  sealRequest,
} from './lookup.ts';
import { lookUpNumbers } from './lookup-each.ts';
import { messageView, type StatusButtons } from './message/view.ts';
import { choicesFor, type StatusProblem } from './problem/suggestions.ts';
import { fieldsOf, noteText, type ProblemButtons, statusProblemView } from './problem/view.ts';
import { numbersView, withForm, withReply } from './shortcut/view.ts';
import { messageToTrack, sealTracked } from './tracking/model.ts';
import { linesOf, messagePage, noticesOf, statusView } from './view.ts';

export const STATUS_COMMAND = '/sms-status';
const REVEAL = 'status.reveal';
/** Button value: encrypted query, page number, and time of the answer in Unix milliseconds. */
const VALUE = /^([\w-]+)(?:\.(\d{1,6})(?:\.(\d{1,13}))?)?$/;
/** Longest text of a message that is shown, in characters: ten SMS segments of 160 characters. */
const LONGEST_TEXT = 1_600;
/** Longest operator name or status word in the CSV file, in characters. */
const LONGEST_WORD = 200;

export function answerQuestion(input: StatusQuestion, context: StatusContext, deps: Deps): Promise<View> {
  if (input.kind === 'numbers') return answerNumbers(input.request, context, deps, input.note);
  return answerStatus(firstPage(input, true), context, deps, input.note);
}

export function firstPage(
  input: Exclude<StatusQuestion, { kind: 'numbers' }> | StatusQuery,
  isTyped = false,
): StatusQuery {
  return input.kind === 'number' ? { kind: 'number', request: input.request, page: 0, isTyped } : input;
}

export async function answerStatus(
  query: StatusQuery,
  context: StatusContext,
  deps: Deps,
  note?: ReadingNote,
): Promise<View> {
  const model = await lookUpFor('looked_up', query, context, deps);
  if ('problem' in model) return problemView(model, context, deps);
  noteResult(query, model, context, deps);
  const options = viewOptionsFor(context, deps.settings);
  const { channelId, threadTs } = context;
  const buttons = createStatusButtons(deps.runtime.sealer, canAnswerThread(context) ? undefined : channelId);
  const answer =
    'verdict' in model ? statusView(model, options, buttons) : messageView(model, options, buttons);
  const shown = threadTs === undefined ? answer : aboutMessage(answer, { model, query }, context, deps);
  return note ? withReadingNote(shown, { note, request: query.request }, context, deps) : shown;
}

/** Adds the result to the person's recent look-ups, which Home shows on later days, too, without the number. */
export function noteResult(query: StatusQuery, model: LookupModel, context: StatusContext, deps: Deps): void {
  void noteRecent(query, context, deps, () => {
    const options = { ...lastingViewOptions(context, deps.settings), isShared: true };
    const { sign, verdict } = linesOf(model, options);
    return { sign, verdict };
  });
}

/** Adds a button that answers in the message's thread, or opens the form if nothing was found. */
function aboutMessage(
  answer: View,
  { model, query }: { readonly model: LookupModel; readonly query: StatusQuery },
  context: StatusContext,
  { runtime }: Deps,
): View {
  const { t } = context;
  const { seal, sealFields } = createStatusButtons(runtime.sealer);
  if ('found' in model && !model.found) {
    const { request, day } = model;
    const fields = request.by === 'id' ? { way: 'id', id: request.id } : fieldsOf(request);
    return withForm(answer, sealFields(day === undefined ? fields : { ...fields, date: day }), t);
  }
  return canAnswerThread(context) ? withReply(answer, seal(withoutAsOf(query)), t) : answer;
}

async function answerNumbers(
  request: NumbersRequest,
  context: StatusContext,
  deps: Deps,
  note: ReadingNote,
): Promise<View> {
  context.acts.note('looked_up', { numbers: request.msisdns });
  const model = await lookUpNumbers(request, context, deps);
  if ('problem' in model) return problemView(model, context, deps);
  const buttons = createStatusButtons(deps.runtime.sealer, context.channelId);
  const answer = numbersView(model, viewOptionsFor(context, deps.settings), buttons);
  return withReadingNote(answer, { note, request }, context, deps);
}

function withReadingNote(
  answer: View,
  { note, request }: { readonly note: ReadingNote; readonly request: StatusQuestion['request'] },
  context: StatusContext,
  { runtime }: Deps,
): View {
  const text = noteText(note, context);
  if (text === '') return answer;
  const noted = withNote(answer, text);
  const { sealText } = createStatusButtons(runtime.sealer);
  const choices = suggestionButtons(choicesFor(request, note, context), sealText);
  return { ...noted, blocks: noted.blocks.toSpliced(2, 0, ...choices) };
}

export function problemView(
  problem: StatusProblem,
  context: StatusContext,
  { settings, runtime }: Deps,
  write?: (words: string) => string,
): View {
  const buttons = createStatusButtons(runtime.sealer, context.channelId);
  return statusProblemView(problem, viewOptionsFor(context, settings), buttons, write);
}

export function canAnswerThread({ channelId, threadTs }: StatusContext): boolean {
  return threadTs !== undefined && isChannel(channelId);
}

export async function statusDetails(query: StatusQuery, context: StatusContext, deps: Deps) {
  const { settings, runtime } = deps;
  const [model, mayReveal] = await Promise.all([
    lookUpFor('looked_up', query, context, deps),
    deps.slack.access.mayReveal(context.user, 'before'),
  ]);
  if ('problem' in model) return statusProblemView(model, viewOptionsFor(context, settings));
  noteResult(query, model, context, deps);
  const value = createStatusButtons(runtime.sealer, context.channelId).seal(query);
  const below = mayReveal ? [revealActions(REVEAL, context.t.reveal.button, value)] : [];
  return statusDetailsView(model, viewOptionsFor(context, settings), below);
}

export async function sendMessagesCsv(query: NumberQuery, context: StatusContext, deps: Deps) {
  const { t } = context;
  context.acts.note('exported', { numbers: [query.request.msisdn] });
  const model = await lookUpNumber(withoutAsOf(query), context, deps);
  if ('problem' in model) return statusProblemView(model, viewOptionsFor(context, deps.settings));
  return sendCsv(deps, context, {
    subject: 'sms',
    content: toCsvFile(model.all.map((one) => csvRow(one, context, deps.settings))),
    comment: view(
      richText(
        line(`${t.post.csvComment} ${zoneText(context)}.`),
        ...noticesOf(model, t).map((notice) => line(notice)),
      ),
    ),
  });
}

/** Times are ISO 8601 in the person's zone; durations are in seconds, empty if a clock is wrong. */
function csvRow(
  { message, timeline }: TracedMessage,
  { user }: StatusContext,
  { senders }: Deps['settings'],
) {
  const { text } = message;
  const timeOf = (at: Date | undefined) => at && timeWithOffset(at, user.timeZone);
  const isDelivered = timeline.outcome === 'delivered';
  const size = text === undefined ? undefined : segmentsOf(text);
  return {
    number: maskMsisdn(message.msisdn),
    sender: message.sender && maskSender(message.sender, senders),
    operator: message.operator && sanitize(message.operator, LONGEST_WORD),
    outcome: timeline.outcome,
    platform_status: message.statusWord && sanitize(message.statusWord, LONGEST_WORD),
    platform_time: timeOf(message.platformAt),
    operator_time: timeOf(message.operatorAt),
    receipt_time: timeOf(message.handsetAt),
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

/** Removes the time limit `asOf` of a query, so that the answer includes newer messages. */
export function withoutAsOf<T extends StatusQuery>(query: T): T {
  return query.kind === 'number' ? { ...query, asOf: undefined } : query;
}

export function createStatusButtons(
  sealer: Sealer,
  channelId?: string | undefined,
): StatusButtons & ProblemButtons {
  return {
    seal(query) {
      const request = sealRequest(sealer, query);
      if (query.kind === 'message') return request;
      return [request, query.page, query.asOf?.getTime()].filter((part) => part !== undefined).join('.');
    },
    sealText: (text, command = STATUS_COMMAND) => sealCommand(sealer, command, text),
    sealFields: (fields) => sealedFields.seal(sealer, fields),
    sealTracked(msisdn, message) {
      const tracked = messageToTrack(sealer, msisdn, message);
      return tracked && sealTracked(sealer, tracked);
    },
    canShare: isChannel(channelId),
  };
}

export function openStatusButton(sealer: Sealer, value: string): StatusQuery | undefined {
  const [, sealed = '', page, asOfMs] = VALUE.exec(value) ?? [];
  const asOf = asOfMs === undefined ? undefined : new Date(Number(asOfMs));
  const lookup = openRequest(sealer, sealed);
  return lookup?.kind === 'number' ? { ...lookup, page: Number(page ?? 0), asOf } : lookup;
}

const sealedFields = sealedJson('status.fields', z.record(z.string(), z.string()));

export function openFields(sealer: Sealer, value: string): Fields | undefined {
  return sealedFields.open(sealer, value);
}

export function registerStatusReveal(router: Listeners<StatusTranslations>, deps: Deps): void {
  const reveal = {
    actionId: REVEAL,
    formId: 'status.reveal.form',
    open: (value: string) => openStatusButton(deps.runtime.sealer, value),
    numbersIn: (query: StatusQuery) => (query.kind === 'number' ? [query.request.msisdn] : []),
    answer: (query: StatusQuery, context: StatusContext) => revealStatus(query, context, deps),
  };
  registerReveal(router, reveal, deps);
}

async function revealStatus(query: StatusQuery, context: StatusContext, deps: Deps): Promise<View> {
  const options = viewOptionsFor(context, deps.settings);
  const model = await lookUpFor('revealed', query, context, deps);
  if (!('problem' in model)) return revealedView(model, options);
  context.acts.failed(model.problem);
  return statusProblemView(model, options);
}

export function revealedView(model: LookupModel, options: StatusView): View {
  const { t } = options;
  const msisdn = msisdnOf(model);
  const shown = 'verdict' in model ? messagePage(model).shown : model.found ? [model.found.traced] : [];
  return view(
    ...(msisdn === '' ? [] : [richText(line(bold(formatMsisdn(msisdn))))]),
    ...shown.flatMap(({ message }) => [divider(), ...messageBlocks(message, options)]),
    contextBlock(t.reveal.onlyYou),
  );
}

function messageBlocks(message: Message, { t, format, senders }: StatusView): ViewBlock[] {
  const at = earliestTime(message);
  const facts = [
    ...(at ? [format.moment(at)] : []),
    ...(message.sender === undefined ? [] : [t.answer.from(senderName(message.sender, senders))]),
  ];
  const text = clip(visible(message.text ?? ''), LONGEST_TEXT);
  const head = facts.length > 0 ? [line(facts.join(' · '))] : [];
  if (text.trim() !== '') return [richText(...head, quote(text))];
  const isMissing = message.text === undefined;
  return [richText(...head, line(isMissing ? t.status.textMissing : t.status.textInvisible))];
}
