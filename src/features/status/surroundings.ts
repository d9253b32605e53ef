import { type OperatorTrouble, troubleFor } from '../../domain/detection/operator-trouble.ts';
import type { Message } from '../../domain/messages/message.ts';
import { messageKindOf } from '../../domain/messages/message-kind.ts';
import {
  compareWithPeers,
  findAffectedMessage,
  hourAround,
  type PeerComparison,
} from '../../domain/messages/peer-comparison.ts';
import {
  type StatusVerdict,
  type TracedMessage,
  traceMessages,
} from '../../domain/messages/status-verdict.ts';
import { type Period, resolvePeriod } from '../../domain/time/period.ts';
import { valueWithin } from '../../runtime/timeouts.ts';
import type { Timings } from '../../runtime/timings.ts';
import type { MessageRead } from '../../upstream/index.ts';
import type { Deps } from '../dependencies.ts';
import { MAX_LOOKUP_DAYS, type NumberRequest } from './input.ts';
import type { StatusContext } from './locales/index.ts';

/** Longest search for a message outside the period: the answer that there is none in it must not wait for long. */
const OUTSIDE_WITHIN_MS = 3_000;

/** Longest wait for the open incidents if they were read minutes ago: without them, “delivered” may mislead. */
const TROUBLE_WITHIN_MS = 1_000;

/** The trouble at the number's operator, with the channels that the bot may name. */
export interface ShownTrouble extends OperatorTrouble {
  readonly channels: readonly string[];
  readonly isLater: boolean;
}

export function isOfKinds(message: Message, kinds: NumberRequest['kinds']): boolean {
  if (kinds === undefined) return true;
  const kind = messageKindOf(message);
  return kind === undefined || kinds.includes(kind);
}

/** False if the platform sent messages that cannot be shown, or fewer than it announced. */
export function isComplete({ unreadable, otherNumbers, shortfalls }: MessageRead['counts']): boolean {
  return unreadable + otherNumbers + shortfalls.length === 0;
}

/** `period` is that of the request. Waits only for a reading that the look-up started because the known incidents were too old. */
export async function findTrouble(
  traced: readonly TracedMessage[],
  { reading, period }: { readonly reading: Promise<void> | undefined; readonly period?: Period },
  { stores: { knownTrouble }, slack: { access }, runtime }: Deps,
): Promise<ShownTrouble | undefined> {
  if (traced.length === 0) return undefined;
  if (reading) await valueWithin(TROUBLE_WITHIN_MS, reading);
  const trouble = troubleFor(traced, knownTrouble.troubles(), runtime.now());
  if (!trouble) return undefined;
  const { incident } = trouble;
  const channels = incident === undefined ? [] : knownTrouble.channelsOf(incident);
  const isLater = period !== undefined && trouble.from >= period.end;
  return { ...trouble, channels: channels.filter((one) => access.allowsChannel(one)), isLater };
}

/**
 * The newest message of the last 31 days, if the period of the request does not cover them; `none` if there is none,
 * `undefined` if that is not known.
 */
export async function findOutside(
  { msisdn, sender, kinds }: NumberRequest,
  { start, end }: Period,
  user: StatusContext['user'],
  deps: Deps,
): Promise<TracedMessage | 'none' | undefined> {
  const now = deps.runtime.now();
  const spec = { kind: 'last_days', days: MAX_LOOKUP_DAYS } as const;
  const wide = resolvePeriod(spec, user.timeZone, now, { maxDays: MAX_LOOKUP_DAYS });
  if ('problem' in wide || (wide.start >= start && wide.end <= end)) return undefined;
  const search = async () => {
    const read = deps.platform.messages({
      msisdn,
      sender,
      start: wide.start,
      end: wide.end,
      userId: user.id,
    });
    const messages = (await Array.fromAsync(read)).filter((message) => isOfKinds(message, kinds));
    const [newest] = await traceKnown(messages, now, deps);
    return newest ?? (isComplete(read.counts) && start >= wide.start ? 'none' : undefined);
  };
  return valueWithin(
    OUTSIDE_WITHIN_MS,
    search().catch(() => undefined),
    () => undefined,
  );
}

/** Builds the messages' timelines; a message of an operator without receipts does not count as waiting. */
export async function traceKnown(
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

function withTimeout<T>(promise: Promise<T>, { peersTimeoutMs }: Timings): Promise<T | undefined> {
  return valueWithin(
    peersTimeoutMs,
    promise.catch(() => undefined),
    () => undefined,
  );
}

export async function comparePeers(
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
