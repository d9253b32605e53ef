import { z } from 'zod';
import type { Sealer } from '../../crypto.ts';
import type { Jobs } from '../../jobs/index.ts';
import { line, richText, type View, view } from '../../slack/blocks.ts';
import type { Asker } from '../../slack/command.ts';
import type { Reply, WaysIn } from '../../slack/desk.ts';
import { adviceView } from '../../slack/errors.ts';
import { createFormats } from '../../slack/format.ts';
import type { Settlings } from '../../store/settlings.ts';
import { namesOf, openWaited, sealWaited } from './settle-message.ts';
import { type RoundDeps, settleRound } from './settle-round.ts';
import { keyLostView, stoppedView } from './settle-view.ts';

export type SettleDeps = RoundDeps & {
  readonly jobs: Pick<Jobs, 'work' | 'send'>;
  readonly settlings: Settlings;
};

const SETTLE = 'settle';
const EVERY_MS = 10_000;
const MOST_AT_ONCE = 50;

/** “Tell me when it settles”: the button, the work, and the button that ends it. */
export function registerSettling(desk: WaysIn, deps: SettleDeps): void {
  deps.jobs.work(SETTLE, {
    schema: z.object({}),
    atOnce: 1,
    everyMs: EVERY_MS,
    handle: (_, { signal }) => settleRound(deps, signal),
  });
  desk.button('status.settle', async (value, asker) => {
    const reply = await waitFor(value, asker, deps);
    return reply && { aside: reply };
  });
  desk.button('status.settle.stop', (id, asker) => stop(id, asker, deps));
}

async function waitFor(
  sealedMessage: string,
  { person, words, now }: Asker,
  { sealer, settlings, jobs }: SettleDeps,
): Promise<View | undefined> {
  const waited = openWaited(sealer, sealedMessage);
  if (!waited) return undefined;
  const { id, language, timeZone: zone } = person;
  const asked = {
    person: id,
    ...namesOf(sealer, waited),
    sealedMessage: sealWaited(sealer, waited),
    language,
    zone,
  };
  const { settle } = words.status;
  switch (await settlings.add(asked, now, MOST_AT_ONCE)) {
    case 'too_many':
      return adviceView(settle.tooMany(MOST_AT_ONCE), words);
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
  { person, words, now }: Asker,
  { settlings, sealer, senders }: Pick<SettleDeps, 'settlings' | 'senders'> & { readonly sealer: Sealer },
): Promise<Reply | undefined> {
  const settling = await settlings.find(id);
  if (settling && settling.person !== person.id) return undefined;
  if (!settling || !(await settlings.end(id))) {
    return { aside: view(richText(line(words.status.settle.overAlready))) };
  }
  const waited = openWaited(sealer, settling.sealedMessage);
  if (!waited) return keyLostView({ words });
  return stoppedView(waited, {
    words,
    formats: createFormats(words, settling.zone, now, { isLasting: true }),
    senders,
  });
}
