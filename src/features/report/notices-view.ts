import { emoji, italic, line, richText, type ViewBlock } from '../../slack/blocks.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import type { Doubts, ReportModel, SilentOperators } from './aggregate.ts';
import { operatorName } from './charts-view.ts';

/** More operators than these are counted, not named. */
const MOST_NAMED = 3;

/** What has to be known before the figures are read: they may not be whole, or one cause moves all of them. */
export function leadingNotices(model: ReportModel, options: ViewOptions): ViewBlock[] {
  const { doubts, asOf, silent, comparison } = model;
  const notices = doubtNotices(doubts, asOf, options);
  if (comparison?.mayLack) notices.push(options.words.report.notices.earlierShort);
  if (silent) notices.push(silentNotice(silent, options));
  return notices.map(noticeBlock);
}

/** What is good to know after them. */
export function closingNotices({ doubts }: Pick<ReportModel, 'doubts'>, { words }: ViewOptions): ViewBlock[] {
  return doubts.unplaced > 0 ? [noticeBlock(words.report.notices.unplaced(doubts.unplaced))] : [];
}

/** Whatever makes figures less than whole, or older than they should be. */
export function doubtNotices(doubts: Doubts, asOf: Date, { words, formats }: ViewOptions): string[] {
  const { shortfall, daysMissing, unreadable, stale } = words.report.notices;
  const notices: string[] = [];
  if (doubts.daysMissing) notices.push(daysMissing);
  if (doubts.announced > doubts.received) {
    notices.push(shortfall(formats.number(doubts.announced), formats.number(doubts.received)));
  }
  if (doubts.unreadable > 0) notices.push(unreadable(doubts.unreadable));
  if (doubts.isStale) notices.push(stale(formats.since(asOf)));
  return notices;
}

function silentNotice(
  { operators, submitted, rateOfOthers }: SilentOperators,
  { words, formats }: ViewOptions,
): string {
  const named = operators.slice(0, MOST_NAMED).map((operator) => operatorName(operator, { words }));
  const more = operators.length - named.length;
  const names = more > 0 ? [...named, words.report.table.others(more)] : named;
  const listed = new Intl.ListFormat(words.locale).format(names);
  const rate = rateOfOthers === undefined ? undefined : formats.percent(rateOfOthers);
  return words.report.notices.silent(listed, operators.length, formats.number(submitted), rate);
}

function noticeBlock(notice: string): ViewBlock {
  return richText(line(emoji('warning'), ' ', italic(notice)));
}
