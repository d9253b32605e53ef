import { isShort } from '../../domain/figures/period-figures.ts';
import { maskMsisdn } from '../../domain/messages/redaction.ts';
import { closestWord } from '../../domain/spelling.ts';
import { isOfHours } from '../../domain/time/period.ts';
import { adviceView, answerLines, echo } from '../../slack/blocks/advice-view.ts';
import {
  actions,
  bold,
  button,
  contextBlock,
  emoji,
  line,
  overflow,
  primary,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks/blocks.ts';
import {
  dataQualityNotices,
  failureBlocks,
  LONGEST_FAILURE_WORD,
  latencyLines,
  manyOperatorsNotice,
  noticeBlock,
  operatorName,
  operatorTable,
  speedLines,
  withoutReceiptsNotice,
} from '../../slack/blocks/figures.ts';
import { listText, zoneText } from '../../slack/blocks/format.ts';
import { chartsOf, type DataBlock } from '../../slack/blocks/tables-and-charts.ts';
import { sanitize } from '../../slack/blocks/text.ts';
import { periodText, senderName } from '../../slack/blocks/view-options.ts';
import type { ReportModel } from './aggregate.ts';
import { changeSentence, nothingNowSentence, reportVerdict } from './changes-text.ts';
import type { ReportRequest } from './input.ts';
import type { ReportView } from './locales/index.ts';

const MOST_ROWS = 8;
const LONGEST_OPERATOR = 30;

interface ReportButtonOptions {
  readonly seal: (request: ReportRequest, seenTotals?: string) => string;
  readonly canShare: boolean;
}

export function reportView(model: ReportModel, options: ReportView, buttons: ReportButtonOptions): View {
  if (model.knownOperators) return noSuchOperatorView(model, model.knownOperators, options, buttons);
  return view(
    answerLines(reportVerdict(model, options), options.t),
    contextBlock(scopeLine(model, options)),
    ...figureBlocks(model, options),
    ...reportButtons(model, options, buttons),
  );
}

const MOST_OPERATORS_NAMED = 10;

function noSuchOperatorView(
  { request }: ReportModel,
  known: readonly string[],
  options: ReportView,
  buttons?: ReportButtonOptions,
): View {
  const { t } = options;
  const typed = request.operator ?? '';
  const names = known.map((name) => operatorName(name, t));
  const listed = listText(names, t, { most: MOST_OPERATORS_NAMED, others: t.figures.table.others });
  const meant = closestWord(typed, known);
  const label = meant === undefined ? t.report.allOperators : operatorName(meant, t);
  const value = buttons?.seal({ ...request, operator: meant });
  const offer = value === undefined ? [] : [actions('report.turn', button('report.refresh', label, value))];
  return adviceView(t.report.noSuchOperator(echo(typed), listed), t, undefined, offer);
}

export function sharedReportView(
  model: ReportModel,
  viewOptions: ReportView,
  sharedBy: string,
): { readonly shared: View; readonly thread: View } {
  const options = { ...viewOptions, isShared: true };
  const { t } = options;
  const { sign, verdict } = reportVerdict(model, options);
  const scope = contextBlock(scopeLine(model, options));
  const { request, asOf } = model;
  // Days belong to one zone, which is named; hours are shown by Slack in the zone of each reader.
  const zone = isOfHours(request.spec) ? [] : [options.format.timeZone];
  const when = t.answer.asOfDay(options.format.since(asOf));
  const footer = [...scopeOf(request, options), ...zone, when, t.post.sharedBy(sharedBy)];
  return {
    shared: view(richText(line(emoji(sign), ' ', bold(verdict))), contextBlock(footer.join(' · '))),
    thread: view(scope, ...figureBlocks(model, options), ...detailBlocks(model, options)),
  };
}

export function wholeReportView(model: ReportModel, viewOptions: ReportView): View {
  const options = { ...viewOptions, isShared: true };
  if (model.knownOperators) return noSuchOperatorView(model, model.knownOperators, options);
  return view(
    answerLines(reportVerdict(model, options), options.t),
    contextBlock(scopeLine(model, options)),
    ...figureBlocks(model, options),
    contextBlock(zoneText(options)),
  );
}

export function reportSubject(
  { spec, operator, sender, msisdn }: ReportRequest,
  period: ReportModel['period'],
  options: ReportView,
): string {
  const named = operator === undefined ? [] : [sanitize(operator, LONGEST_OPERATOR)];
  return [periodText(spec, period, options), ...named, ...scopeOf({ sender, msisdn }, options)].join(' · ');
}

function figureBlocks(model: ReportModel, options: ReportView): (ViewBlock | DataBlock)[] {
  const { t } = options;
  const { totals, dataQuality, asOf, withoutReceipts, others, comparison } = model;
  const notices = dataQualityNotices(dataQuality, asOf, options);
  if (comparison?.mayBeIncomplete) notices.push(t.report.previousShort);
  if (withoutReceipts) notices.push(withoutReceiptsNotice(withoutReceipts, options));
  if (others && others.count === undefined) notices.push(manyOperatorsNotice(t));
  if (dataQuality.untimed > 0) notices.push(t.figures.notices.untimed(dataQuality.untimed));
  const changed = changedLine(model, options);
  const lines = [
    ...(changed === undefined ? [] : [line(changed)]),
    ...(totals.submitted === 0 ? [] : [...totalLines(model, options), ...speedLines(model, options)]),
  ];
  return [
    ...notices.map(noticeBlock),
    ...(lines.length > 0 ? [richText(...lines)] : []),
    ...(totals.submitted === 0 ? [] : [...chartsOf(model, options), shortOperatorTable(model, options)]),
  ];
}

function changedLine(
  { comparison, totals, dataQuality }: ReportModel,
  options: ReportView,
): string | undefined {
  if (!comparison) return undefined;
  if (totals.submitted > 0) return changeSentence(comparison, options);
  const isStopped = comparison.totals.submitted > 0 && !isShort(dataQuality);
  return isStopped ? nothingNowSentence(comparison, options) : undefined;
}

function scopeLine({ request, asOf, completeAt, totals }: ReportModel, options: ReportView): string {
  const { t, format } = options;
  const finality = totals.isProvisional ? t.figures.provisional(format.since(completeAt)) : t.figures.final;
  const when = t.answer.asOfDay(format.since(asOf));
  return [...scopeOf(request, options), when, finality].join(' · ');
}

function scopeOf(
  { sender, msisdn }: Pick<ReportRequest, 'sender' | 'msisdn'>,
  { t, senders }: ReportView,
): string[] {
  return [
    ...(sender === undefined ? [] : [t.answer.from(senderName(sender, senders))]),
    ...(msisdn === undefined ? [] : [t.report.to(maskMsisdn(msisdn))]),
  ];
}

function changeText(
  points: number | undefined,
  { comparison }: ReportModel,
  { t, format }: Pick<ReportView, 't' | 'format'>,
): string {
  if (points === undefined) return '';
  const until = comparison?.until ? t.report.until(format.clock(comparison.until)) : '';
  return ` (${t.figures.points(format.signed(points))}${until})`;
}

function totalLines(model: ReportModel, { t, format }: ReportView) {
  const { totals, comparison, distinctFailing, failures } = model;
  const { submitted, delivered, deliveryRate, failed, pending, noReceipt, other } = totals;
  const labels = t.figures.totals;
  const { toNumbers, mostly } = t.report.totals;
  const before = comparison && comparison.totals.submitted > 0 ? comparison.totals : undefined;
  const row = (label: string, count: number, ...facts: string[]) =>
    line(bold(`${label}: ${format.number(count)}`), facts.map((fact) => ` · ${fact}`).join(''));
  const volume =
    before && format.signedPercent(submitted / (before.submitted / (comparison?.lengthRatio ?? 1)) - 1);
  const points = before && comparison?.points;
  const change = changeText(points, model, { t, format });
  const share = (count: number) => format.percent(count / submitted);
  const sent = bold(`${labels.messages}: ${format.number(submitted)}`);
  const [worst] = failures;
  const numbers = distinctFailing === undefined ? [] : [toNumbers(distinctFailing)];
  const words = worst ? [mostly(sanitize(worst.word, LONGEST_FAILURE_WORD))] : [];
  const rate = deliveryRate === undefined ? [] : [labels.ofAll(format.percent(deliveryRate)) + change];
  return [
    line(sent, volume === undefined ? '' : ` (${volume})`),
    row(labels.delivered, delivered, ...rate),
    row(labels.failed, failed, ...(failed > 0 ? [share(failed), ...words, ...numbers] : [])),
    ...(pending > 0 ? [row(labels.waiting, pending, share(pending))] : []),
    ...(noReceipt > 0 ? [row(labels.noReceipt, noReceipt, share(noReceipt))] : []),
    ...(other > 0 ? [row(labels.other, other, share(other))] : []),
  ];
}

function reportButtons(
  { request, period, totals }: ReportModel,
  { t }: ReportView,
  { seal, canShare }: ReportButtonOptions,
): ViewBlock[] {
  const { firstDay: from, lastDay: to } = period;
  // Names dates, because “today” would mean another day after midnight.
  const dated = seal({ ...request, spec: { kind: 'range', from, to } }, seenTotalsOf({ totals }));
  const refresh = button('report.refresh', t.answer.refresh, seal(request));
  if (totals.submitted === 0) return [actions('report.turn', refresh)];
  const csv = { value: 'csv', label: t.post.csv };
  const entries = canShare ? [{ value: 'share', label: t.post.share }, csv] : [csv];
  const details = primary(button('report.details', t.answer.details, dated));
  return [actions(dated, details, refresh, overflow('report.more', entries))];
}

/** Text of the main counts, to notice whether a later report has other figures. */
export function seenTotalsOf({ totals }: Pick<ReportModel, 'totals'>): string {
  const { submitted, delivered, failed } = totals;
  return [submitted, delivered, failed].join(' ');
}

function shortOperatorTable({ operators, others, comparison }: ReportModel, options: ReportView): DataBlock {
  const isReconstructed = comparison?.basis === 'reconstructed';
  const isLong = operators.length + (others ? 1 : 0) > MOST_ROWS;
  const routes = { operators: operators.slice(0, MOST_ROWS), others: isLong ? undefined : others };
  return operatorTable(routes, options, { isReconstructed, isShort: true, isCut: isLong });
}

export function reportDetailsView(model: ReportModel, options: ReportView): View {
  const { comparison } = model;
  const isReconstructed = comparison?.basis === 'reconstructed';
  return view(...detailBlocks(model, options), operatorTable(model, options, { isReconstructed }));
}

function detailBlocks(model: ReportModel, options: ReportView): ViewBlock[] {
  const { t } = options;
  if (model.totals.submitted === 0) return [];
  return [
    richText(line(bold(t.figures.latency.parts)), ...latencyLines(model, options)),
    ...failureBlocks(model, options),
    ...finalBlock(model, options),
    contextBlock(...notesOf(model, options), zoneText(options)),
  ];
}

function finalBlock(model: ReportModel, { t, format }: ReportView): ViewBlock[] {
  const { totals, comparison } = model;
  const { deliveredOfFinal } = totals;
  if (deliveredOfFinal === undefined) return [];
  const points = comparison && comparison.totals.submitted > 0 ? comparison.finalPoints : undefined;
  const change = changeText(points, model, { t, format });
  return [richText(line(t.figures.ofFinal(format.percent(deliveredOfFinal) + change)))];
}

function notesOf({ comparison, totals, completeAt }: ReportModel, { t, format }: ReportView): string[] {
  const { details } = t.report;
  const notes: string[] = [];
  if (comparison && comparison.totals.submitted > 0) {
    const { period, isSoFar, basis, lengthRatio } = comparison;
    notes.push(details.comparedWith(format.days(period.firstDay, period.lastDay), isSoFar, basis));
    if (lengthRatio !== 1) notes.push(t.report.volumeByDay);
  }
  if (totals.isProvisional) notes.push(details.provisional(format.since(completeAt)));
  notes.push(details.within);
  if (totals.pending > 0) notes.push(details.ofFinal);
  if (comparison?.basis === 'reconstructed') notes.push(details.estimated);
  return notes;
}
