import { isShort } from '../../domain/figures/period-figures.ts';
import { maskMsisdn } from '../../domain/messages/msisdn.ts';
import { isOfHours } from '../../domain/time/period.ts';
import { answerLines } from '../../slack/blocks/advice-view.ts';
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
import { chartsOf, type DataBlock } from '../../slack/blocks/data-blocks.ts';
import {
  dataQualityNotices,
  failureBlocks,
  LONGEST_FAILURE_WORD,
  latencyLines,
  manyOperatorsNotice,
  noticeBlock,
  operatorTable,
  silentNotice,
  TOLD_WITHIN_SECONDS,
  withinTexts,
} from '../../slack/blocks/figures.ts';
import { zoneText } from '../../slack/blocks/format.ts';
import { sanitize } from '../../slack/blocks/text.ts';
import { periodText, senderName } from '../../slack/blocks/view-options.ts';
import type { ReportModel } from './aggregate.ts';
import { changeSentence, nothingNowSentence, reportVerdict } from './changes-text.ts';
import type { ReportRequest } from './input.ts';
import type { ReportView } from './locales/index.ts';

const MOST_ROWS = 8;

interface ReportButtonOptions {
  readonly seal: (request: ReportRequest, seen?: string) => string;
  readonly canShare: boolean;
}

export function reportView(model: ReportModel, options: ReportView, buttons: ReportButtonOptions): View {
  return view(
    answerLines(reportVerdict(model, options), options.t),
    contextBlock(scopeLine(model, options)),
    ...figureBlocks(model, options),
    ...reportButtons(model, options, buttons),
  );
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
  // Days are those of one zone; hours are Slack's dates, which each reader sees in their own.
  const zone = isOfHours(request.spec) ? [] : [options.formatter.timeZone];
  const when = t.answer.asOfDay(options.formatter.since(asOf));
  const foot = [...scopeOf(request, options), ...zone, when, t.post.sharedBy(sharedBy)];
  return {
    shared: view(richText(line(emoji(sign), ' ', bold(verdict))), contextBlock(foot.join(' · '))),
    thread: view(scope, ...figureBlocks(model, options), ...detailBlocks(model, options)),
  };
}

export function wholeReportView(model: ReportModel, viewOptions: ReportView): View {
  const options = { ...viewOptions, isShared: true };
  return view(
    answerLines(reportVerdict(model, options), options.t),
    contextBlock(scopeLine(model, options)),
    ...figureBlocks(model, options),
    contextBlock(zoneText(options)),
  );
}

export function reportSubject(
  { spec, sender, msisdn }: ReportRequest,
  period: ReportModel['period'],
  options: ReportView,
): string {
  return [periodText(spec, period, options), ...scopeOf({ sender, msisdn }, options)].join(' · ');
}

function figureBlocks(model: ReportModel, options: ReportView): (ViewBlock | DataBlock)[] {
  const { t } = options;
  const { totals, doubts, asOf, silent, others, comparison } = model;
  const notices = dataQualityNotices(doubts, asOf, options);
  if (comparison?.mayLack) notices.push(t.report.previousShort);
  if (silent) notices.push(silentNotice(silent, options));
  if (others && others.count === undefined) notices.push(manyOperatorsNotice(t));
  if (doubts.unplaced > 0) notices.push(t.figures.notices.unplaced(doubts.unplaced));
  const changed = changedLine(model, options);
  const found = [
    ...(changed === undefined ? [] : [line(changed)]),
    ...(totals.submitted === 0 ? [] : [...totalLines(model, options), ...speedLines(model, options)]),
  ];
  return [
    ...notices.map(noticeBlock),
    ...(found.length > 0 ? [richText(...found)] : []),
    ...(totals.submitted === 0 ? [] : [...chartsOf(model, options), shortOperatorTable(model, options)]),
  ];
}

function changedLine({ comparison, totals, doubts }: ReportModel, options: ReportView): string | undefined {
  if (!comparison) return undefined;
  if (totals.submitted > 0) return changeSentence(comparison, options);
  const isStopped = comparison.totals.submitted > 0 && !isShort(doubts);
  return isStopped ? nothingNowSentence(comparison, options) : undefined;
}

function scopeLine({ request, asOf, settlesAt, totals }: ReportModel, options: ReportView): string {
  const { t, formatter } = options;
  const finality = totals.isProvisional ? t.figures.provisional(formatter.since(settlesAt)) : t.figures.final;
  const when = t.answer.asOfDay(formatter.since(asOf));
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

function totalLines(
  { totals, comparison, distinctFailing, failures }: ReportModel,
  { t, formatter }: ReportView,
) {
  const { submitted, delivered, deliveryRate, failed, pending, noReceipt, other } = totals;
  const labels = t.figures.totals;
  const { toNumbers, mostly } = t.report.totals;
  const before = comparison && comparison.totals.submitted > 0 ? comparison.totals : undefined;
  const row = (label: string, count: number, ...facts: string[]) =>
    line(bold(`${label}: ${formatter.number(count)}`), facts.map((fact) => ` · ${fact}`).join(''));
  const volume =
    before && formatter.signedPercent(submitted / (before.submitted / (comparison?.times ?? 1)) - 1);
  const points = before && comparison?.points;
  const change = points === undefined ? '' : ` (${t.figures.points(formatter.signed(points))})`;
  const share = (count: number) => formatter.percent(count / submitted);
  const sent = bold(`${labels.messages}: ${formatter.number(submitted)}`);
  const [worst] = failures;
  const numbers = distinctFailing === undefined ? [] : [toNumbers(distinctFailing)];
  const words = worst ? [mostly(sanitize(worst.word, LONGEST_FAILURE_WORD))] : [];
  const rate = deliveryRate === undefined ? [] : [labels.ofAll(formatter.percent(deliveryRate)) + change];
  return [
    line(sent, volume === undefined ? '' : ` (${volume})`),
    row(labels.delivered, delivered, ...rate),
    row(labels.failed, failed, ...(failed > 0 ? [share(failed), ...words, ...numbers] : [])),
    ...(pending > 0 ? [row(labels.waiting, pending, share(pending))] : []),
    ...(noReceipt > 0 ? [row(labels.noReceipt, noReceipt, share(noReceipt))] : []),
    ...(other > 0 ? [row(labels.other, other, share(other))] : []),
  ];
}

function speedLines({ legs, within }: ReportModel, { t, formatter }: ReportView) {
  const { p50, p95 } = legs.total;
  if (p50 === undefined || p95 === undefined) return [];
  const { title, half, most, within: label } = t.figures.latency;
  const shares = withinTexts(within, formatter, TOLD_WITHIN_SECONDS);
  const facts = [half(formatter.duration(p50)), most(formatter.duration(p95))];
  return [
    line(bold(`${title}: `), facts.join(' · ')),
    ...(shares.length > 0 ? [line(bold(`${label} `), shares.join(' · '))] : []),
  ];
}

function reportButtons(
  { request, period, totals }: ReportModel,
  { t }: ReportView,
  { seal, canShare }: ReportButtonOptions,
): ViewBlock[] {
  const { firstDay: from, lastDay: to } = period;
  // After midnight “today” would be another day; what is shared and sent is what was seen.
  const dated = seal({ ...request, spec: { kind: 'range', from, to } }, seenIn({ totals }));
  const refresh = button('report.refresh', t.answer.refresh, seal(request));
  if (totals.submitted === 0) return [actions('report.turn', refresh)];
  const csv = { value: 'csv', label: t.post.csv };
  const rare = canShare ? [{ value: 'share', label: t.post.share }, csv] : [csv];
  const details = primary(button('report.details', t.answer.details, dated));
  return [actions(dated, details, refresh, overflow('report.more', rare))];
}

/** Tells whether a later report has other figures. */
export function seenIn({ totals }: Pick<ReportModel, 'totals'>): string {
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
