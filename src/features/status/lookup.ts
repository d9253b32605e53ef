import { setTimeout as pause } from 'node:timers/promises';
import { earliestTime, type Message } from '../../domain/messages/message.ts';
import {
  compareWithPeers,
  hourAround,
  type PeerComparison,
  troubledMessage,
} from '../../domain/messages/peer-comparison.ts';
import {
  countOutcomes,
  type OutcomeCounts,
  type StatusVerdict,
  type Traced,
  traceAll,
  verdictOf,
} from '../../domain/messages/status-verdict.ts';
import type { QuestionOptions } from '../../domain/question.ts';
import {
  type Day,
  localDay,
  type Period,
  type PeriodProblem,
  resolvePeriod,
} from '../../domain/time/period.ts';
import type { Post } from '../../posting/post.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { line, richText, type View, view } from '../../slack/blocks/blocks.ts';
import { csvFileName } from '../../slack/csv.ts';
import { adviceView, refusalView } from '../../slack/error-view.ts';
import { createFormatter } from '../../slack/format.ts';
import { isChannel } from '../../slack/listeners/access.ts';
import { pageOf } from '../../slack/pagination.ts';
import type { Traffic } from '../../traffic/types.ts';
import type { ReadCounts, SentMessage, Upstream } from '../../upstream/index.ts';
import { createStatusButtonSealer, type NumberButtonState, type StatusButtonState } from './actions.ts';
import { messagesCsv } from './csv.ts';
import type { MessageRequest, NumberRequest } from './input.ts';
import type { StatusContext, StatusView } from './locales/index.ts';
import { type StatusProblem, statusProblemView } from './problem-view.ts';
import { messageToTrack, sealTracked } from './tracking/model.ts';
import {
  foundBlocks,
  foundView,
  noticesOf,
  type StatusButtonOptions,
  sharedStatusView,
  statusView,
} from './view.ts';

export type AnswerDeps = QuestionOptions &
  LookupDeps &
  PeerDeps &
  FindMessageDeps & { readonly sealer: Sealer; readonly post: Post };

/** Looks up what was asked, and says it. */
export async function answerStatus(
  turn: StatusButtonState,
  context: StatusContext,
  deps: AnswerDeps,
): Promise<View> {
  const model = await withOthers(await modelFor(turn, context, deps), deps);
  if ('problem' in model) return statusProblemView(model, context.t, deps.senders);
  const options = viewOptions(context, deps);
  const buttons: StatusButtonOptions = {
    seal: createStatusButtonSealer(deps.sealer),
    sealWaited: (msisdn, message) => {
      const waited = messageToTrack(deps.sealer, msisdn, message);
      return waited && sealTracked(deps.sealer, waited);
    },
    // A direct message has nobody to share with.
    canShare: isChannel(context.channelId),
  };
  return 'verdict' in model ? statusView(model, options, buttons) : foundView(model, options, buttons);
}

/** Posts the answer, read anew, in the channel it was asked in, and says that it did or why not. */
export async function shareStatus(
  turn: StatusButtonState,
  context: StatusContext,
  deps: AnswerDeps,
): Promise<View> {
  const { t, channelId, user } = context;
  const model = await withOthers(await modelFor(afresh(turn), context, deps), deps);
  if ('problem' in model) return statusProblemView(model, t, deps.senders);
  if ('found' in model && !model.found) return view(...foundBlocks(model, viewOptions(context, deps)));
  if (!isChannel(channelId)) return adviceView(t.post.refused.notMember, t);
  const formatter = createFormatter(t, user.timeZone, model.now, { isLasting: true });
  const shared = sharedStatusView(model, { ...viewOptions(context, deps), formatter }, user.name);
  const refusal = await deps.post.toChannel(channelId, shared);
  return refusal ? refusalView(refusal, t) : view(richText(line(t.post.shared)));
}

/** Sends all messages of a number, read anew and not one page of them, to the asker as a file. */
export async function sendMessagesCsv(
  turn: NumberButtonState,
  context: StatusContext,
  deps: AnswerDeps,
): Promise<View> {
  const { t, user, now } = context;
  const model = await numberModel(afresh(turn), context, deps);
  if ('problem' in model) return statusProblemView(model, t, deps.senders);
  const name = csvFileName('sms', now);
  const comment = view(
    richText(line(t.post.csvComment), ...noticesOf(model, t).map((notice) => line(notice))),
  );
  const refusal = await deps.post.fileTo(user.id, {
    name,
    title: name,
    content: messagesCsv(model.all),
    comment,
  });
  return refusal ? refusalView(refusal, t) : view(richText(line(t.post.csvSent)));
}

/** What lasts must be true when it is posted, not when the page was made. */
function afresh<T extends StatusButtonState>(turn: T): T {
  return turn.kind === 'number' ? { ...turn, asOf: undefined } : turn;
}

async function modelFor(
  turn: StatusButtonState,
  context: StatusContext,
  deps: AnswerDeps,
): Promise<StatusModel | MessageModel | StatusProblem> {
  if (turn.kind === 'message') return findMessage(turn.request, context.user.timeZone, deps);
  return numberModel(turn, context, deps);
}

async function withOthers<T extends StatusModel | MessageModel | StatusProblem>(
  model: T,
  deps: PeerDeps,
): Promise<T> {
  const others = 'verdict' in model ? await comparePeers(model, deps) : undefined;
  return others ? { ...model, others } : model;
}

async function numberModel(
  turn: NumberButtonState,
  { user, now }: StatusContext,
  deps: AnswerDeps,
): Promise<StatusModel | StatusProblem> {
  // A page turned after midnight is still one of the day that was asked for.
  const period = resolvePeriod(turn.request.spec, user.timeZone, turn.asOf ?? now);
  return 'problem' in period ? period : lookUp(turn.request, period, turn, deps);
}

function viewOptions({ t, formatter }: StatusContext, { senders }: AnswerDeps): StatusView {
  return { t, formatter, senders };
}

/** Which part of the answer to show. */
export interface PageRequest {
  /** From 0, the newest messages first. */
  readonly page: number;
  /** Later messages are left out, so that pages do not shift while somebody turns them; left out: all there are. */
  readonly asOf?: Date | undefined;
}

/** Everything an answer says of a number. */
export interface StatusModel {
  readonly request: NumberRequest;
  readonly period: Period;
  /** What the pages are made of: messages up to then. */
  readonly asOf: Date;
  /** When the platform was read. */
  readonly now: Date;
  readonly total: number;
  readonly counts: OutcomeCounts;
  readonly verdict: StatusVerdict;
  /** The newest message, which the verdict speaks of. */
  readonly newest: Traced | undefined;
  /** Newest first. */
  readonly all: readonly Traced[];
  readonly shown: readonly Traced[];
  readonly page: number;
  readonly pages: number;
  /** Entries of the platform's answer that could not be read. */
  readonly unreadable: number;
  /** Entries about other numbers than the one asked for, left out. */
  readonly otherNumbers: number;
  /** Messages without any time, which may belong to another period. */
  readonly undated: number;
  readonly shortfall: ReadCounts['shortfalls'][number] | undefined;
  /** How others fared, where the newest messages are in trouble and that is known. */
  readonly others?: PeerComparison;
}

interface LookupDeps {
  readonly upstream: Pick<Upstream, 'messages'>;
  readonly settleHours: number;
  readonly now: () => Date;
}

const PAGE_SIZE = 5;

/** Asks the platform for a number's messages and judges them. @throws UpstreamError */
export async function lookUp(
  request: NumberRequest,
  period: Period,
  { page, asOf }: PageRequest,
  { upstream, settleHours, now: clock }: LookupDeps,
): Promise<StatusModel> {
  const { msisdn, sender } = request;
  const read = upstream.messages({ msisdn, sender, start: period.start, end: period.end });
  const messages: Message[] = [];
  for await (const message of read) {
    const time = earliestTime(message);
    if (!asOf || !time || time <= asOf) messages.push(message);
  }
  const now = clock();
  const traced = traceAll(messages, { now, settleHours });
  return {
    request,
    period,
    asOf: asOf ?? latestOf(now, traced[0]),
    now,
    total: traced.length,
    counts: countOutcomes(traced),
    verdict: verdictOf(traced, now),
    newest: traced[0],
    all: traced,
    ...pageOf(traced, page, PAGE_SIZE),
    unreadable: read.counts.unreadable,
    otherNumbers: read.counts.otherNumbers,
    undated: messages.filter((message) => !earliestTime(message)).length,
    shortfall: read.counts.shortfalls[0],
  };
}

/** The platform's clock may run ahead of ours; what it has sent is part of the answer. */
function latestOf(now: Date, newest: Traced | undefined): Date {
  const newestAt = newest && earliestTime(newest.message);
  return newestAt && newestAt > now ? newestAt : now;
}

/** Everything an answer says of one message. */
export interface MessageModel {
  readonly request: MessageRequest;
  /** The day it was looked for; `undefined` for a look-up by identifier. */
  readonly day: Day | undefined;
  /** `undefined`: the platform does not know it. */
  readonly found: { readonly traced: Traced; readonly others: SentMessage['others'] } | undefined;
  readonly now: Date;
}

interface FindMessageDeps {
  readonly upstream: Pick<Upstream, 'message' | 'sms'>;
  readonly settleHours: number;
  readonly now: () => Date;
}

/**
 * Asks the platform for one message. A day is a day in the asker's zone.
 * @returns what is wrong with the day, or `not_set_up` where identifiers cannot be looked up
 * @throws UpstreamError
 */
async function findMessage(
  request: MessageRequest,
  zone: string,
  { upstream, settleHours, now: clock }: FindMessageDeps,
): Promise<MessageModel | PeriodProblem | { readonly problem: 'not_set_up' }> {
  const toModel = (sent: SentMessage | undefined, day?: Day): MessageModel => {
    const now = clock();
    const [traced] = sent ? traceAll([sent.message], { now, settleHours }) : [];
    return { request, day, now, found: sent && traced ? { traced, others: sent.others } : undefined };
  };
  if (request.by === 'id') {
    return upstream.sms ? toModel(await upstream.sms(request.id)) : { problem: 'not_set_up' };
  }
  const period = resolvePeriod(request.day, zone, clock());
  if ('problem' in period) return period;
  const day = localDay(period.start, zone);
  return toModel(await upstream.message({ day, reference: request.reference }), day);
}

interface PeerDeps {
  readonly traffic: Pick<Traffic, 'held'>;
  /** What is held is there at once, or not worth waiting for: 50 ms unless told. */
  readonly peersWithinMs?: number;
}

const OTHERS_WITHIN_MS = 50;

/**
 * Whether it is just this customer: the number's newest message in trouble, held against its operator's others. From
 * figures that are held already; `undefined` where these say nothing, or not soon enough.
 */
async function comparePeers(
  { all, verdict }: Pick<StatusModel, 'all' | 'verdict'>,
  { traffic, peersWithinMs = OTHERS_WITHIN_MS }: PeerDeps,
): Promise<PeerComparison | undefined> {
  const troubled = troubledMessage(all, verdict);
  if (!troubled) return undefined;
  const over = new AbortController();
  const figures = await Promise.race([
    // Whoever keeps them has said so where they cannot be had.
    traffic.held(hourAround(troubled)).catch(() => undefined),
    pause(peersWithinMs, undefined, { signal: over.signal }).catch(() => undefined),
  ]);
  over.abort();
  const own = all.map(({ message }) => message);
  return figures && compareWithPeers(troubled, own, figures);
}
