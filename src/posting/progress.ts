import { type Advice, translationsFor } from '../i18n/index.ts';
import type { Sealer } from '../runtime/crypto.ts';
import { settlesWithin } from '../runtime/timeouts.ts';
import { adviceView } from '../slack/advice-view.ts';
import type { View } from '../slack/blocks/blocks.ts';
import type { BackgroundAnswer, FailureOf } from '../slack/listeners/context.ts';
import type { RunState, Runs } from '../store/posting/runs.ts';
import type { Place, Post } from './post.ts';
import { cancelValue, sealRunRequest } from './progress-recovery.ts';
import {
  endedView,
  insteadView,
  movedView,
  progressView,
  type RunProgress,
  type RunRequest,
} from './progress-view.ts';

/** Something being made that may take longer than somebody waits for it. */
export interface PendingRun extends RunRequest {
  /** Slack id of who asked. */
  readonly userId: string;
  /** Slack id of the channel it was asked in, where there is one. */
  readonly channelId?: string | undefined;
  readonly task: RunTask;
  /** What was made, for where it is said: a message in somebody's direct messages lasts. Fails as the making does. */
  readonly toView: (where: { readonly isLasting: boolean }) => Promise<View>;
}

export interface RunTask {
  /** Settles when it is made, or failed. */
  readonly ended: Promise<unknown>;
  progress(): RunProgress;
  /** Nothing more is done; `over` rejects. */
  stop(): void;
}

export interface ProgressDeps {
  readonly runs: Pick<Runs, 'create' | 'place' | 'progress' | 'finish'>;
  readonly post: Pick<Post, 'toPerson' | 'change' | 'settle'>;
  readonly sealer: Sealer;
  /** What takes longer moves to the asker's direct messages. */
  readonly longAfterMs?: number;
  /** How often progress is looked at and shown; Slack takes about one change a second. */
  readonly progressEveryMs?: number;
  /** Aborted when the bot stops: what takes long is not waited for. */
  readonly stopping?: AbortSignal;
}

const LONG_AFTER_MS = 3_000;
const PROGRESS_EVERY_MS = 1_500;

/** Answers with what is made; what takes long comes by direct message. @throws what the making does */
export async function runWithProgress(run: PendingRun, deps: ProgressDeps): Promise<View | BackgroundAnswer> {
  // Who waits for it hears of a failure; it may come before anybody does.
  run.task.ended.catch(() => undefined);
  if (await settlesWithin(deps.longAfterMs ?? LONG_AFTER_MS, run.task.ended)) {
    return run.toView({ isLasting: false });
  }
  return answerInDirectMessage(run, deps);
}

/**
 * Brings it to the asker's direct messages: a message with its progress, changed in place, that becomes the answer.
 * Where Slack does not take such a message, or the run cannot be written down, it is said where it was asked for.
 */
async function answerInDirectMessage(run: PendingRun, deps: ProgressDeps): Promise<BackgroundAnswer> {
  const { runs, post, sealer } = deps;
  const { userId, task: making } = run;
  const t = translationsFor(run.language);
  const say = run.kind.t(run.language);
  const here = (meanwhile: Advice, because?: unknown): BackgroundAnswer => ({
    interim: adviceView(meanwhile, t),
    finish(failureOf) {
      if (because !== undefined) failureOf(because);
      return whileRunning(run, deps, () =>
        run.toView({ isLasting: false }).catch((error) => insteadOf(run, error, failureOf, deps)),
      );
    },
  });
  let id: string;
  try {
    const { days: ofDays } = making.progress();
    id = await runs.create({ userId, sealedRequest: sealRunRequest(sealer, run), ofDays });
  } catch (error) {
    // Without the store there is no way to cancel it, but there is an answer.
    return here(say.here, error);
  }
  try {
    const show = () => progressView(run, making.progress(), cancelValue(run.kind, id));
    const first = show();
    const place = await post.toPerson(userId, first);
    if ('refused' in place) {
      // One that is not ended is found abandoned, without a message to change.
      await runs.finish(id, 'failed').catch(() => undefined);
      return here(say.refused);
    }
    // Where this fails, so does the next step, which says so.
    await runs.place(id, place).catch(() => undefined);
    return {
      interim: movedView(run, { isHere: run.channelId === place.channel }),
      finish: (failureOf) =>
        whileRunning(run, deps, () => showProgress({ id, place, first, show, failureOf }, run, deps)),
    };
  } catch (error) {
    making.stop();
    throw error;
  }
}

interface Running {
  readonly id: string;
  readonly place: Place;
  /** The message as it was posted, and as it should be now. */
  readonly first: View;
  readonly show: () => View;
  readonly failureOf: FailureOf;
}

/** Keeps the message up to date until the answer is there, failed, or was ended by somebody. */
async function showProgress(
  { id, place, first, show, failureOf }: Running,
  run: PendingRun,
  deps: ProgressDeps,
): Promise<View | undefined> {
  const { runs, post, progressEveryMs = PROGRESS_EVERY_MS } = deps;
  const { task: making, userId } = run;
  let isTold = false;
  const progressed = async (): Promise<RunState> => {
    try {
      return (await runs.progress(id, making.progress())) ?? 'failed';
    } catch (error) {
      // A store that is away costs nobody the answer.
      if (!isTold) failureOf(error);
      isTold = true;
      return 'running';
    }
  };
  const last = async (): Promise<{ readonly view: View; readonly how: Exclude<RunState, 'running'> }> => {
    try {
      let shown = first.text;
      while (!(await settlesWithin(progressEveryMs, making.ended))) {
        const state = await progressed();
        if (state !== 'running') {
          making.stop();
          return { view: endedView(state === 'cancelled' ? 'cancelled' : 'interrupted', run), how: state };
        }
        const view = show();
        // A change that is lost is made up for by the next.
        if (view.text !== shown) await post.change(place, view);
        shown = view.text;
      }
      return { view: await run.toView({ isLasting: true }), how: 'done' };
    } catch (error) {
      making.stop();
      return { view: insteadOf(run, error, failureOf, deps), how: 'failed' };
    }
  };
  const { view, how } = await last();
  const refusal = await post.settle(place, view);
  await runs.finish(id, how).catch(failureOf);
  if (!refusal) return undefined;
  const posted = await post.toPerson(userId, view);
  return 'refused' in posted ? view : undefined;
}

/** Stops the making when the bot stops. */
async function whileRunning<T>(
  { task: making }: PendingRun,
  { stopping }: ProgressDeps,
  see: () => Promise<T>,
): Promise<T> {
  stopping?.addEventListener('abort', making.stop);
  if (stopping?.aborted) making.stop();
  try {
    return await see();
  } finally {
    stopping?.removeEventListener('abort', making.stop);
  }
}

function insteadOf(run: PendingRun, error: unknown, failureOf: FailureOf, { stopping }: ProgressDeps): View {
  if (stopping?.aborted) return endedView('interrupted', run);
  return insteadView(run, failureOf(error));
}
