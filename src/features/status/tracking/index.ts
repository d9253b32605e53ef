import { z } from 'zod';
import type { Jobs } from '../../../jobs/index.ts';
import type { Sealer } from '../../../runtime/crypto.ts';
import { line, richText, type View, view } from '../../../slack/blocks/blocks.ts';
import { adviceView } from '../../../slack/error-view.ts';
import { createFormatter } from '../../../slack/format.ts';
import type { Listeners, Reply } from '../../../slack/listeners/router.ts';
import type { MessageTracking } from '../../../store/posting/message-tracking.ts';
import type { StatusContext, StatusTranslations } from '../locales/index.ts';
import { type RoundDeps, trackRound } from './job.ts';
import { openTracked, sealTracked, trackedNames } from './model.ts';
import { keyLostView, stoppedView } from './view.ts';

export type SettleDeps = RoundDeps & {
  readonly jobs: Pick<Jobs, 'work' | 'send'>;
  readonly settlings: MessageTracking;
};

const SETTLE = 'settle';
const EVERY_MS = 10_000;
const MOST_AT_ONCE = 50;

/** “Tell me when it settles”: the button, the work, and the button that ends it. */
export function registerTracking(router: Listeners<StatusTranslations>, deps: SettleDeps): void {
  deps.jobs.work(SETTLE, {
    schema: z.object({}),
    atOnce: 1,
    everyMs: EVERY_MS,
    handle: (_, { signal }) => trackRound(deps, signal),
  });
  router.button('status.settle', async (value, context) => {
    const reply = await waitFor(value, context, deps);
    return reply && { ephemeral: reply };
  });
  router.button('status.settle.stop', (id, context) => stop(id, context, deps));
}

async function waitFor(
  sealedMessage: string,
  { user, t, now }: StatusContext,
  { sealer, settlings, jobs }: SettleDeps,
): Promise<View | undefined> {
  const waited = openTracked(sealer, sealedMessage);
  if (!waited) return undefined;
  const { id, language, timeZone: zone } = user;
  const asked = {
    person: id,
    ...trackedNames(sealer, waited),
    sealedMessage: sealTracked(sealer, waited),
    language,
    zone,
  };
  const { settle } = t.status;
  switch (await settlings.add(asked, now, MOST_AT_ONCE)) {
    case 'too_many':
      return adviceView(settle.tooMany(MOST_AT_ONCE), t);
    case 'known':
      return view(richText(line(settle.begunAlready)));
    case 'new':
      // It also starts the work where nobody has asked for any so far.
      await jobs.send(SETTLE, [{ data: {} }]);
      return view(richText(line(settle.begun)));
  }
}

async function stop(
  id: string,
  { user, t, now }: StatusContext,
  { settlings, sealer, senders }: Pick<SettleDeps, 'settlings' | 'senders'> & { readonly sealer: Sealer },
): Promise<Reply | undefined> {
  const settling = await settlings.find(id);
  if (settling && settling.person !== user.id) return undefined;
  if (!settling || !(await settlings.end(id))) {
    return { ephemeral: view(richText(line(t.status.settle.overAlready))) };
  }
  const waited = openTracked(sealer, settling.sealedMessage);
  if (!waited) return keyLostView({ t });
  return stoppedView(waited, {
    t,
    formatter: createFormatter(t, settling.zone, now, { isLasting: true }),
    senders,
  });
}
