import type { Doubts } from '../domain/doubts.ts';
import type { SilentOperators } from '../domain/routes.ts';
import { MAX_OPERATORS_TOLD } from '../domain/statistics.ts';
import { emoji, italic, line, richText, type ViewBlock } from './blocks.ts';
import { operatorName } from './charts.ts';
import type { ViewOptions } from './question-view.ts';

/** More operators than these are counted, not named. */
const MOST_NAMED = 3;

/** Whatever makes figures less than whole, or older than they should be. */
export function doubtNotices(doubts: Doubts, asOf: Date, { words, formats }: ViewOptions): string[] {
  const { shortfall, surplus, daysMissing, unreadable, stale } = words.figures.notices;
  const notices: string[] = [];
  if (doubts.daysMissing) notices.push(daysMissing);
  if (doubts.announced > doubts.received) {
    notices.push(shortfall(formats.number(doubts.announced), formats.number(doubts.received)));
  }
  if (doubts.unreadable > 0) notices.push(unreadable(doubts.unreadable));
  if (doubts.surplus) {
    const { announced, received } = doubts.surplus;
    notices.push(surplus(formats.number(announced), formats.number(received)));
  }
  if (doubts.isStale) notices.push(stale(formats.since(asOf)));
  return notices;
}

/** That some operators were not told apart, for being too many. */
export function manyOperatorsNotice({ words }: Pick<ViewOptions, 'words'>): string {
  return words.figures.notices.manyOperators(MAX_OPERATORS_TOLD);
}

/** Operators without a receipt for any message, and the rate without them. */
export function silentNotice(
  { operators, submitted, rateOfOthers }: SilentOperators,
  { words, formats }: ViewOptions,
): string {
  const named = operators.slice(0, MOST_NAMED).map((operator) => operatorName(operator, { words }));
  const more = operators.length - named.length;
  const names = more > 0 ? [...named, words.figures.table.others(more)] : named;
  const listed = new Intl.ListFormat(words.locale).format(names);
  const rate = rateOfOthers === undefined ? undefined : formats.percent(rateOfOthers);
  return words.figures.notices.silent(listed, operators.length, formats.number(submitted), rate);
}

export function noticeBlock(notice: string): ViewBlock {
  return richText(line(emoji('warning'), ' ', italic(notice)));
}
