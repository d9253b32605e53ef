import { isDatabaseFailure } from '../../domain/database-failure.ts';
import { isFailure } from '../../domain/failure.ts';
import type { Advice } from '../../i18n/index.ts';
import type { Log } from '../../ops/log.ts';
import { accessAdvice, adviceView, explain, failureView, otherChannelsView } from '../blocks/advice-view.ts';
import type { View } from '../blocks/blocks.ts';
import type { Access, RefusalReason } from './access.ts';
import type { RequestContext } from './context.ts';
import type { OverLimit } from './usage-limits.ts';

/** A request that gets no answer: who asked, its line in the log, and what it is called there and in Slack. */
interface Unanswered {
  readonly context: RequestContext;
  readonly entry: Log;
  readonly reference: string;
}

interface RefusalOptions {
  readonly access: Pick<Access, 'channels'>;
  /** Whom people ask about the bot itself; left out where nobody is named. */
  readonly supportContact?: string | undefined;
}

/** That too much was asked, and when to ask again. */
export function overLimitView(
  { whose, waitMs }: OverLimit,
  { t, formatter, acts }: RequestContext,
  entry: Log,
): View {
  acts.refused('usage');
  entry.warn({ refusal: 'usage', because: whose }, 'refused');
  const wait = formatter.duration(Math.ceil(waitMs / 1000));
  return adviceView({ sentence: t.refusals.usage[whose], nextStep: t.failures.waitFor(wait) }, t);
}

/** Why somebody may not ask, or not here, and whom to turn to. */
export function refusedView(
  refused: RefusalReason,
  { context: { t, acts }, entry, reference }: Unanswered,
  { access, supportContact }: RefusalOptions,
): View {
  acts.refused(refused.refusal);
  entry.warn({ refusal: refused.refusal, because: refused.because }, 'refused');
  if (refused.refusal === 'channel')
    return otherChannelsView(t.refusals.channel, access.channels, supportContact, t);
  const advice = accessAdvice(refused, t, supportContact);
  return refused.refusal === 'unverified' ? failureView(advice, reference, t) : adviceView(advice, t);
}

/** Writes down what was thrown. @returns the sentence for it */
export function adviceOnFailure(
  error: unknown,
  { t, formatter, acts }: RequestContext,
  entry: Log,
  stopping: AbortSignal | undefined,
): Advice {
  acts.failed(stopping?.aborted ? 'restarting' : whyOf(error));
  if (stopping?.aborted) {
    entry.info({ err: error }, 'cut off as the bot stops');
    return t.failures.restarting;
  }
  // That the database is away is told once a minute, not once a question.
  if (isDatabaseFailure(error)) entry.info({ err: error }, 'failed without the database');
  else entry.error({ err: error }, 'failed');
  return explain(error, t, formatter);
}

/** By the name that its sentence has. */
function whyOf(error: unknown): string {
  if (isDatabaseFailure(error)) return 'database';
  return isFailure(error) ? error.code : 'internal';
}
