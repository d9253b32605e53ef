import { isFailure } from '../../../domain/failure.ts';
import type { Message } from '../../../domain/messages/message.ts';
import { traceMessages } from '../../../domain/messages/status-verdict.ts';
import { periodOfDays } from '../../../domain/time/period.ts';
import { localDay } from '../../../domain/time/wall-clock.ts';
import type { TrackedMessage } from '../../../store/posting/message-tracking.ts';
import type { FeatureDeps } from '../../dependencies.ts';
import { findTracked, type MessageUnderTracking, openTracked } from './model.ts';
import { mayBeTold, publishKeyLost, publishState, type TrackingDeps } from './track.ts';
import type { TrackingState } from './view.ts';

const CHECKS_AT_ONCE = 3;

/**
 * Checks all messages that are due, and says what became of them to those who track them. One question to the platform
 * does for all who track a number's messages of a day.
 * @throws the first of what went wrong; a failure delays no other message
 */
export async function checkDue(deps: TrackingDeps, signal: AbortSignal): Promise<undefined> {
  const { trackedMessages } = deps.stores;
  const { now, timings } = deps.runtime;
  const failures: unknown[] = [];
  while (!signal.aborted) {
    const due = await trackedMessages.take(now(), CHECKS_AT_ONCE, timings.trackingLeaseMs);
    if (due.length === 0) break;
    const checks = [...Map.groupBy(due, ({ look }) => look).values()];
    for (const check of await Promise.allSettled(checks.map((rows) => checkTogether(rows, deps, signal)))) {
      failures.push(...(check.status === 'rejected' ? [check.reason] : check.value));
    }
  }
  if (failures.length > 0) throw failures[0];
  return undefined;
}

/** All messages of a number on a day, or why they cannot be had. */
type DayMessages = { readonly messages: readonly Message[] } | { readonly failure: unknown };

/** @returns what went wrong for some of them */
async function checkTogether(
  rows: readonly TrackedMessage[],
  deps: TrackingDeps,
  signal: AbortSignal,
): Promise<unknown[]> {
  const { runtime, platform } = deps;
  const failures: unknown[] = [];
  let read: DayMessages | undefined;
  for (const row of rows) {
    const message = openTracked(runtime.sealer, row.sealedMessage);
    try {
      if (message) read ??= await readDay(message, platform);
      if (!(await mayBeTold(row, deps))) continue;
      if (!message || !read) {
        await publishKeyLost(row, deps, signal);
        continue;
      }
      const checkedAt = runtime.now();
      const state = stateOf(message, read, checkedAt, deps);
      await publishState(row, { message, state, checkedAt }, deps, signal);
    } catch (failure) {
      failures.push(failure);
    }
  }
  return failures;
}

function stateOf(
  tracked: MessageUnderTracking,
  read: DayMessages,
  now: Date,
  { settings: { settleHours, failureWords }, runtime: { sealer } }: TrackingDeps,
): TrackingState {
  if ('failure' in read) return read;
  const message = findTracked(sealer, read.messages, tracked);
  const [traced] = message ? traceMessages([message], { settleHours, failureWords, now }) : [];
  return { traced };
}

async function readDay(
  { msisdn, platformAt }: MessageUnderTracking,
  platform: FeatureDeps['platform'],
): Promise<DayMessages> {
  const day = localDay(platformAt, 'UTC');
  const { start, end } = periodOfDays(day, day, 'UTC');
  const messages: Message[] = [];
  try {
    for await (const message of platform.messages({ msisdn, start, end })) messages.push(message);
    return { messages };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { failure };
  }
}
