import {
  bold,
  contextBlock,
  line,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks/blocks.ts';
import { failureBlocks, latencyLines, operatorTable } from '../../slack/blocks/figures.ts';
import { zoneText } from '../../slack/blocks/format.ts';
import type { ReportModel } from './aggregate.ts';
import type { ReportView } from './locales/index.ts';

/** What a report rests on, for who asks: percentiles, failures by word, all operators, what it is compared with. */
export function reportDetailsView(model: ReportModel, options: ReportView): View {
  const { comparison } = model;
  const isReconstructed = comparison?.basis === 'reconstructed';
  return view(...detailBlocks(model, options), operatorTable(model, options, { isReconstructed }));
}

export function detailBlocks(model: ReportModel, options: ReportView): ViewBlock[] {
  const { t } = options;
  if (model.totals.submitted === 0) return [];
  return [
    richText(line(bold(t.figures.latency.parts)), ...latencyLines(model, options)),
    ...failureBlocks(model, options),
    ...finalBlock(model, options),
    contextBlock(...notesOf(model, options), zoneText(options)),
  ];
}

/** The rate among the messages whose fate is known. */
function finalBlock({ totals, comparison }: ReportModel, { t, formatter }: ReportView): ViewBlock[] {
  const { deliveredOfFinal } = totals;
  if (deliveredOfFinal === undefined) return [];
  const points = comparison && comparison.totals.submitted > 0 ? comparison.finalPoints : undefined;
  const change = points === undefined ? '' : ` (${t.figures.points(formatter.signed(points))})`;
  return [richText(line(t.figures.ofFinal(formatter.percent(deliveredOfFinal) + change)))];
}

function notesOf({ comparison, totals, settlesAt }: ReportModel, { t, formatter }: ReportView): string[] {
  const { details } = t.report;
  const notes: string[] = [];
  if (comparison && comparison.totals.submitted > 0) {
    const { period, isSoFar, basis, times } = comparison;
    notes.push(details.comparedWith(formatter.days(period.firstDay, period.lastDay), isSoFar, basis));
    if (times !== 1) notes.push(t.report.volumeByDay);
  }
  if (totals.isProvisional) notes.push(details.provisional(formatter.since(settlesAt)));
  return notes;
}
