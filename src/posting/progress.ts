import { setTimeout as pause } from 'node:timers/promises';
import { translationsFor } from '../i18n/index.ts';
import { finishesWithin } from '../runtime/timeouts.ts';
import { accessAdvice, adviceView, refusalAdvice } from '../slack/blocks/advice-view.ts';
import { contextBlock, type View } from '../slack/blocks/blocks.ts';
import type { SlackError } from '../slack/errors.ts';
import { refusalOfLater } from '../slack/listeners/access.ts';
import type { ActNotes, BackgroundAnswer, FailureOf } from '../slack/listeners/context.ts';
import type { RunState } from '../store/posting/runs.ts';
import type { PostedMessage } from './post.ts';
import { cancelValue, type RunDeps, sealRunRequest } from './progress-recovery.ts';
import {
  endedView,
  insteadView,
  movedView,
  progressView,
  type RunProgress,
  type RunRequest,
} from './progress-view.ts';

export interface PendingRun extends RunRequest {
  readonly userId: string;
  readonly acts: Pick<ActNotes, 'refused' | 'answered'>;
  readonly task: RunTask;
  readonly post?: ((progress: View) => Promise<PostedMessage | SlackError>) | undefined;
  /** Builds the answer, or rejects if the task failed. `isLasting`: the answer is a permanent message. */
  readonly toView: (where: { readonly isLasting: boolean }) => Promise<View>;
}

interface RunTask {
  readonly ended: Promise<unknown>;
  progress(): RunProgress;
  stop(): void;
}

/** A fast task is answered at once; its error rejects the promise. A slow task first shows its progress. */
export async function runWithProgress(run: PendingRun, deps: RunDeps): Promise<View | BackgroundAnswer> {
  // Without a handler, a task that fails before anything waits for it would end the process.
  run.task.ended.catch(() => undefined);
  if (await finishesWithin(deps.runtime.timings.longAfterMs, run.task.ended)) {
    return run.toView({ isLasting: false });
  }
  return answerInMessage(run, deps);
}

/** The progress message becomes the answer. If Slack refuses it, the answer goes where the person asked. */
async function answerInMessage(run: PendingRun, deps: RunDeps): Promise<BackgroundAnswer> {
  const { runs } = deps.stores;
  const { userId, task } = run;
  const t = run.kind.t(run.language);
  const shared = translationsFor(run.language);
  let id: string;
  try {
    const { days: ofDays } = task.progress();
    id = await runs.create({ userId, sealedRequest: sealRunRequest(deps.runtime.sealer, run), ofDays });
  } catch (error) {
    // Without the database there is no progress message, but the person gets the answer where they asked.
    return answerWhereAsked(run, adviceView(t.here, shared), deps, error);
  }
  // A run without heartbeats counts as abandoned, also while its message waits for Slack.
  const beating = setInterval(() => {
    deps.stores.runs.progress(id, task.progress()).catch(() => undefined);
  }, deps.runtime.timings.jobHeartbeatMs).unref();
  try {
    const show = () => progressView(run, task.progress(), cancelValue(run.kind, id));
    const first = show();
    const { post = (progress: View) => deps.posting.post.toPerson(userId, progress) } = run;
    const message = await post(first);
    if ('refused' in message) {
      clearInterval(beating);
      // Ends the run in the database, so that the search for abandoned runs does not find it later.
      await runs.finish(id, 'failed').catch(() => undefined);
      const reason = contextBlock(refusalAdvice(message, shared).sentence);
      return answerWhereAsked(run, adviceView(t.refused, shared, undefined, [reason]), deps);
    }
    await runs.setMessage(id, message).catch(() => undefined);
    return {
      interim: run.post ? undefined : movedView(run),
      finish: (failureOf) =>
        whileRunning(run, deps, () =>
          showProgress({ id, message, first, show, failureOf }, run, deps),
        ).finally(() => clearInterval(beating)),
    };
  } catch (error) {
    clearInterval(beating);
    task.stop();
    throw error;
  }
}

function answerWhereAsked(run: PendingRun, interim: View, deps: RunDeps, cause?: unknown): BackgroundAnswer {
  return {
    interim,
    finish(failureOf) {
      if (cause !== undefined) failureOf(cause);
      return whileRunning(run, deps, () =>
        run.toView({ isLasting: false }).then(
          (view) => {
            run.acts.answered();
            return view;
          },
          (error: unknown) => failedView(run, error, failureOf, deps),
        ),
      );
    },
  };
}

interface ShownRun {
  readonly id: string;
  readonly message: PostedMessage;
  readonly first: View;
  readonly show: () => View;
  readonly failureOf: FailureOf;
}

async function showProgress(shown: ShownRun, run: PendingRun, deps: RunDeps): Promise<View | undefined> {
  const { id, message, failureOf } = shown;
  const { post } = deps.posting;
  const { view, state } = await followTask(shown, run, deps);
  const refusal = await post.changeWithRetries(message, view);
  await deps.stores.runs.finish(id, state).catch(failureOf);
  if (state === 'done') run.acts.answered();
  if (!refusal) return undefined;
  const posted = await post.toPerson(run.userId, view);
  return 'refused' in posted ? view : undefined;
}

async function followTask(
  { id, message, first, show, failureOf }: ShownRun,
  run: PendingRun,
  deps: RunDeps,
): Promise<{ readonly view: View; readonly state: Exclude<RunState, 'running'> }> {
  const { task } = run;
  const { progressEveryMs } = deps.runtime.timings;
  let isReported = false;
  const storeProgress = async (): Promise<RunState> => {
    try {
      return (await deps.stores.runs.progress(id, task.progress())) ?? 'failed';
    } catch (error) {
      if (!isReported) failureOf(error);
      isReported = true;
      return 'running';
    }
  };
  try {
    let shown = first.text;
    while (!(await finishesWithin(progressEveryMs, task.ended))) {
      const state = await storeProgress();
      if (state !== 'running') {
        task.stop();
        return { view: endedView(state === 'cancelled' ? 'cancelled' : 'interrupted', run), state };
      }
      const view = show();
      // If changing the progress message fails, it is not retried: the next change shows newer progress.
      if (view.text !== shown) await deps.posting.post.change(message, view);
      shown = view.text;
    }
    const refused = await refusedView(id, run, deps);
    return refused
      ? { view: refused, state: 'failed' }
      : { view: await run.toView({ isLasting: true }), state: 'done' };
  } catch (error) {
    task.stop();
    return { view: failedView(run, error, failureOf, deps), state: 'failed' };
  }
}

/** Refuses the answer if the person lost access. If two checks by Slack fail, the person gets the answer. */
async function refusedView(
  id: string,
  run: PendingRun,
  { slack, runtime }: RunDeps,
): Promise<View | undefined> {
  const ask = () => refusalOfLater(run.userId, undefined, slack);
  let reason = await ask();
  if (reason?.refusal === 'unverified') {
    await pause(runtime.timings.progressEveryMs, undefined, { signal: runtime.stopping }).catch(
      () => undefined,
    );
    reason = await ask();
  }
  if (!reason || reason.refusal === 'unverified') return undefined;
  const { refusal, because } = reason;
  run.acts.refused(refusal);
  runtime.log.info(
    { run: id, user: run.userId, refusal, because },
    'an answer was not given: the person who asked may not use the bot',
  );
  const t = translationsFor(run.language);
  return insteadView(run, adviceView(accessAdvice(reason, t), t));
}

async function whileRunning<T>(
  { task }: PendingRun,
  { runtime: { stopping } }: RunDeps,
  follow: () => Promise<T>,
): Promise<T> {
  stopping.addEventListener('abort', task.stop);
  if (stopping.aborted) task.stop();
  try {
    return await follow();
  } finally {
    stopping.removeEventListener('abort', task.stop);
  }
}

function failedView(run: PendingRun, error: unknown, failureOf: FailureOf, { runtime }: RunDeps): View {
  if (runtime.stopping.aborted) return endedView('interrupted', run);
  return insteadView(run, failureOf(error));
}
