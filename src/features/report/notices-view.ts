import type { ViewBlock } from '../../slack/blocks.ts';
import { doubtNotices, manyOperatorsNotice, noticeBlock, silentNotice } from '../../slack/notices.ts';
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
export function closingNotices(
  model: Pick<ReportModel, 'doubts' | 'others'>,
  options: ViewOptions,
): ViewBlock[] {
  const { others, doubts } = model;
  const { unplaced } = doubts;
  const notices: string[] = [];
  if (others && others.count === undefined) notices.push(manyOperatorsNotice(options));
  if (unplaced > 0) notices.push(options.words.figures.notices.unplaced(unplaced));
  return notices.map(noticeBlock);
}
