import { redactText } from '../../domain/redaction.ts';
import { segmentsOf } from '../../domain/segments.ts';
import type { Outcome } from '../../domain/timeline.ts';
import type { Traced } from '../../domain/verdict.ts';
import {
  bold,
  context,
  emoji,
  line,
  preformatted,
  quote,
  richText,
  type ViewBlock,
} from '../../slack/blocks.ts';
import { clip } from '../../slack/limits.ts';
import { nameOf, type ViewOptions } from '../../slack/question-view.ts';
import { timelineView } from '../../slack/timeline-view.ts';
import { untrusted, visible } from '../../slack/untrusted.ts';
import type { Words } from '../../slack/words/index.ts';

/** Beside words that say the same: nothing is told by an emoji alone. */
export const OUTCOME_EMOJI: Readonly<Record<Outcome, string>> = {
  delivered: 'white_check_mark',
  failed: 'x',
  waiting: 'hourglass_flowing_sand',
  no_receipt: 'grey_question',
  unconfirmed: 'grey_question',
  other: 'information_source',
  unknown: 'grey_question',
};

/** Five of the longest texts leave a message well under what Slack takes. */
const LONGEST_TEXT = 600;
export const LONGEST_WORD = 60;

/** One message: status and route, its way, its text (masked), its size. */
export function messageBlocks(traced: Traced, now: Date, options: ViewOptions): ViewBlock[] {
  const { message } = traced;
  const { words } = options;
  const way = wayLines(traced, now, options);
  if (message.text === undefined) return [richText(...way), context(words.status.textMissing)];
  const { segments, encoding } = segmentsOf(message.text);
  const size = words.status.size([...message.text].length, segments, encoding);
  const masked = redactText(visible(message.text));
  if (masked.trim() === '') return [richText(...way), context(`${words.status.textInvisible} · ${size}`)];
  return [richText(...way, quote(shorten(masked, words))), context(size)];
}

/** Status and route of one message, and its way. */
export function wayLines(
  traced: Traced,
  now: Date,
  { words, formats, senders }: ViewOptions,
): Parameters<typeof richText> {
  const { message, timeline } = traced;
  const facts = [operatorOf(traced) ?? words.unknownRoute];
  if (message.sender !== undefined) facts.push(words.answer.from(nameOf(message.sender, senders)));
  const at = message.platformAt ?? message.operatorAt ?? message.handsetAt;
  if (at) facts.push(formats.moment(at));
  const head = line(
    emoji(OUTCOME_EMOJI[timeline.outcome]),
    ' ',
    bold(words.outcomes[timeline.outcome]),
    ` (${statusWordOf(traced, words)}) · ${facts.join(' · ')}`,
  );
  return [head, preformatted(timelineView(traced, words, formats, now))];
}

/** The platform's word for the status of a message, as it came. */
export function statusWordOf({ message }: Traced, words: Words): string {
  return untrusted(message.statusWord ?? '', LONGEST_WORD) || words.platformSaysNothing;
}

/** The operator's name; `undefined` for an unknown route. */
export function operatorOf({ message }: Traced): string | undefined {
  return untrusted(message.operator ?? '', LONGEST_WORD) || undefined;
}

function shorten(text: string, words: Words): string {
  if (text.length <= LONGEST_TEXT) return text;
  const shown = clip(text, LONGEST_TEXT);
  return `${shown} ${words.status.moreCharacters([...text.slice(shown.length - 1)].length)}`;
}
