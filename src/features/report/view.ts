import { isShort } from '../../domain/doubts.ts';
import { maskMsisdn } from '../../domain/msisdn.ts';
import {
  actions,
  bold,
  button,
  context,
  divider,
  emoji,
  header,
  line,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks.ts';
import { chartsOf, operatorTable } from '../../slack/charts.ts';
import { failureBlocks, latencyLines } from '../../slack/figures-view.ts';
import type { Newer } from '../../slack/newer-blocks.ts';
import { nameOf, periodText, type ViewOptions } from '../../slack/question-view.ts';
import type { ReportComparison, ReportModel } from './aggregate.ts';
import { changeSentence, stoppedSentence } from './change-words.ts';
import type { ReportRequest } from './input.ts';
import { closingNotices, leadingNotices } from './notices-view.ts';

/** How the buttons under a report get their values, and which are there. */
export interface ButtonOptions {
  readonly seal: (request: ReportRequest, seen?: string) => string;
  /** Whether there is a channel to share with. */
  readonly canShare: boolean;
}

/** The answer to “how were messages delivered?” */
export function reportView(model: ReportModel, options: ViewOptions, buttons: ButtonOptions): View {
  return view(
    ...reportBlocks(model, options),
    divider(),
    reportButtons(model, options, buttons),
    footer(options),
  );
}

/** A report as a channel sees it: without buttons, with who shared it and when. */
export function sharedView(model: ReportModel, viewOptions: ViewOptions, sharedBy: string, now: Date): View {
  const options = { ...viewOptions, isShared: true };
  const { words, formats } = options;
  return view(
    ...reportBlocks(model, options),
    footer(options),
    context(words.post.sharedBy(sharedBy, formats.moment(now))),
  );
}

/** What a report is about, in one line: days, sender, number (masked). */
export function subjectOf(
  { spec, sender, msisdn }: ReportRequest,
  period: ReportModel['period'],
  options: ViewOptions,
): string {
  const parts = [periodText(spec, period, options), ...scopeOf({ sender, msisdn }, options)];
  return parts.join(' · ');
}

function reportBlocks(model: ReportModel, options: ViewOptions): (ViewBlock | Newer)[] {
  const { words, formats } = options;
  const { request, period, totals, comparison } = model;
  const days = periodText(request.spec, period, options);
  const rate = totals.deliveryRate === undefined ? undefined : formats.percent(totals.deliveryRate);
  const head = [
    header(capitalized(words.report.headline(days, rate, totals.isProvisional))),
    context(standingOf(model, options)),
    ...leadingNotices(model, options),
  ];
  const close = closingNotices(model, options);
  if (totals.submitted === 0) return [...head, ...emptyBlocks(model, options), ...close];
  return [
    ...head,
    ...(comparison ? comparisonBlocks(comparison, options) : []),
    richText(...totalLines(model, options)),
    richText(line(bold(words.report.latency.title)), ...latencyLines(model, options)),
    ...chartsOf(model, options),
    operatorTable(model, options, comparison?.basis === 'reconstructed'),
    ...failureBlocks(model, options),
    ...close,
  ];
}

/** Sender and number, when the figures are of, and whether they may change. */
function standingOf({ request, asOf, settlesAt, totals }: ReportModel, options: ViewOptions): string {
  const { words, formats } = options;
  const standing = totals.isProvisional
    ? words.report.provisional(formats.since(settlesAt))
    : words.report.final;
  const when = words.report.asOf(formats.since(asOf));
  return [words.report.title, ...scopeOf(request, options), when, standing].join(' · ');
}

function scopeOf(
  { sender, msisdn }: Pick<ReportRequest, 'sender' | 'msisdn'>,
  { words, senders }: ViewOptions,
): string[] {
  const scope = [];
  if (sender !== undefined) scope.push(words.answer.from(nameOf(sender, senders)));
  if (msisdn !== undefined) scope.push(words.report.to(maskMsisdn(msisdn)));
  return scope;
}

/** An answer of nothing is told apart from an answer that could not be read. */
function emptyBlocks({ doubts, comparison }: ReportModel, options: ViewOptions): ViewBlock[] {
  const { none, noneNow, noneReadable } = options.words.report;
  if (isShort(doubts)) {
    return [richText(line(bold(noneReadable)))];
  }
  // Where there were messages before, the days, the sender and the number are right.
  const before = comparison && comparison.totals.submitted > 0 ? comparison : undefined;
  const { sentence, nextStep } = before ? noneNow : none;
  const nothing = richText(line(bold(sentence)), line(nextStep));
  return before
    ? [...comparisonBlocks(before, options, stoppedSentence(before, options)), nothing]
    : [nothing];
}

/** What changed most, and against which days. */
function comparisonBlocks(
  comparison: ReportComparison,
  options: ViewOptions,
  changed = changeSentence(comparison, options),
): ViewBlock[] {
  const { words, formats } = options;
  const { change, period, isSoFar, basis, totals } = comparison;
  const sign = emoji(change ? 'mag' : 'information_source');
  const sentence = richText(line(sign, ' ', bold(changed)));
  if (totals.submitted === 0) return [sentence];
  const days = formats.days(period.firstDay, period.lastDay);
  return [sentence, context(words.report.comparedWith(days, isSoFar, basis))];
}

function totalLines({ totals, comparison, distinctFailing }: ReportModel, { words, formats }: ViewOptions) {
  const { submitted, delivered, deliveryRate, deliveredOfFinal, failed, pending, noReceipt, other } = totals;
  const labels = words.report.totals;
  const before = comparison && comparison.totals.submitted > 0 ? comparison.totals : undefined;
  const row = (label: string, count: number, ...facts: string[]) =>
    line(bold(`${label}: ${formats.number(count)}`), facts.map((fact) => ` · ${fact}`).join(''));
  const volume = before && formats.signedPercent(submitted / before.submitted - 1);
  const rate = (say: (share: string) => string, share: number | undefined, points: number | undefined) => {
    const change = points === undefined ? '' : ` (${words.figures.points(formats.signed(points))})`;
    return share === undefined ? [] : [say(formats.percent(share)) + change];
  };
  const share = (count: number) => formats.percent(count / submitted);
  const lines = [
    line(
      bold(`${labels.submitted}: ${formats.number(submitted)}`),
      volume === undefined ? '' : ` (${volume})`,
    ),
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
  { words }: ViewOptions,
  { seal, canShare }: ButtonOptions,
): ViewBlock {
  const { firstDay: from, lastDay: to } = period;
  // After midnight “today” would be another day; what is shared and sent is what was seen.
  const dated = seal({ ...request, spec: { kind: 'range', from, to } }, seenIn({ totals }));
  const buttons = [button('report.refresh', words.answer.refresh, seal(request))];
  if (totals.submitted > 0) {
    buttons.push(button('report.csv', words.post.csv, dated));
    if (canShare) buttons.push(button('report.share', words.post.share, dated));
  }
  return actions('report.turn', ...buttons);
}

/** The figures that a report shows first, to tell later whether it shows others. */
export function seenIn({ totals }: Pick<ReportModel, 'totals'>): string {
  const { submitted, delivered, failed } = totals;
  return [submitted, delivered, failed].join(' ');
}

function footer({ words, formats }: ViewOptions): ViewBlock {
  return context(words.answer.timesIn(formats.timeZone));
}

function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
