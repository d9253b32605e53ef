import { z } from 'zod';
import { isFailure } from '../../../domain/failure.ts';
import type { Message } from '../../../domain/messages/message.ts';
import { traceMessages } from '../../../domain/messages/status-verdict.ts';
import { periodOfDays } from '../../../domain/time/period.ts';
import { localDay } from '../../../domain/time/wall-clock.ts';
import { adviceView, refusalView } from '../../../slack/blocks/advice-view.ts';
import { line, richText, type View, view } from '../../../slack/blocks/blocks.ts';
import { lastingViewOptions } from '../../../slack/blocks/view-options.ts';
import type { Reply } from '../../../slack/listeners/context.ts';
import type { Listeners } from '../../../slack/listeners/router.ts';
import type { TrackedMessage } from '../../../store/posting/message-tracking.ts';
import type { FeatureDeps } from '../../dependencies.ts';
import type { StatusContext, StatusTranslations } from '../locales/index.ts';
import { findTracked, type MessageUnderTracking, openTracked, sealTracked, trackedDigests } from './model.ts';
import { mayBeTold, publishBegin, publishKeyLost, publishState } from './track.ts';
import { keyLostView, type TrackingState, trackingStoppedView } from './view.ts';

const QUEUE = 'settle';
const MOST_TRACKED = 50;
const CHECKS_AT_ONCE = 3;

export function registerTracking(router: Listeners<StatusTranslations>, deps: FeatureDeps): void {
  deps.jobs.work(QUEUE, {
    schema: z.object({}),
    atOnce: 1,
    everyMs: deps.runtime.timings.trackingEveryMs,
    handle: (_, { signal }) => checkDue(deps, signal),
  });
  router.sealedButton('status.settle', openTracked, async (message, context) => ({
    ephemeral: await startTracking(message, context, deps),
  }));
  router.button('status.settle.stop', (id, context) => stopTracking(id, context, deps));
}

async function startTracking(
  message: MessageUnderTracking,
  { user, t, now, acts }: StatusContext,
  deps: FeatureDeps,
): Promise<View> {
  acts.note('followed', { numbers: [message.msisdn] });
  const { tracking } = t.status;
  const { trackedMessages } = deps.stores;
  const { sealer, timings } = deps.runtime;
  const asked = {
    person: user.id,
    ...trackedDigests(sealer, message),
    sealedMessage: sealTracked(sealer, message),
    language: user.language,
    zone: user.timeZone,
  };
  const added = await trackedMessages.add(asked, now, MOST_TRACKED, timings.trackingLeaseMs);
  if (added === 'too_many') return adviceView(tracking.tooMany(MOST_TRACKED), t);
  const row = await trackedMessages.findFor(asked.person, asked.message);
  if (!row) return view(richText(line(tracking.overAlready)));
  return row.place ? view(richText(line(tracking.begunAlready))) : begin(row, message, t, deps);
}

async function begin(
  row: TrackedMessage,
  message: MessageUnderTracking,
  t: StatusTranslations,
  deps: FeatureDeps,
): Promise<View> {
  const { trackedMessages } = deps.stores;
  const { begun, begunLater } = t.status.tracking;
  const outcome = await publishBegin(row, message, deps);
  if ('refused' in outcome) {
    await trackedMessages.end(row.id);
    return refusalView(outcome, t);
  }
  const isTaken = 'place' in outcome;
  await trackedMessages.looked(row.id, 'again' in outcome ? outcome.again : deps.runtime.now());
  // It also starts the work where nobody has asked for any so far.
  await deps.jobs.send(QUEUE, [{ data: {} }]);
  return view(richText(line(isTaken ? begun : begunLater)));
}

async function stopTracking(
  id: string,
  { user, t, now, acts }: StatusContext,
  { stores: { trackedMessages }, runtime, settings }: FeatureDeps,
): Promise<Reply | undefined> {
  const row = await trackedMessages.find(id);
  acts.note('unfollowed');
  if (row && row.person !== user.id) return undefined;
  if (!row || !(await trackedMessages.end(id))) {
    return { ephemeral: view(richText(line(t.status.tracking.overAlready))) };
  }
  const message = openTracked(runtime.sealer, row.sealedMessage);
  if (!message) return keyLostView({ t });
  acts.note('unfollowed', { numbers: [message.msisdn] });
  return trackingStoppedView(
    message,
    lastingViewOptions({ t, user: { ...user, timeZone: row.zone }, now }, settings),
  );
}

/** One request to the platform serves all who track a number's messages of a day. @throws the first failure */
export async function checkDue(deps: FeatureDeps, signal: AbortSignal): Promise<undefined> {
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

type DayMessages = { readonly messages: readonly Message[] } | { readonly failure: unknown };

async function checkTogether(
  rows: readonly TrackedMessage[],
  deps: FeatureDeps,
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
  { settings: { settleHours, failureWords }, runtime: { sealer } }: FeatureDeps,
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
