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
import { type Deps, inBackground } from '../../dependencies.ts';
import { notifyFollowers } from '../follow/index.ts';
import type { StatusContext, StatusTranslations } from '../locales/index.ts';
import { findTracked, type MessageUnderTracking, openTracked, sealTracked, trackedDigests } from './model.ts';
import { mayBeNotified, publishKeyLost, publishStart, publishState } from './track.ts';
import { keyLostView, type TrackingState, trackingStoppedView } from './view.ts';

const QUEUE = 'settle';
const MOST_TRACKED = 50;
const CHECKS_AT_ONCE = 3;

export function registerTracking(router: Listeners<StatusTranslations>, deps: Deps): void {
  deps.jobs.work(QUEUE, {
    schema: z.object({}),
    concurrency: 1,
    everyMs: deps.runtime.timings.trackingEveryMs,
    handle: async (_, { signal }) => {
      const background = inBackground(deps);
      // First, because a check may wait long for the platform.
      await notifyFollowers(background, signal);
      return await checkDue(background, signal);
    },
  });
  router.sealedButton('status.settle', openTracked, async (message, context) => ({
    ephemeral: await startTracking(message, context, deps),
  }));
  router.button('status.settle.stop', (id, context) => stopTracking(id, context, deps));
}

async function startTracking(
  message: MessageUnderTracking,
  { user, t, acts }: StatusContext,
  deps: Deps,
): Promise<View> {
  acts.note('followed', { numbers: [message.msisdn] });
  const { tracking } = t.status;
  const { trackedMessages } = deps.stores;
  const { sealer, timings } = deps.runtime;
  const row = {
    person: user.id,
    ...trackedDigests(sealer, message),
    sealedMessage: sealTracked(sealer, message, user.id),
    language: user.language,
    zone: user.timeZone,
  };
  const added = await trackedMessages.add(row, deps.jobs.now(), MOST_TRACKED, timings.trackingLeaseMs);
  if (added === 'too_many') return adviceView(tracking.tooMany(MOST_TRACKED), t);
  const stored = await trackedMessages.findFor(row.person, row.message);
  if (!stored) return view(richText(line(tracking.alreadyOver)));
  return stored.target ? view(richText(line(tracking.alreadyTracked))) : start(stored, message, t, deps);
}

async function start(
  row: TrackedMessage,
  message: MessageUnderTracking,
  t: StatusTranslations,
  deps: Deps,
): Promise<View> {
  const { trackedMessages } = deps.stores;
  const { started, startedLater } = t.status.tracking;
  const outcome = await publishStart(row, message, deps);
  if ('refused' in outcome) {
    await trackedMessages.end(row.id);
    return refusalView(outcome, t);
  }
  const isPosted = 'place' in outcome;
  await trackedMessages.checked(row.id, 'again' in outcome ? outcome.again : deps.jobs.now());
  // Starts the recurring job that checks tracked messages, if it does not run yet.
  await deps.jobs.send(QUEUE, [{ data: {} }]);
  return view(richText(line(isPosted ? started : startedLater)));
}

async function stopTracking(
  id: string,
  { user, t, now, acts }: StatusContext,
  { stores: { trackedMessages }, runtime, settings }: Deps,
): Promise<Reply | undefined> {
  const row = await trackedMessages.find(id);
  acts.note('unfollowed');
  if (row && row.person !== user.id) return undefined;
  if (!row || !(await trackedMessages.end(id))) {
    return { ephemeral: view(richText(line(t.status.tracking.alreadyOver))) };
  }
  const message = openTracked(runtime.sealer, row.sealedMessage, row.person);
  if (!message) return keyLostView({ t });
  acts.note('unfollowed', { numbers: [message.msisdn] });
  return trackingStoppedView(
    message,
    lastingViewOptions({ t, user: { ...user, timeZone: row.zone }, now }, settings),
  );
}

/** Checks all due messages, with one request per number and day. @throws the first failure, at the end */
export async function checkDue(deps: Deps, signal: AbortSignal): Promise<undefined> {
  const { trackedMessages } = deps.stores;
  const { now, timings } = deps.runtime;
  const failures: unknown[] = [];
  while (!signal.aborted) {
    const due = await trackedMessages.claimDue(now(), CHECKS_AT_ONCE, timings.trackingLeaseMs);
    if (due.length === 0) break;
    const checks = [...Map.groupBy(due, ({ query }) => query).values()];
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
  deps: Deps,
  signal: AbortSignal,
): Promise<unknown[]> {
  const { runtime, platform } = deps;
  const failures: unknown[] = [];
  let read: DayMessages | undefined;
  for (const row of rows) {
    const message = openTracked(runtime.sealer, row.sealedMessage, row.person);
    try {
      if (message) read ??= await readDay(message, platform);
      if (!(await mayBeNotified(row, deps))) continue;
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
  { settings: { receiptHours, failureWords }, runtime: { sealer } }: Deps,
): TrackingState {
  if ('failure' in read) return read;
  const message = findTracked(sealer, read.messages, tracked);
  const [traced] = message ? traceMessages([message], { receiptHours, failureWords, now }) : [];
  return { traced };
}

async function readDay(
  { msisdn, platformAt }: MessageUnderTracking,
  platform: Deps['platform'],
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
