import { setTimeout as pause } from 'node:timers/promises';
import type { Act } from '../../domain/audit.ts';
import { earliestTime, type Message } from '../../domain/messages/message.ts';
import type { Msisdn } from '../../domain/messages/msisdn.ts';
import {
  compareWithPeers,
  findAffectedMessage,
  hourAround,
  type PeerComparison,
} from '../../domain/messages/peer-comparison.ts';
import {
  countOutcomes,
  type OutcomeCounts,
  type StatusVerdict,
  type TracedMessage,
  traceMessages,
  verdictOf,
} from '../../domain/messages/status-verdict.ts';
import type { Day } from '../../domain/time/calendar.ts';
import {
  type Period,
  type PeriodProblem,
  parsePeriod,
  periodToText,
  resolvePeriod,
} from '../../domain/time/period.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import type { Timings } from '../../runtime/timings.ts';
import { type LookupRequest, sealedLookup } from '../../slack/listeners/typed-command.ts';
import type { ReadCounts, SentMessage } from '../../upstream/index.ts';
import type { Deps } from '../dependencies.ts';
import {
  isDay,
  MAX_LOOKUP_DAYS,
  type MessageRequest,
  type NumberRequest,
  type UnderstoodLookup,
} from './input.ts';
import type { StatusContext } from './locales/index.ts';

export type StatusQuery = NumberQuery | { readonly kind: 'message'; readonly request: MessageRequest };

export interface NumberQuery {
  readonly kind: 'number';
  readonly request: NumberRequest;
  /** Page number, from 0; page 0 has the newest messages. */
  readonly page: number;
  /** Messages after this time are excluded, so that pages do not shift between clicks. */
  readonly asOf?: Date | undefined;
}

export interface StatusModel {
  readonly request: NumberRequest;
  readonly period: Period;
  readonly asOf: Date;
  readonly now: Date;
  readonly total: number;
  readonly counts: OutcomeCounts;
  readonly verdict: StatusVerdict;
  readonly newest: TracedMessage | undefined;
  /** All messages that the look-up found, sorted by time, newest first. */
  readonly all: readonly TracedMessage[];
  /** Requested page, from 0; it may be past the last one. */
  readonly page: number;
  readonly unreadable: number;
  /** Number of entries that were omitted because they are about other telephone numbers. */
  readonly otherNumbers: number;
  /** Number of messages without a time, which may belong to another period. */
  readonly undated: number;
  readonly shortfall: ReadCounts['shortfalls'][number] | undefined;
  readonly peers?: PeerComparison | undefined;
}

export interface MessageModel {
  readonly request: MessageRequest;
  readonly day: Day | undefined;
  /** The message that was found; `undefined` if the platform does not know it. */
  readonly found: { readonly traced: TracedMessage; readonly otherFields: SentMessage['others'] } | undefined;
  readonly now: Date;
  readonly peers?: PeerComparison | undefined;
}

export type LookupModel = StatusModel | MessageModel;

export function newestOf(model: LookupModel): TracedMessage | undefined {
  return 'verdict' in model ? model.newest : model.found?.traced;
}

export function msisdnOf(model: LookupModel): Msisdn {
  return 'verdict' in model ? model.request.msisdn : (model.found?.traced.message.msisdn ?? '');
}

export type LookupProblem = (PeriodProblem | { readonly problem: 'not_set_up' }) & {
  readonly understood?: UnderstoodLookup;
};

type Requester = Pick<StatusContext, 'user' | 'now'>;

/** Looks up messages and notes it for the audit. @throws UpstreamError if the platform cannot be read */
export async function lookUpFor(
  act: Act,
  query: StatusQuery,
  requester: Requester & Pick<StatusContext, 'acts'>,
  deps: Deps,
): Promise<LookupModel | LookupProblem> {
  if (act === 'looked_up') void noteRecent(query, requester, deps);
  requester.acts.note(act, { numbers: query.kind === 'number' ? [query.request.msisdn] : [] });
  if (query.kind === 'number') return lookUpNumber(query, requester, deps);
  const model = await lookUpMessage(query.request, requester, deps);
  if ('found' in model) requester.acts.note(act, { numbers: [msisdnOf(model)] });
  return model;
}

export async function lookUpNumber(
  { request, page, asOf }: NumberQuery,
  { user, now: askedAt }: Requester,
  deps: Deps,
): Promise<StatusModel | LookupProblem> {
  const { msisdn, sender, spec } = request;
  // “Today” means the day of the first page, also if another page is opened after midnight.
  const period = resolvePeriod(spec, user.timeZone, asOf ?? askedAt, { maxDays: MAX_LOOKUP_DAYS });
  if ('problem' in period) return { ...period, understood: { msisdns: [msisdn], sender } };
  const { start, end } = period;
  const read = deps.platform.messages({ msisdn, sender, start, end, userId: user.id });
  const messages: Message[] = [];
  for await (const message of read) {
    const time = earliestTime(message);
    if (!asOf || !time || time <= asOf) messages.push(message);
  }
  const now = deps.runtime.now();
  const traced = await traceKnown(messages, now, deps);
  const verdict = verdictOf(traced, now);
  const newestAt = traced[0] && earliestTime(traced[0].message);
  return {
    request,
    period,
    // Not before the newest message, because the platform's clock may run ahead of the bot's clock.
    asOf: asOf ?? new Date(Math.max(now.getTime(), newestAt?.getTime() ?? 0)),
    now,
    total: traced.length,
    counts: countOutcomes(traced),
    verdict,
    newest: traced[0],
    all: traced,
    page,
    unreadable: read.counts.unreadable,
    otherNumbers: read.counts.otherNumbers,
    undated: messages.filter((message) => !earliestTime(message)).length,
    shortfall: read.counts.shortfalls[0],
    peers: await comparePeers(traced, verdict, deps),
  };
}

/** Builds the messages' timelines; a message of an operator without receipts does not count as waiting. */
async function traceKnown(
  messages: readonly Message[],
  now: Date,
  { stores, settings, runtime }: Deps,
): Promise<TracedMessage[]> {
  const { receiptHours, failureWords } = settings;
  const received = messages.filter(({ status, handsetAt }) => status === 'delivered' || handsetAt);
  const confirmed = new Set(received.map(({ operator }) => operator));
  const open = messages.flatMap(({ status, operator, operatorAt }) =>
    status === 'pending' && operator !== undefined && operatorAt && !confirmed.has(operator)
      ? [operator]
      : [],
  );
  const pending = open.length > 0 && stores.cachedTraffic.operatorsWithoutReceipts(open);
  const withoutReceipts = pending && (await withTimeout(pending, runtime.timings));
  return traceMessages(messages, {
    now,
    receiptHours,
    failureWords,
    ...(withoutReceipts ? { operatorsWithoutReceipts: withoutReceipts } : {}),
  });
}

async function withTimeout<T>(promise: Promise<T>, { peersTimeoutMs }: Timings): Promise<T | undefined> {
  const done = new AbortController();
  try {
    const late = pause(peersTimeoutMs, undefined, { signal: done.signal }).catch(() => undefined);
    return await Promise.race([promise.catch(() => undefined), late]);
  } finally {
    done.abort();
  }
}

async function comparePeers(
  all: readonly TracedMessage[],
  verdict: StatusVerdict,
  { stores, runtime }: Deps,
): Promise<PeerComparison | undefined> {
  const affected = findAffectedMessage(all, verdict);
  if (!affected) return undefined;
  const reading = stores.cachedTraffic.figuresOfDays(hourAround(affected));
  const figures = await withTimeout(reading, runtime.timings);
  const own = all.map(({ message }) => message);
  return figures && compareWithPeers(affected, own, figures);
}

async function lookUpMessage(
  request: MessageRequest,
  { user }: Requester,
  deps: Deps,
): Promise<MessageModel | LookupProblem> {
  const { platform, runtime } = deps;
  const toModel = async (sent: SentMessage | undefined, day?: Day): Promise<MessageModel> => {
    const now = runtime.now();
    const [traced] = sent ? await traceKnown([sent.message], now, deps) : [];
    if (!sent || !traced) return { request, day, now, found: undefined };
    const peers = await comparePeers([traced], verdictOf([traced], now), deps);
    return { request, day, now, found: { traced, otherFields: sent.others }, peers };
  };
  if (request.by === 'id') {
    return platform.sms ? toModel(await platform.sms(request.id, user.id)) : { problem: 'not_set_up' };
  }
  const period = resolvePeriod(request.day, user.timeZone, runtime.now(), { maxDays: 1 });
  if ('problem' in period) return { ...period, understood: { reference: request.reference } };
  const day = localDay(period.start, user.timeZone);
  return toModel(await platform.message({ day, reference: request.reference, userId: user.id }), day);
}

export type Lookup =
  | { readonly kind: 'number'; readonly request: NumberRequest }
  | { readonly kind: 'message'; readonly request: MessageRequest };

const sealedBefore = new WeakMap<Lookup['request'], { readonly sealer: Sealer; readonly sealed: string }>();

/** Encrypts a request only once for all that needs it, because encryption is slow. */
export function sealRequest(sealer: Sealer, query: Lookup): string {
  const before = sealedBefore.get(query.request);
  if (before?.sealer === sealer) return before.sealed;
  const sealed = sealedLookup.seal(sealer, toPlain(query));
  sealedBefore.set(query.request, { sealer, sealed });
  return sealed;
}

export function openRequest(sealer: Sealer, sealed: string): Lookup | undefined {
  const plain = sealedLookup.open(sealer, sealed);
  if (!plain) return undefined;
  if ('i' in plain) return { kind: 'message', request: { by: 'id', id: plain.i } };
  const spec = parsePeriod('d' in plain ? plain.d : plain.p);
  if (!spec || 'problem' in spec) return undefined;
  if ('n' in plain) {
    const kinds = plain.k === undefined ? {} : { kinds: plain.k };
    return { kind: 'number', request: { msisdn: plain.n, spec, sender: plain.s, ...kinds } };
  }
  return isDay(spec)
    ? { kind: 'message', request: { by: 'reference', day: spec, reference: plain.r } }
    : undefined;
}

/** Adds to the person's recent look-ups. They are written in the background, because no answer needs them. */
export async function noteRecent(
  query: Lookup,
  { user, now }: Requester,
  { stores, runtime: { sealer, log } }: Deps,
): Promise<void> {
  const subject = sealer.digest('recent', JSON.stringify(toPlain(query)));
  const lookup = { subject, sealed: sealedLookup.seal(sealer, toPlain(query), user.id) };
  await stores.recentLookups
    .note(user.id, lookup, now)
    .catch((error: unknown) => log.debug({ err: error }, 'a recent look-up was not noted'));
}

function toPlain(query: Lookup): LookupRequest {
  if (query.kind === 'number') {
    const { msisdn, spec, sender, kinds } = query.request;
    return { n: msisdn, p: periodToText(spec), s: sender, k: kinds && [...kinds] };
  }
  const { request } = query;
  return request.by === 'id' ? { i: request.id } : { d: periodToText(request.day), r: request.reference };
}
