import { isShort } from '../../domain/figures/period-figures.ts';
import type { InputProblem } from '../../domain/input.ts';
import { maskMsisdn } from '../../domain/messages/msisdn.ts';
import type { PeriodProblem } from '../../domain/time/period.ts';
import type { Advice } from '../../i18n/index.ts';
import { adviceView, inputAdvice } from '../../slack/advice-view.ts';
import {
  actions,
  bold,
  button,
  contextBlock,
  divider,
  emoji,
  header,
  line,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks/blocks.ts';
import { chartsOf } from '../../slack/blocks/charts.ts';
import type { DataBlock } from '../../slack/blocks/data-blocks.ts';
import {
  dataQualityNotices,
  failureBlocks,
  latencyLines,
  manyOperatorsNotice,
  noticeBlock,
  operatorTable,
  silentNotice,
} from '../../slack/blocks/figures.ts';
import { capitalized } from '../../slack/format.ts';
import { periodText, senderName, sharedByBlock } from '../../slack/view-options.ts';
import type { ReportComparison, ReportModel } from './aggregate.ts';
import { changeSentence, nothingNowSentence } from './changes-text.ts';
import type { ReportRequest } from './input.ts';
import type { ReportTranslations, ReportView } from './locales/index.ts';

/** What has to be known before the figures are read: they may not be whole, or one cause moves all of them. */
function leadingNotices(model: ReportModel, options: ReportView): ViewBlock[] {
  const { doubts, asOf, silent, comparison } = model;
  const notices = dataQualityNotices(doubts, asOf, options);
  if (comparison?.mayLack) notices.push(options.t.report.notices.previousShort);
  if (silent) notices.push(silentNotice(silent, options));
  return notices.map(noticeBlock);
}

function closingNotices(model: Pick<ReportModel, 'doubts' | 'others'>, options: ReportView): ViewBlock[] {
  const { others, doubts } = model;
  const { unplaced } = doubts;
  const notices: string[] = [];
  if (others && others.count === undefined) notices.push(manyOperatorsNotice(options.t));
  if (unplaced > 0) notices.push(options.t.figures.notices.unplaced(unplaced));
  return notices.map(noticeBlock);
}

interface ReportButtonOptions {
  readonly seal: (request: ReportRequest, seen?: string) => string;
  readonly canShare: boolean;
}

export function reportView(model: ReportModel, options: ReportView, buttons: ReportButtonOptions): View {
  return view(
    ...reportBlocks(model, options),
    divider(),
    reportButtons(model, options, buttons),
    footer(options),
  );
}

export function sharedReportView(
  model: ReportModel,
  viewOptions: ReportView,
  sharedBy: string,
  now: Date,
): View {
  const options = { ...viewOptions, isShared: true };
  return view(...reportBlocks(model, options), footer(options), sharedByBlock(sharedBy, now, options));
}

export function reportSubject(
  { spec, sender, msisdn }: ReportRequest,
  period: ReportModel['period'],
  options: ReportView,
): string {
  return [periodText(spec, period, options), ...scopeOf({ sender, msisdn }, options)].join(' · ');
}

function reportBlocks(model: ReportModel, options: ReportView): (ViewBlock | DataBlock)[] {
  const { t, formatter } = options;
  const { request, period, totals, comparison } = model;
  const days = periodText(request.spec, period, options);
  const rate = totals.deliveryRate === undefined ? undefined : formatter.percent(totals.deliveryRate);
  const head = [
    header(capitalized(t.report.headline(days, rate, totals.isProvisional))),
    contextBlock(scopeLine(model, options)),
    ...leadingNotices(model, options),
  ];
  const close = closingNotices(model, options);
  if (totals.submitted === 0) return [...head, ...emptyBlocks(model, options), ...close];
  return [
    ...head,
    ...(comparison ? comparisonBlocks(comparison, options) : []),
    richText(...totalLines(model, options)),
    richText(line(bold(t.report.latency.title)), ...latencyLines(model, options)),
    ...chartsOf(model, options),
    operatorTable(model, options, comparison?.basis === 'reconstructed'),
    ...failureBlocks(model, options),
    ...close,
  ];
}

function scopeLine({ request, asOf, settlesAt, totals }: ReportModel, options: ReportView): string {
  const { t, formatter } = options;
  const finality = totals.isProvisional ? t.report.provisional(formatter.since(settlesAt)) : t.report.final;
  const when = t.report.asOf(formatter.since(asOf));
  return [t.report.title, ...scopeOf(request, options), when, finality].join(' · ');
}

function scopeOf(
  { sender, msisdn }: Pick<ReportRequest, 'sender' | 'msisdn'>,
  { t, senders }: ReportView,
): string[] {
  const scope = [];
  if (sender !== undefined) scope.push(t.answer.from(senderName(sender, senders)));
  if (msisdn !== undefined) scope.push(t.report.to(maskMsisdn(msisdn)));
  return scope;
}

/** An answer of nothing is told apart from an answer that could not be read. */
function emptyBlocks({ doubts, comparison }: ReportModel, options: ReportView): ViewBlock[] {
  const { none, noneNow, noneReadable } = options.t.report;
  if (isShort(doubts)) return [richText(line(bold(noneReadable)))];
  // Where there were messages before, the days, the sender and the number are right.
  const before = comparison && comparison.totals.submitted > 0 ? comparison : undefined;
  const { sentence, nextStep } = before ? noneNow : none;
  const nothing = richText(line(bold(sentence)), line(nextStep));
  return before
    ? [...comparisonBlocks(before, options, nothingNowSentence(before, options)), nothing]
    : [nothing];
}

function comparisonBlocks(
  comparison: ReportComparison,
  options: ReportView,
  changed = changeSentence(comparison, options),
): ViewBlock[] {
  const { t, formatter } = options;
  const { change, period, isSoFar, basis, totals } = comparison;
  const sign = emoji(change ? 'mag' : 'information_source');
  const sentence = richText(line(sign, ' ', bold(changed)));
  if (totals.submitted === 0) return [sentence];
  const days = formatter.days(period.firstDay, period.lastDay);
  return [sentence, contextBlock(t.report.comparedWith(days, isSoFar, basis))];
}

function totalLines({ totals, comparison, distinctFailing }: ReportModel, { t, formatter }: ReportView) {
  const { submitted, delivered, deliveryRate, deliveredOfFinal, failed, pending, noReceipt, other } = totals;
  const labels = t.report.totals;
  const before = comparison && comparison.totals.submitted > 0 ? comparison.totals : undefined;
  const row = (label: string, count: number, ...facts: string[]) =>
    line(bold(`${label}: ${formatter.number(count)}`), facts.map((fact) => ` · ${fact}`).join(''));
  const volume = before && formatter.signedPercent(submitted / before.submitted - 1);
  const rate = (say: (share: string) => string, share: number | undefined, points: number | undefined) => {
    const change = points === undefined ? '' : ` (${t.figures.points(formatter.signed(points))})`;
    return share === undefined ? [] : [say(formatter.percent(share)) + change];
  };
  const share = (count: number) => formatter.percent(count / submitted);
  const sent = bold(`${labels.submitted}: ${formatter.number(submitted)}`);
  const lines = [
    line(sent, volume === undefined ? '' : ` (${volume})`),
    row(
      labels.delivered,
      delivered,
      ...rate(labels.ofSubmitted, deliveryRate, before && comparison?.points),
      ...rate(labels.ofFinal, deliveredOfFinal, before && comparison?.finalPoints),
    ),
  ];
  const numbers = distinctFailing === undefined ? [] : [labels.toNumbers(distinctFailing)];
  lines.push(row(labels.failed, failed, ...(failed > 0 ? [share(failed), ...numbers] : [])));
  if (pending > 0) lines.push(row(labels.waiting, pending, share(pending)));
  if (noReceipt > 0) lines.push(row(labels.noReceipt, noReceipt, share(noReceipt)));
  if (other > 0) lines.push(row(labels.other, other, share(other)));
  return lines;
}

function reportButtons(
  { request, period, totals }: ReportModel,
  { t }: ReportView,
  { seal, canShare }: ReportButtonOptions,
): ViewBlock {
  const { firstDay: from, lastDay: to } = period;
  // After midnight “today” would be another day; what is shared and sent is what was seen.
  const dated = seal({ ...request, spec: { kind: 'range', from, to } }, seenIn({ totals }));
  const buttons = [button('report.refresh', t.answer.refresh, seal(request))];
  if (totals.submitted > 0) {
    buttons.push(button('report.csv', t.post.csv, dated));
    if (canShare) buttons.push(button('report.share', t.post.share, dated));
  }
  return actions('report.turn', ...buttons);
}

/** The figures that a report shows first, to tell later whether it shows others. */
export function seenIn({ totals }: Pick<ReportModel, 'totals'>): string {
  const { submitted, delivered, failed } = totals;
  return [submitted, delivered, failed].join(' ');
}

function footer({ t, formatter }: ReportView): ViewBlock {
  return contextBlock(t.answer.timesIn(formatter.timeZone));
}

export type ReportProblem = InputProblem | PeriodProblem;

export function reportProblemView(
  problem: ReportProblem,
  t: ReportTranslations,
  senders: ReadonlyMap<string, string>,
): View {
  const [example] = t.report.help.examples[EXAMPLES[problem.problem]] ?? [];
  return adviceView(reportProblemAdvice(problem, t, senders), t, example);
}

export function reportProblemAdvice(
  problem: ReportProblem,
  t: ReportTranslations,
  senders: ReadonlyMap<string, string>,
): Advice {
  if (problem.problem === 'no_number') return t.report.missingNumber;
  return inputAdvice(problem, t, senders, t.report.notUnderstood);
}

/** The example that shows the part in question: in the help text's order, days, a day, dates, a sender, a number. */
const EXAMPLES: Readonly<Record<ReportProblem['problem'], number>> = {
  not_understood: 0,
  no_days: 0,
  in_future: 1,
  too_long: 2,
  no_such_date: 2,
  reversed: 2,
  no_sender: 3,
  sender: 3,
  no_number: 4,
  number: 4,
};
