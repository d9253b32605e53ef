import { type Proportion, shareOf } from '../../../domain/figures/rates.ts';
import { FEWEST_TRUSTED } from '../../../domain/figures/receipt-trust.ts';
import type { ShareName } from '../../../domain/incidents/counts.ts';
import type { Detection } from '../../../domain/incidents/detect.ts';
import { isEnough } from '../../../domain/incidents/findings.ts';
import { DAY_SECONDS } from '../../../runtime/durations.ts';
import { bold, contextBlock, line, richText, type ViewBlock } from '../../../slack/blocks/blocks.ts';
import { toPercent } from '../../../slack/blocks/charts.ts';
import { chart, type DataBlock, dataTable, type TableCell } from '../../../slack/blocks/data-blocks.ts';
import { operatorName } from '../../../slack/blocks/figures.ts';
import { capitalized, listText } from '../../../slack/format.ts';
import type { IncidentView } from '../locales/index.ts';
import type { ChartGap, CheckChart, CheckedSubject, CheckModel, OperatorDetails } from '../model.ts';
import { isOnlyNotCompared, measuredOf, shareText, verdictText } from './headline.ts';

export function trustBlocks({ subject, trust }: OperatorDetails, options: IncidentView): ViewBlock[] {
  const hasReceipts = subject.detection.sendsReceipts && !trust?.profile.doubts.includes('none');
  return [figureBlock(subject, hasReceipts, options), trustBlock(trust, options)];
}

function toOperatorText(
  { now, usual }: NonNullable<CheckedSubject['toOperator']>,
  { t, formatter }: IncidentView,
): string {
  const { beside, beyond } = t.check.toOperator;
  const text = ({ seconds }: typeof now) => (seconds === undefined ? beyond : formatter.duration(seconds));
  return usual ? beside(text(now), text(usual)) : text(now);
}

function figureBlock(
  { detection: { counts, usual }, toOperator }: CheckedSubject,
  hasReceipts: boolean,
  options: IncidentView,
): ViewBlock {
  const { t, formatter } = options;
  const { measures, table, toOperator: say } = t.check;
  const row = (label: string, name: ShareName) => {
    const now = counts[name];
    const share = shareOf(now);
    if (share === undefined) return [];
    const usually = shareOf(usual[name]);
    const known = usually === undefined ? '' : ` · ${table.usual}: ${shareText(usually, options)}`;
    const say = isEnough(name, now) ? table.share : table.fewShare;
    const shown = say(shareText(share, options), formatter.number(Math.round(now.of)));
    return [line(`${capitalized(label)}: ${shown}${known}`)];
  };
  return richText(
    line(bold(`${table.now}: ${table.messages(formatter.number(Math.floor(counts.recent)))}`)),
    ...(hasReceipts ? row(measures.waiting, 'waiting') : []),
    ...(hasReceipts ? row(measures.late, 'late') : []),
    ...row(measures.slow_hand_over, 'slowHandOver'),
    line(`${capitalized(say.label)}: ${toOperator ? toOperatorText(toOperator, options) : say.tooFew}`),
    ...row(measures.failures, 'failed'),
    ...row(measures.clock_off, 'clockOff'),
  );
}

function trustBlock(trust: OperatorDetails['trust'], options: IncidentView): ViewBlock {
  const { t, formatter } = options;
  const { trust: say } = t.check;
  if (!trust) return richText(line(say.unknown));
  const { receipts, instant, lateTail, clockOff, doubts } = trust.profile;
  const title = line(bold(say.title(formatter.day(trust.day))));
  if (doubts.includes('none')) return richText(title, line(say.none));
  if (receipts.of < FEWEST_TRUSTED) {
    const needed = formatter.number(FEWEST_TRUSTED);
    return richText(title, line(say.tooFew(t.answer.messages(receipts.of), needed)));
  }
  const share = (part: Proportion) => shareText(shareOf(part) ?? 0, options);
  const lines = [line((doubts.includes('few') ? say.few : say.receipts)(share(receipts)))];
  if (instant.of > 0) lines.push(line(say.instant(share(instant), doubts.includes('instant'))));
  if (lateTail.of > 0) lines.push(line(say.lateTail(share(lateTail), doubts.includes('late_tail'))));
  if (clockOff.hits > 0) lines.push(line(say.clockOff(share(clockOff), doubts.includes('clock_off'))));
  if (doubts.length === 0) lines.push(line(say.good));
  return richText(title, ...lines);
}

const MOST_ROWS = 15;
/** What a time that cannot be told is sorted by: after all others, seconds. */
const BEYOND = DAY_SECONDS;

export function tableOf({ operators }: CheckModel, options: IncidentView): DataBlock[] {
  if (operators.length === 0) return [];
  const { t } = options;
  const { table } = t.check;
  const shown = operators.slice(0, MOST_ROWS);
  const rest = operators.slice(shown.length);
  const columns = [table.operator, table.verdict, table.now, table.usual, table.since, table.toOperator];
  const rows = shown.map((one) => rowOf(one, options));
  // The last column is of much traffic alone: where nobody has it, it only pushes the others aside.
  const hasTimes = shown.some(({ toOperator }) => toOperator);
  const kept = hasTimes ? columns : columns.slice(0, -1);
  if (rest.length > 0) rows.push([t.figures.table.others(rest.length)]);
  const filled = rows.map((row) => kept.map((_, at): TableCell => row[at] ?? ''));
  return [
    dataTable({ caption: hasTimes ? table.captionWithTimes : table.caption, columns: kept, rows: filled }),
  ];
}

/** Of what is wrong the worst; of what is well how many were late. */
function rowOf({ detection, onset, toOperator }: CheckedSubject, options: IncidentView): TableCell[] {
  const { t, formatter } = options;
  const { check } = t;
  const { subject, verdict } = detection;
  const name = subject.of === 'all' ? check.everything : operatorName(subject.operator, t);
  const onsetText = onset ? `${onset.isBefore ? '≤ ' : ''}${formatter.clock(onset.at)}` : '';
  const isTooLittle = verdict === 'too_little_traffic';
  const [now, usual] = shareCells(detection, options);
  const few = check.table.messages(formatter.number(Math.floor(detection.counts.recent)));
  return [
    name,
    verdictText(detection, t),
    isTooLittle && !isOnlyNotCompared(detection) ? few : now,
    isTooLittle ? '' : usual,
    onsetText,
    toOperator ? timeCell(toOperator.now.seconds, options) : '',
  ];
}

function timeCell(seconds: number | undefined, { t, formatter }: IncidentView): TableCell {
  if (seconds === undefined) return { value: BEYOND, text: t.check.table.notYet };
  return { value: seconds, text: formatter.duration(seconds) };
}

/** Of what is well: a share of too few messages, or of which the usual is not known, gives way to another. */
const OF_DELIVERY: readonly ShareName[] = ['late', 'waiting', 'slowHandOver'];

function shareCells(detection: Detection, options: IncidentView): [TableCell, TableCell] {
  const { t, formatter } = options;
  const { measures, table } = t.check;
  const { findings, sendsReceipts } = detection;
  const [worst = measuredOf(detection, sendsReceipts ? OF_DELIVERY : ['slowHandOver'])] = findings;
  if (!worst) return ['', ''];
  const { kind, share, usual } = worst;
  const cell = (value: number | undefined, text: (shown: string) => string): TableCell =>
    value === undefined ? '' : { value: toPercent(value), text: text(shareText(value, options)) };
  const of = formatter.number(Math.round(worst.of));
  // Silence is measured by the usual number, which would look like that of now.
  const isOfNow = kind !== 'silence';
  return [
    cell(share, (shown) => `${isOfNow ? table.share(shown, of) : shown} ${measures[kind]}`),
    cell(usual, (shown) => shown),
  ];
}

/** The last hours beside what is usual, and which of them are not drawn: the axis would show no gap. */
export function chartBlocks(drawn: CheckChart, options: IncidentView): (ViewBlock | DataBlock)[] {
  const left = (['too_few', 'not_read'] as const).flatMap((because) => leftOut(drawn, because, options));
  return [chartBlock(drawn, options), ...(left.length > 0 ? [contextBlock(...left)] : [])];
}

function leftOut({ gaps }: CheckChart, because: ChartGap['because'], { t, formatter }: IncidentView) {
  const times = gaps
    .filter((gap) => gap.because === because)
    .map(({ start, end }) => `${formatter.clock(start)}–${formatter.clock(end)}`);
  if (times.length === 0) return [];
  const { tooFew, notRead } = t.check.chart;
  return [(because === 'too_few' ? tooFew : notRead)(listText(times, t))];
}

function chartBlock({ kind, points }: CheckChart, options: IncidentView): DataBlock {
  const { t, formatter } = options;
  const { chart: labels } = t.check;
  const isShare = kind === 'in_time';
  const scaled = (value: number) => (isShare ? toPercent(value) : value);
  const series = [{ name: labels.now, values: points.map(({ now }) => scaled(now)) }];
  if (points.every(({ usual }) => usual !== undefined)) {
    series.push({ name: labels.usual, values: points.map(({ usual = 0 }) => scaled(usual)) });
  }
  return chart('line', {
    title: isShare ? labels.inTime : labels.volume,
    yLabel: isShare ? labels.inTimeAxis : labels.volumeAxis,
    labels: distinct(points.map(({ start }) => formatter.clock(start))),
    series,
    ...(isShare ? { fullValue: 100 } : {}),
    show: (value) => (isShare ? shareText(value / 100, options) : formatter.number(value)),
  });
}

/** When clocks go back an hour comes twice. */
function distinct(labels: readonly string[]): string[] {
  return labels.map((label, at) => (labels.indexOf(label) < at ? `${label} (2)` : label));
}
