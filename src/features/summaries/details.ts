import {
  bold,
  contextBlock,
  line,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks/blocks.ts';
import { type DataBlock, dataTable, type TableCell, toPercent } from '../../slack/blocks/data-blocks.ts';
import {
  dataQualityNotices,
  failureBlocks,
  latencyLines,
  manyOperatorsNotice,
  noticeBlock,
  operatorTable,
  silentNotice,
} from '../../slack/blocks/figures.ts';
import type { SummaryView } from './locales/index.ts';
import { claimedRate, type EarlierWeek, type SummaryModel } from './summarize.ts';

export function detailsView(model: SummaryModel, options: SummaryView): View {
  const { t, formatter } = options;
  const { totals, question } = model;
  const { deliveredOfFinal: ofFinal } = totals;
  const title = `${t.answer.details} · ${formatter.days(question.day, question.day)}`;
  const blocks: (ViewBlock | DataBlock)[] = [richText(line(bold(title)))];
  blocks.push(...notices(model, options).map(noticeBlock));
  if (totals.submitted === 0) blocks.push(richText(line(t.summary.details.none)));
  if (claimedRate(totals) !== undefined) {
    blocks.push(
      richText(line(bold(t.figures.latency.parts)), ...latencyLines(model, options)),
      ...failureBlocks(model, options),
      ...(ofFinal === undefined ? [] : [richText(line(t.figures.ofFinal(formatter.percent(ofFinal))))]),
      operatorTable(model, options, { isReconstructed: false }),
    );
  }
  return view(...blocks, ...weekBlocks(model, options));
}

function notices({ doubts, asOf, silent, others }: SummaryModel, options: SummaryView): string[] {
  const { t } = options;
  return [
    ...dataQualityNotices(doubts, asOf, options),
    ...(others && others.count === undefined ? [manyOperatorsNotice(t)] : []),
    ...(doubts.unplaced > 0 ? [t.figures.notices.unplaced(doubts.unplaced)] : []),
    ...(silent ? [silentNotice(silent, options)] : []),
  ];
}

function weekBlocks(model: SummaryModel, options: SummaryView): (ViewBlock | DataBlock)[] {
  const { t, formatter } = options;
  const { weeks, sameAge, optimistic } = t.summary.details;
  const { question, totals, legs } = model;
  if (model.weeks.every(({ state }) => state === 'empty')) return [];
  const row = (day: string, figures: Pick<EarlierWeek, 'totals' | 'total'>, says: string): TableCell[] => {
    const { submitted, deliveryRate = 0 } = figures.totals ?? {};
    const isClaimed = figures.totals && claimedRate(figures.totals) !== undefined;
    const p95 = isClaimed ? figures.total?.p95 : undefined;
    return [
      formatter.days(day, day),
      submitted === undefined ? '' : { value: submitted, text: formatter.number(submitted) },
      isClaimed ? { value: toPercent(deliveryRate), text: formatter.percent(deliveryRate) } : '',
      p95 === undefined ? '' : { value: p95, text: formatter.duration(p95) },
      says,
    ];
  };
  const table = dataTable({
    caption: weeks.caption(formatter.weekday(question.day)),
    columns: [weeks.day, weeks.messages, weeks.delivered, t.figures.table.most, weeks.figures],
    rows: [
      row(question.day, { totals, total: legs.total }, weeks.thisDay),
      ...model.weeks.map((week) => row(week.day, week, saysOf(week, options))),
    ],
  });
  const compared = model.weeks.filter(({ state }) => state === 'compared');
  const isReconstructed = compared.some(({ basis }) => basis === 'reconstructed');
  return [table, contextBlock(sameAge, ...(isReconstructed ? [optimistic] : []))];
}

function saysOf({ state, basis = 'reconstructed' }: EarlierWeek, { t }: SummaryView): string {
  return t.summary.details.weeks[state === 'compared' ? basis : state];
}
