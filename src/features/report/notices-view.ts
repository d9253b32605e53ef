import type { ViewBlock } from '../../slack/blocks.ts';
import { doubtNotices, noticeBlock, silentNotice } from '../../slack/notices.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import type { ReportModel } from './aggregate.ts';

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
