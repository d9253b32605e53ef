import type { Sealer } from '../../crypto.ts';
import type { View } from '../../slack/blocks.ts';
import type { FailureOf, LongAnswer } from '../../slack/command.ts';
import { adviceView } from '../../slack/errors.ts';
import type { Place, Post } from '../../slack/post.ts';
import { type Advice, type Language, type Words, wordsFor } from '../../slack/words/index.ts';
import type { ReportRuns, RunState } from '../../store/report-runs.ts';
import { movedView, progressView, withAgain } from './progress-view.ts';
import type { Reading } from './reading.ts';
import { openRequest, sealRequest, sealRunId } from './run-request.ts';

export interface LongRunDeps {
  readonly runs: Pick<ReportRuns, 'create' | 'place' | 'progress' | 'finish' | 'takeOver' | 'forget'>;
  readonly post: Pick<Post, 'toPerson' | 'change' | 'settle'>;
  readonly sealer: Sealer;
  /** How often progress is looked at and shown; Slack takes about one change a second. */
  readonly progressEveryMs?: number;
  /** Aborted when the bot stops: what takes long is not waited for. */
  readonly stopping?: AbortSignal;
}

/** A report that is read for longer than somebody waits for it. */
export interface LongReport {
  readonly userId: string;
  readonly language: Language;
  /** What it is about: days, sender, number (masked). */
  readonly subject: string;
  readonly reading: Reading;
  /** What it will be once it is read. */
  readonly toView: () => Promise<View>;
  /** The value of a button that asks for it again. */
  readonly again: string;
}

const PROGRESS_EVERY_MS = 1_500;

/**
 * Brings a report to the asker's direct messages: a message with its progress, changed in place, that becomes the
 * report. Where Slack does not take such a message, or the run cannot be written down, the report is said where it
 * was asked for.
 */
export async function bringLater(report: LongReport, deps: LongRunDeps): Promise<LongAnswer> {
  const { runs, post, sealer } = deps;
  const { userId, language, again, subject, reading, toView } = report;
  const words = wordsFor(language);
  const here = (meanwhile: Advice, because?: unknown): LongAnswer => ({
    meanwhile: adviceView(meanwhile, words),
    rest(failureOf) {
      if (because !== undefined) failureOf(because);
      return toView().catch(failureOf);
    },
  });
  const sealedRequest = sealRequest(sealer, { language, again });
  let id: string;
  try {
    id = await runs.create({ userId, sealedRequest, ofDays: reading.progress().days });
  } catch (error) {
    // Without the store there is no way to cancel it, but there is a report.
    return here(words.report.long.here, error);
  }
  try {
    const cancel = sealRunId(sealer, id);
    const show = () => progressView(subject, reading.progress(), cancel, words);
    const first = show();
    const place = await post.toPerson(userId, first);
    if ('refused' in place) {
      // One that is not ended is found abandoned, without a message to change.
      await runs.finish(id, 'failed').catch(() => undefined);
      return here(words.report.long.refused);
    }
    // Where this fails, so does the next step, which says so.
    await runs.place(id, place).catch(() => undefined);
    return {
      meanwhile: movedView(words),
      rest: (failureOf) => seeThrough({ id, place, first, show, words, failureOf }, report, deps),
    };
  } catch (error) {
    reading.stop();
    throw error;
  }
}

interface Running {
  readonly id: string;
  readonly place: Place;
  /** The message as it was posted, and as it should be now. */
  readonly first: View;
  readonly show: () => View;
  readonly words: Words;
  readonly failureOf: FailureOf;
}

/** Keeps the message up to date until the report is there, failed, or was ended by somebody. */
async function seeThrough(
  { id, place, first, show, words, failureOf }: Running,
  report: LongReport,
  { runs, post, stopping, progressEveryMs = PROGRESS_EVERY_MS }: LongRunDeps,
): Promise<View | undefined> {
  const { reading, userId, again } = report;
  let isTold = false;
  const progressed = async (): Promise<RunState> => {
    try {
      return (await runs.progress(id, reading.progress())) ?? 'failed';
    } catch (error) {
      // A store that is away costs nobody the report.
      if (!isTold) failureOf(error);
      isTold = true;
      return 'running';
    }
  };
  const last = async (): Promise<{ readonly view: View; readonly how: Exclude<RunState, 'running'> }> => {
    try {
      let shown = first.text;
      while (!(await isOverWithin(progressEveryMs, reading.model))) {
        const state = await progressed();
        if (state !== 'running') {
          reading.stop();
          return { view: endedView(state, again, words), how: state };
        }
        const view = show();
        // A change that is lost is made up for by the next.
        if (view.text !== shown) await post.change(place, view);
        shown = view.text;
      }
      return { view: await report.toView(), how: 'done' };
    } catch (error) {
      reading.stop();
      const view = stopping?.aborted
        ? endedView('failed', again, words)
        : withAgain(failureOf(error), again, words);
      return { view, how: 'failed' };
    }
  };
  stopping?.addEventListener('abort', reading.stop);
  if (stopping?.aborted) reading.stop();
  const { view, how } = await last();
  stopping?.removeEventListener('abort', reading.stop);
  const refusal = await post.settle(place, view);
  await runs.finish(id, how).catch(failureOf);
  if (!refusal) return undefined;
  const posted = await post.toPerson(userId, view);
  return 'refused' in posted ? view : undefined;
}

/**
 * A runner gives a sign of life every other second, but for its last change, which may take a minute; one that is
 * silent for so long has died.
 */
const SILENT_MS = 120_000;
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/**
 * Tells those who wait for a report that nobody makes any more, and forgets what ended long ago. What was sealed by
 * another key stays as it is.
 */
export async function settleAbandoned({ runs, post, sealer }: LongRunDeps): Promise<void> {
  for (const { id, message, sealedRequest } of await runs.takeOver(SILENT_MS)) {
    const request = openRequest(sealer, sealedRequest);
    if (message && request) {
      await post.settle(message, endedView('failed', request.again, wordsFor(request.language)));
    }
    await runs.finish(id, 'failed');
  }
  await runs.forget(FORGOTTEN_AFTER_MS);
}

/** The message of a report that was ended by somebody else than its maker. */
function endedView(state: Exclude<RunState, 'running'>, again: string, words: Words): View {
  const { cancelled, interrupted } = words.report.long;
  const advice = state === 'cancelled' ? cancelled : interrupted;
  return withAgain(adviceView(advice, words), again, words);
}

/** Whether something ends in time, however it ends. */
export async function isOverWithin(timeMs: number, what: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), timeMs);
  const over = what.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([over, late]);
  } finally {
    clearTimeout(timer);
  }
}
