import type { Act } from '../../domain/audit.ts';
import { earliestTime, type Message } from '../../domain/messages/message.ts';
import type { Msisdn } from '../../domain/messages/msisdn.ts';
import type { PeerComparison } from '../../domain/messages/peer-comparison.ts';
import {
  countOutcomes,
  type History,
  historyOf,
  type OutcomeCounts,
  placeOfCode,
  type StatusVerdict,
  type TracedMessage,
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
import {
  type LookupRequest,
  type LookupResult,
  sealedLookup,
  sealedRecent,
} from '../../slack/listeners/typed-command.ts';
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
import {
  comparePeers,
  findOutside,
  findTrouble,
  isComplete,
  isOfKinds,
  type ShownTrouble,
  traceKnown,
} from './surroundings.ts';

export type StatusQuery = NumberQuery | { readonly kind: 'message'; readonly request: MessageRequest };

export interface NumberQuery {
  readonly kind: 'number';
  readonly request: NumberRequest;
  /** Page number, from 0; page 0 has the newest messages. */
  readonly page: number;
  /** Messages after this time are excluded, so that pages do not shift between clicks. */
  readonly asOf?: Date | undefined;
  /** True if this person typed the number; buttons may hold one that the person may not see. */
  readonly isTyped?: boolean;
}

export interface StatusModel extends Pick<NumberQuery, 'isTyped'> {
  readonly request: NumberRequest;
  readonly period: Period;
  readonly asOf: Date;
  readonly now: Date;
  readonly total: number;
  readonly counts: OutcomeCounts;
  readonly verdict: StatusVerdict;
  /** The message that the verdict is about: the newest code, or the newest message if there is no code. */
  readonly newest: TracedMessage | undefined;
  readonly history: History;
  readonly trouble?: ShownTrouble | undefined;
  /** If no message was found: the newest one of the last 31 days. */
  readonly outside?: TracedMessage | undefined;
  /** True if there is none in the last 31 days. */
  readonly isNoneOutside?: boolean;
  /** Number of messages of kinds that were not asked for. */
  readonly otherKinds: number;
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
  readonly trouble?: ShownTrouble | undefined;
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
  if (query.kind === 'number') return lookUpNumber(query, requester, deps, { searchesOutside: true });
  const model = await lookUpMessage(query.request, requester, deps);
  if ('found' in model) requester.acts.note(act, { numbers: [msisdnOf(model)] });
  return model;
}

export async function lookUpNumber(
  { request, page, asOf, isTyped = false }: NumberQuery,
  { user, now: askedAt }: Requester,
  deps: Deps,
  { searchesOutside = false } = {},
): Promise<StatusModel | LookupProblem> {
  const { msisdn, sender, spec, kinds } = request;
  // “Today” means the day of the first page, also if another page is opened after midnight.
  const period = resolvePeriod(spec, user.timeZone, asOf ?? askedAt, { maxDays: MAX_LOOKUP_DAYS });
  if ('problem' in period) return { ...period, understood: { msisdns: [msisdn], sender } };
  const { start, end } = period;
  const troubleRead = deps.stores.knownTrouble.refresh();
  const read = deps.platform.messages({ msisdn, sender, start, end, userId: user.id });
  const found: Message[] = [];
  for await (const message of read) {
    const time = earliestTime(message);
    if (!asOf || !time || time <= asOf) found.push(message);
  }
  const now = deps.runtime.now();
  const messages = found.filter((message) => isOfKinds(message, kinds));
  const all = await traceKnown(messages, now, deps);
  const judged = all.slice(placeOfCode(all, now));
  const verdict = verdictOf(judged, now);
  const newestAt = all[0] && earliestTime(all[0].message);
  const { counts } = read;
  const isNone = searchesOutside && all.length === 0 && isComplete(counts);
  const outside = isNone ? await findOutside(request, period, user, deps) : undefined;
  const newestOutside = outside === 'none' ? undefined : outside;
  const [peers, trouble] = await Promise.all([
    comparePeers(judged, verdict, deps),
    findTrouble(newestOutside ? [newestOutside] : judged, { reading: troubleRead, period }, deps),
  ]);
  return {
    request,
    isTyped,
    period,
    // Not before the newest message, because the platform's clock may run ahead of the bot's clock.
    asOf: asOf ?? new Date(Math.max(now.getTime(), newestAt?.getTime() ?? 0)),
    now,
    total: all.length,
    counts: countOutcomes(all),
    verdict,
    newest: judged[0],
    history: historyOf(judged, now),
    all,
    page,
    unreadable: counts.unreadable,
    otherNumbers: counts.otherNumbers,
    otherKinds: found.length - all.length,
    undated: messages.filter((message) => !earliestTime(message)).length,
    shortfall: counts.shortfalls[0],
    peers,
    trouble,
    outside: newestOutside,
    isNoneOutside: outside === 'none',
  };
}

async function lookUpMessage(
  request: MessageRequest,
  { user }: Requester,
  deps: Deps,
): Promise<MessageModel | LookupProblem> {
  const { platform, runtime } = deps;
  const troubleRead = deps.stores.knownTrouble.refresh();
  const toModel = async (sent: SentMessage | undefined, day?: Day): Promise<MessageModel> => {
    const now = runtime.now();
    const [traced] = sent ? await traceKnown([sent.message], now, deps) : [];
    if (!sent || !traced) return { request, day, now, found: undefined };
    const [peers, trouble] = await Promise.all([
      comparePeers([traced], verdictOf([traced], now), deps),
      findTrouble([traced], { reading: troubleRead }, deps),
    ]);
    return { request, day, now, found: { traced, otherFields: sent.others }, peers, trouble };
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

interface RequestTexts {
  readonly sealer: Sealer;
  readonly sealed: string;
  /** Digest by which a repeated look-up replaces the recent one. */
  readonly subject: string;
}

const textsOfRequests = new WeakMap<Lookup['request'], RequestTexts>();

/** Computed once for a request, because encryption and digests are slow. */
function textsOf(sealer: Sealer, query: Lookup): RequestTexts {
  const before = textsOfRequests.get(query.request);
  if (before?.sealer === sealer) return before;
  const plain = toPlain(query);
  const subject = sealer.digest('recent', JSON.stringify(plain));
  const texts = { sealer, sealed: sealedLookup.seal(sealer, plain), subject };
  textsOfRequests.set(query.request, texts);
  return texts;
}

export function sealRequest(sealer: Sealer, query: Lookup): string {
  return textsOf(sealer, query).sealed;
}

export function openRequest(sealer: Sealer, sealed: string): Lookup | undefined {
  const plain = sealedLookup.open(sealer, sealed);
  if (!plain) return undefined;
  if ('i' in plain) return { kind: 'message', request: { by: 'id', id: plain.i } };
  const spec = parsePeriod('d' in plain ? plain.d : plain.p);
  if (!spec || 'problem' in spec) return undefined;
  if ('n' in plain)
    return { kind: 'number', request: { msisdn: plain.n, spec, sender: plain.s, kinds: plain.k } };
  return isDay(spec)
    ? { kind: 'message', request: { by: 'reference', day: spec, reference: plain.r } }
    : undefined;
}

/** Adds to the person's recent look-ups. They are written in the background, because no answer needs them. */
export async function noteRecent(
  query: Lookup,
  { user, now }: Requester,
  { stores, runtime: { sealer, log } }: Deps,
  resultOf?: () => LookupResult,
): Promise<void> {
  const lookup = {
    subject: textsOf(sealer, query).subject,
    seal: () => sealedRecent.seal(sealer, { ...toPlain(query), result: resultOf?.() }, user.id),
  };
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
