import type { Sealer } from '../crypto.ts';
import type { WaysIn } from './desk.ts';
import { adviceView } from './errors.ts';
import { type LongKind, openRequest } from './long-run-kind.ts';
import { CANCEL, endedView } from './long-run-view.ts';
import type { Place, Post } from './post.ts';

/** A run as it was written down. */
interface KeptRun {
  readonly id: string;
  /** Slack id of who asked. */
  readonly userId: string;
  readonly sealedRequest: string;
  /** The message that shows its progress, once it has been posted. */
  readonly message?: Place;
}

/** What others than its maker do to a run: `store/long-runs.ts`. */
export interface EndingLedger {
  find(id: string): Promise<KeptRun | undefined>;
  finish(id: string, state: 'cancelled' | 'failed'): Promise<boolean>;
  takeOver(silentMs: number): Promise<readonly KeptRun[]>;
  forget(olderThanMs: number): Promise<number>;
}

export interface EndingDeps {
  readonly runs: EndingLedger;
  readonly post: Pick<Post, 'settle'>;
  readonly sealer: Sealer;
}

/** The value of the button that cancels a run. */
export function cancelValue({ name }: LongKind, id: string): string {
  return `${name} ${id}`;
}

/** The button that cancels what takes long, of whichever kind and whoever makes it. */
export function registerCancel(
  desk: WaysIn,
  kinds: readonly LongKind[],
  { runs, sealer }: Pick<EndingDeps, 'runs' | 'sealer'>,
): void {
  desk.button(CANCEL, async (value, { person, words }) => {
    const [name, id = ''] = value.split(' ');
    const kind = kinds.find((one) => one.name === name);
    if (!kind) return undefined;
    const run = await runs.find(id);
    if (run && run.userId !== person.id) return undefined;
    const request = run && openRequest(sealer, run.sealedRequest, kinds);
    // The same that its maker says there, whichever of the two comes last.
    if (request && (await runs.finish(id, 'cancelled'))) return endedView('cancelled', request);
    return { aside: adviceView(kind.words(words).ended, words) };
  });
}

/**
 * A runner gives a sign of life every other second, but for its last change, which may take a minute; one that is
 * silent for so long has died.
 */
const SILENT_MS = 120_000;
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/**
 * Tells those who wait for something that nobody makes any more, and forgets what ended long ago; to be called at the
 * start and now and then. What was sealed by another key stays as it is.
 */
export async function settleAbandoned(
  kinds: readonly LongKind[],
  { runs, post, sealer }: EndingDeps,
): Promise<void> {
  for (const { id, message, sealedRequest } of await runs.takeOver(SILENT_MS)) {
    const request = openRequest(sealer, sealedRequest, kinds);
    if (message && request) await post.settle(message, endedView('interrupted', request));
    await runs.finish(id, 'failed');
  }
  await runs.forget(FORGOTTEN_AFTER_MS);
}
