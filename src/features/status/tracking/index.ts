import { z } from 'zod';
import { adviceView, refusalView } from '../../../slack/blocks/advice-view.ts';
import { line, richText, type View, view } from '../../../slack/blocks/blocks.ts';
import { lastingViewOptions } from '../../../slack/blocks/view-options.ts';
import type { Reply } from '../../../slack/listeners/context.ts';
import type { Listeners } from '../../../slack/listeners/router.ts';
import type { TrackedMessage } from '../../../store/posting/message-tracking.ts';
import type { FeatureDeps } from '../../dependencies.ts';
import type { StatusContext, StatusTranslations } from '../locales/index.ts';
import { checkDue } from './job.ts';
import { type MessageUnderTracking, openTracked, sealTracked, trackedDigests } from './model.ts';
import { publishBegin } from './track.ts';
import { keyLostView, trackingStoppedView } from './view.ts';

const QUEUE = 'settle';
const MOST_TRACKED = 50;

/** “Tell me when it settles”: the button, the work, and the button that ends it. */
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

/** What is promised once the first direct message was taken; or why it was not. */
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
  // The first check is due at once.
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
