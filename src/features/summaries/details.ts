import {
  bold,
  contextBlock,
  line,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks/blocks.ts';
import {
  dataQualityNotices,
  failureBlocks,
  latencyLines,
  manyOperatorsNotice,
  noticeBlock,
  operatorTable,
  withoutReceiptsNotice,
} from '../../slack/blocks/figures.ts';
import {
  type DataBlock,
  dataTable,
  type TableCell,
  toPercent,
} from '../../slack/blocks/tables-and-charts.ts';
import type { SummaryView } from './locales/index.ts';
import { claimedRate, type EarlierWeek, type SummaryModel } from './summarize.ts';

export function detailsView(model: SummaryModel, options: SummaryView): View {
  const { t, format } = options;
  const { totals, question } = model;
  const { deliveredOfFinal: ofFinal } = totals;
  const title = `${t.answer.details} · ${format.days(question.day, question.day)}`;
  const blocks: (ViewBlock | DataBlock)[] = [richText(line(bold(title)))];
  blocks.push(...notices(model, options).map(noticeBlock));
  if (totals.submitted === 0) blocks.push(richText(line(t.summary.details.none)));
  if (claimedRate(totals) !== undefined) {
    blocks.push(
      richText(line(bold(t.figures.latency.parts)), ...latencyLines(model, options)),
      ...failureBlocks(model, options),
      ...(ofFinal === undefined ? [] : [richText(line(t.figures.ofFinal(format.percent(ofFinal))))]),
      operatorTable(model, options, { isReconstructed: false }),
    );
  }
  return view(...blocks, ...weekBlocks(model, options));
}

function notices(
  { dataQuality, asOf, withoutReceipts, others }: SummaryModel,
  options: SummaryView,
): string[] {
  const { t } = options;
  return [
    ...dataQualityNotices(dataQuality, asOf, options),
    ...(others && others.count === undefined ? [manyOperatorsNotice(t)] : []),
    ...(dataQuality.untimed > 0 ? [t.figures.notices.untimed(dataQuality.untimed)] : []),
    ...(withoutReceipts ? [withoutReceiptsNotice(withoutReceipts, options)] : []),
  ];
}

function weekBlocks(model: SummaryModel, options: SummaryView): (ViewBlock | DataBlock)[] {
  const { t, format } = options;
  const { weeks, sameAge, optimistic } = t.summary.details;
  const { question, totals, legs } = model;
  if (model.weeks.every(({ state }) => state === 'empty')) return [];
  const row = (day: string, figures: Pick<EarlierWeek, 'totals' | 'total'>, says: string): TableCell[] => {
    const { submitted, deliveryRate = 0 } = figures.totals ?? {};
    const isClaimed = figures.totals && claimedRate(figures.totals) !== undefined;
    const p95 = isClaimed ? figures.total?.p95 : undefined;
    return [
      format.days(day, day),
      submitted === undefined ? '' : { value: submitted, text: format.number(submitted) },
      isClaimed ? { value: toPercent(deliveryRate), text: format.percent(deliveryRate) } : '',
      p95 === undefined ? '' : { value: p95, text: format.duration(p95) },
      says,
    ];
  };
  const table = dataTable({
    caption: weeks.caption(format.weekday(question.day)),
    columns: [weeks.day, weeks.messages, weeks.delivered, t.figures.table.most, weeks.figures],
    rows: [
      row(question.day, { totals, total: legs.total }, weeks.thisDay),
      ...model.weeks.map((week) =>
        row(week.day, week, weeks[week.state === 'compared' ? (week.basis ?? 'reconstructed') : week.state]),
      ),
    ],
  });
  const compared = model.weeks.filter(({ state }) => state === 'compared');
  const isReconstructed = compared.some(({ basis }) => basis === 'reconstructed');
  return [table, contextBlock(sameAge, ...(isReconstructed ? [optimistic] : []))];
}
