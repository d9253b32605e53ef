import { bold, context, line, richText, type View, type ViewBlock, view } from '../../slack/blocks.ts';
import { operatorTable, toPercent } from '../../slack/charts.ts';
import { failureBlocks, latencyLines } from '../../slack/figures-view.ts';
import { type Cell, dataTable, type Newer } from '../../slack/newer-blocks.ts';
import { doubtNotices, manyOperatorsNotice, noticeBlock, silentNotice } from '../../slack/notices.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import { claimedRate, type SummaryModel, type WeekStanding } from './model.ts';

/** What there is to say beside a summary, for its thread. */
export function detailsView(model: SummaryModel, options: ViewOptions): View {
  const { words } = options;
  const { totals, question } = model;
  const title = words.summary.details.title;
  const subject = options.formats.days(question.day, question.day);
  const blocks: (ViewBlock | Newer)[] = [richText(line(bold(`${title} · ${subject}`)))];
  blocks.push(...notices(model, options).map(noticeBlock));
  if (totals.submitted === 0) blocks.push(richText(line(words.summary.details.none)));
  if (claimedRate(totals) !== undefined) {
    blocks.push(
      richText(line(bold(words.summary.details.latency)), ...latencyLines(model, options)),
      ...failureBlocks(model, options),
      operatorTable(model, options),
    );
  }
  return view(...blocks, ...weekBlocks(model, options));
}

/** Whatever makes the figures less than whole, and operators that tell nothing. */
function notices(model: SummaryModel, options: ViewOptions): string[] {
  const { doubts, asOf, silent, others } = model;
  const said = doubtNotices(doubts, asOf, options);
  if (others && others.count === undefined) said.push(manyOperatorsNotice(options));
  if (doubts.unplaced > 0) said.push(options.words.figures.notices.unplaced(doubts.unplaced));
  if (silent) said.push(silentNotice(silent, options));
  return said;
}

/** The day and those it is compared with, one by one. */
function weekBlocks(model: SummaryModel, options: ViewOptions): (ViewBlock | Newer)[] {
  const { words, formats } = options;
  const { weeks, sameAge, optimistic } = words.summary.details;
  const { question, totals, legs } = model;
  if (model.weeks.every(({ state }) => state === 'empty')) return [];
  const row = (day: string, figures: Pick<WeekStanding, 'totals' | 'total'>, says: string): Cell[] => {
    const { submitted, deliveryRate = 0 } = figures.totals ?? {};
    const isClaimed = figures.totals && claimedRate(figures.totals) !== undefined;
    const p95 = isClaimed ? figures.total?.p95 : undefined;
    return [
      formats.days(day, day),
      submitted === undefined ? '' : { value: submitted, text: formats.number(submitted) },
      isClaimed ? { value: toPercent(deliveryRate), text: formats.percent(deliveryRate) } : '',
      p95 === undefined ? '' : { value: p95, text: formats.duration(p95) },
      says,
    ];
  };
  const table = dataTable({
    caption: weeks.caption(formats.weekday(question.day)),
    columns: [weeks.day, weeks.messages, weeks.delivered, 'p95', weeks.figures],
    rows: [
      row(question.day, { totals, total: legs.total }, weeks.thisDay),
      ...model.weeks.map((week) => row(week.day, week, saysOf(week, options))),
    ],
  });
  const isReconstructed = model.weeks.some(
    ({ state, basis }) => state === 'compared' && basis === 'reconstructed',
  );
  return [table, context(sameAge, ...(isReconstructed ? [optimistic] : []))];
}

function saysOf({ state, basis }: WeekStanding, { words }: ViewOptions): string {
  const { weeks } = words.summary.details;
  if (state !== 'compared') return weeks[state];
  return basis === 'observed' ? weeks.observed : weeks.reconstructed;
}
