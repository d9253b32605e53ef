import { isFailure } from '../../../domain/failure.ts';
import type { Message } from '../../../domain/messages/message.ts';
import { traceAll } from '../../../domain/messages/status-verdict.ts';
import { addDaysTo, localDay, startOfDayIn } from '../../../domain/time/period.ts';
import type { Sealer } from '../../../runtime/crypto.ts';
import { MINUTE_MS } from '../../../runtime/durations.ts';
import type { MessageTracking, TrackedMessage } from '../../../store/posting/message-tracking.ts';
import type { Upstream } from '../../../upstream/index.ts';
import { findTracked, type MessageUnderTracking, openTracked } from './model.ts';
import { type TellDeps, tellAsker, tellKeyLost } from './track.ts';
import type { TrackingState } from './view.ts';

export type RoundDeps = TellDeps & {
  readonly upstream: Pick<Upstream, 'messages'>;
  readonly sealer: Sealer;
  readonly settlings: Pick<MessageTracking, 'take'>;
};

/** What a process that died had in hand is taken up by another so much later. */
const HELD_MS = 5 * MINUTE_MS;
const LOOKS_AT_ONCE = 3;

/**
 * Looks at all messages that are due, and tells those who wait for them. One look does for all who wait for a number.
 *
 * @throws the first of what went wrong; it keeps no others waiting
 */
export async function trackRound(deps: RoundDeps, signal: AbortSignal): Promise<undefined> {
  const { settlings, now } = deps;
  const failures: unknown[] = [];
  while (!signal.aborted) {
    const due = await settlings.take(now(), LOOKS_AT_ONCE, HELD_MS);
    if (due.length === 0) break;
    const looks = [...Map.groupBy(due, ({ look }) => look).values()];
    for (const looked of await Promise.allSettled(looks.map((one) => lookFor(one, deps, signal)))) {
      failures.push(...(looked.status === 'rejected' ? [looked.reason] : looked.value));
    }
  }
  if (failures.length > 0) throw failures[0];
  return undefined;
}

/** All messages of the number on the day of the message, or why they cannot be had. */
type Read = { readonly messages: readonly Message[] } | { readonly failure: unknown };

/** @returns what went wrong for some of them */
async function lookFor(
  together: readonly TrackedMessage[],
  deps: RoundDeps,
  signal: AbortSignal,
): Promise<unknown[]> {
  const { sealer, settleHours, now } = deps;
  const failures: unknown[] = [];
  let read: Read | undefined;
  for (const settling of together) {
    const waited = openTracked(sealer, settling.sealedMessage);
    try {
      if (!waited) {
        await tellKeyLost(settling, deps, signal);
        continue;
      }
      read ??= await readDay(waited, deps);
      const lookedAt = now();
      const sight = sightOf(waited, read, { sealer, settleHours, now: lookedAt });
      await tellAsker(settling, { waited, sight, lookedAt }, deps, signal);
    } catch (failure) {
      failures.push(failure);
    }
  }
  return failures;
}

function sightOf(
  waited: MessageUnderTracking,
  read: Read,
  { sealer, ...tracing }: { readonly sealer: Sealer; readonly settleHours: number; readonly now: Date },
): TrackingState {
  if ('failure' in read) return read;
  const message = findTracked(sealer, read.messages, waited);
  const [traced] = message ? traceAll([message], tracing) : [];
  return { traced };
}

async function readDay({ msisdn, platformAt }: MessageUnderTracking, { upstream }: RoundDeps): Promise<Read> {
  const day = localDay(platformAt, 'UTC');
  const [start, end] = [startOfDayIn(day, 'UTC'), startOfDayIn(addDaysTo(day, 1), 'UTC')];
  const messages: Message[] = [];
  try {
    for await (const message of upstream.messages({ msisdn, start, end })) messages.push(message);
    return { messages };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { failure };
  }
}
