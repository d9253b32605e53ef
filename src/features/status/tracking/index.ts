import { z } from 'zod';
import { adviceView } from '../../../slack/advice-view.ts';
import { line, richText, type View, view } from '../../../slack/blocks/blocks.ts';
import type { Reply } from '../../../slack/listeners/context.ts';
import type { Listeners } from '../../../slack/listeners/router.ts';
import { lastingViewOptions } from '../../../slack/view-options.ts';
import type { FeatureDeps } from '../../dependencies.ts';
import type { StatusContext, StatusTranslations } from '../locales/index.ts';
import { checkDue } from './job.ts';
import { type MessageUnderTracking, openTracked, sealTracked, trackedDigests } from './model.ts';
import { keyLostView, trackingStoppedView } from './view.ts';

const QUEUE = 'settle';
const EVERY_MS = 10_000;
const MOST_TRACKED = 50;

/** “Tell me when it settles”: the button, the work, and the button that ends it. */
export function registerTracking(router: Listeners<StatusTranslations>, deps: FeatureDeps): void {
  deps.jobs.work(QUEUE, {
    schema: z.object({}),
    atOnce: 1,
    everyMs: EVERY_MS,
    handle: (_, { signal }) => checkDue(deps, signal),
  });
  router.sealedButton('status.settle', openTracked, async (message, context) => ({
    ephemeral: await startTracking(message, context, deps),
  }));
  router.button('status.settle.stop', (id, context) => stopTracking(id, context, deps));
}

async function startTracking(
  message: MessageUnderTracking,
  { user, t, now }: StatusContext,
  { runtime: { sealer }, stores, jobs }: FeatureDeps,
): Promise<View> {
  const { tracking } = t.status;
  const asked = {
    person: user.id,
    ...trackedDigests(sealer, message),
    sealedMessage: sealTracked(sealer, message),
    language: user.language,
    zone: user.timeZone,
  };
  switch (await stores.trackedMessages.add(asked, now, MOST_TRACKED)) {
    case 'too_many':
      return adviceView(tracking.tooMany(MOST_TRACKED), t);
    case 'known':
      return view(richText(line(tracking.begunAlready)));
    case 'new':
      // It also starts the work where nobody has asked for any so far.
      await jobs.send(QUEUE, [{ data: {} }]);
      return view(richText(line(tracking.begun)));
  }
}

async function stopTracking(
  id: string,
  { user, t, now }: StatusContext,
  { stores: { trackedMessages }, runtime, settings }: FeatureDeps,
): Promise<Reply | undefined> {
  const row = await trackedMessages.find(id);
  if (row && row.person !== user.id) return undefined;
  if (!row || !(await trackedMessages.end(id))) {
    return { ephemeral: view(richText(line(t.status.tracking.overAlready))) };
  }
  const message = openTracked(runtime.sealer, row.sealedMessage);
  if (!message) return keyLostView({ t });
  return trackingStoppedView(
    message,
    lastingViewOptions({ t, user: { ...user, timeZone: row.zone }, now }, settings),
  );
}
