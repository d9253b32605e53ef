import { redactText } from '../../../domain/messages/redaction.ts';
import { segmentsOf } from '../../../domain/messages/segments.ts';
import type { Traced } from '../../../domain/messages/status-verdict.ts';
import type { Outcome } from '../../../domain/messages/timeline.ts';
import {
  bold,
  contextBlock,
  emoji,
  line,
  preformatted,
  quote,
  richText,
  type ViewBlock,
} from '../../../slack/blocks/blocks.ts';
import { clip } from '../../../slack/blocks/limits.ts';
import { sanitize, visible } from '../../../slack/blocks/sanitize.ts';
import { timelineView } from '../../../slack/blocks/timeline.ts';
import { nameOf } from '../../../slack/notices.ts';
import type { StatusTranslations, StatusView } from '../locales/index.ts';

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
export const LONGEST_STATUS_WORD = 60;

/** One message: status and route, its way, its text (masked), its size. */
export function messageBlocks(traced: Traced, now: Date, options: StatusView): ViewBlock[] {
  const { message } = traced;
  const { t } = options;
  const way = wayLines(traced, now, options);
  if (message.text === undefined) return [richText(...way), contextBlock(t.status.textMissing)];
  const { segments, encoding } = segmentsOf(message.text);
  const size = t.status.size([...message.text].length, segments, encoding);
  const masked = redactText(visible(message.text));
  if (masked.trim() === '') return [richText(...way), contextBlock(`${t.status.textInvisible} · ${size}`)];
  return [richText(...way, quote(shorten(masked, t))), contextBlock(size)];
}

/** Status and route of one message, and its way. */
export function wayLines(
  traced: Traced,
  now: Date,
  { t, formatter, senders }: StatusView,
): Parameters<typeof richText> {
  const { message, timeline } = traced;
  const facts = [messageOperator(traced) ?? t.unknownRoute];
  if (message.sender !== undefined) facts.push(t.answer.from(nameOf(message.sender, senders)));
  const at = message.platformAt ?? message.operatorAt ?? message.handsetAt;
  if (at) facts.push(formatter.moment(at));
  const head = line(
    emoji(OUTCOME_EMOJI[timeline.outcome]),
    ' ',
    bold(t.outcomes[timeline.outcome]),
    ` (${statusWordOf(traced, t)}) · ${facts.join(' · ')}`,
  );
  return [head, preformatted(timelineView(traced, t, formatter, now))];
}

/** The platform's word for the status of a message, as it came. */
export function statusWordOf({ message }: Traced, t: StatusTranslations): string {
  return sanitize(message.statusWord ?? '', LONGEST_STATUS_WORD) || t.platformSaysNothing;
}

/** The operator's name; `undefined` for an unknown route. */
export function messageOperator({ message }: Traced): string | undefined {
  return sanitize(message.operator ?? '', LONGEST_STATUS_WORD) || undefined;
}

function shorten(text: string, t: StatusTranslations): string {
  if (text.length <= LONGEST_TEXT) return text;
  const shown = clip(text, LONGEST_TEXT);
  return `${shown} ${t.status.moreCharacters([...text.slice(shown.length - 1)].length)}`;
}
