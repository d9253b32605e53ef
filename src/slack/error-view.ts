import { isFailure } from '../domain/failure.ts';
import type { Advice, Translations } from '../i18n/index.ts';
import { bold, code, contextBlock, emoji, line, richText, type View, view } from './blocks/blocks.ts';
import { buttonRefusal, type SlackError } from './errors.ts';
import type { Formatter } from './format.ts';

/** Turns whatever was thrown into a sentence and a next step. Total: what is not known is our own mistake. */
export function explain(error: unknown, t: Translations, formatter: Pick<Formatter, 'duration'>): Advice {
  if (!isFailure(error)) return t.failures.internal;
  const advice = t.failures[error.code];
  if (error.retryAfterMs === undefined) return advice;
  const wait = formatter.duration(Math.ceil(error.retryAfterMs / 1000));
  return { sentence: advice.sentence, nextStep: t.failures.waitFor(wait) };
}

/** A failure, its next step, and the reference under which the log has it. */
export function failureView(advice: Advice, reference: string, t: Translations): View {
  return view(
    richText(line(emoji('warning'), ' ', bold(advice.sentence)), line(advice.nextStep)),
    contextBlock(t.reference(reference)),
  );
}

/** Why an answer was not given, or what was wrong with the input, and an example of what would work. */
export function adviceView(advice: Advice, t: Translations, example?: string): View {
  const lines = [line(bold(advice.sentence)), line(advice.nextStep)];
  if (example !== undefined) lines.push(line(t.example, ' ', code(example)));
  return view(richText(...lines));
}

/** What Slack would not take, and what to do about it. */
export function refusalView({ refused }: SlackError, t: Translations): View {
  const reason = buttonRefusal(refused);
  return adviceView(reason === undefined ? t.post.refused.other(refused) : t.post.refused[reason], t);
}
