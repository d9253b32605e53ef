import { isFailure } from '../domain/failure.ts';
import { bold, code, context, emoji, line, richText, type View, view } from './blocks.ts';
import type { Formats } from './format.ts';
import type { SlackRefusal } from './post.ts';
import type { Advice, Words } from './words/index.ts';

/** Turns whatever was thrown into a sentence and a next step. Total: what is not known is our own mistake. */
export function explain(error: unknown, words: Words, formats: Pick<Formats, 'duration'>): Advice {
  if (!isFailure(error)) return words.failures.internal;
  const advice = words.failures[error.code];
  if (error.retryAfterMs === undefined) return advice;
  const wait = formats.duration(Math.ceil(error.retryAfterMs / 1000));
  return { sentence: advice.sentence, nextStep: words.failures.waitFor(wait) };
}

/** A failure, its next step, and the reference under which the log has it. */
export function failureView(advice: Advice, reference: string, words: Words): View {
  return view(
    richText(line(emoji('warning'), ' ', bold(advice.sentence)), line(advice.nextStep)),
    context(words.reference(reference)),
  );
}

/** Why an answer was not given, or what was wrong with the input, and an example of what would work. */
export function adviceView(advice: Advice, words: Words, example?: string): View {
  const lines = [line(bold(advice.sentence)), line(advice.nextStep)];
  if (example !== undefined) lines.push(line(words.example, ' ', code(example)));
  return view(richText(...lines));
}

/** What Slack would not take, and what to do about it. */
export function refusalView({ refused }: SlackRefusal, words: Words): View {
  const { notMember, archived, notAllowed, timeout, busy, other } = words.post.refused;
  const known: Readonly<Record<string, Advice>> = {
    not_in_channel: notMember,
    channel_not_found: notMember,
    is_archived: archived,
    restricted_action: notAllowed,
    missing_scope: notAllowed,
    not_allowed_token_type: notAllowed,
    ratelimited: busy,
    timeout,
    server_error: timeout,
  };
  return adviceView(known[refused] ?? other(refused), words);
}
