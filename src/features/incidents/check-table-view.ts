import type { Judgement, ShareName } from '../../domain/incident.ts';
import { context, type ViewBlock } from '../../slack/blocks.ts';
import { operatorName, toPercent } from '../../slack/charts.ts';
import { type Cell, chart, dataTable, type Newer } from '../../slack/newer-blocks.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import { isOnlyNotCompared, verdictText } from './check-gist.ts';
import { measuredOf, shareText } from './check-words.ts';
import type { ChartGap, CheckChart, CheckedSubject, CheckModel } from './model.ts';

/** Those that are not well come first. */
const MOST_ROWS = 15;
/** What a time that cannot be told is sorted by: after all others, seconds. */
const BEYOND = 86_400;

/** A row an operator; of those that are more than a few how many. */
export function tableOf({ operators }: CheckModel, options: ViewOptions): Newer[] {
  if (operators.length === 0) return [];
  const { words } = options;
  const { table } = words.check;
  const shown = operators.slice(0, MOST_ROWS);
  const rest = operators.slice(shown.length);
  const columns = [table.operator, table.verdict, table.now, table.usual, table.since, table.toOperator];
  const rows = shown.map((one) => rowOf(one, options));
  // The last column is of much traffic alone: where nobody has it, it only pushes the others aside.
  const hasTimes = shown.some(({ toOperator }) => toOperator);
  const kept = hasTimes ? columns : columns.slice(0, -1);
  if (rest.length > 0) rows.push([words.figures.table.others(rest.length)]);
  const filled = rows.map((row) => kept.map((_, at): Cell => row[at] ?? ''));
  return [
    dataTable({ caption: hasTimes ? table.captionWithTimes : table.caption, columns: kept, rows: filled }),
  ];
}

/** Of what is wrong the worst; of what is well how many were late. */
function rowOf({ judgement, since, toOperator }: CheckedSubject, options: ViewOptions): Cell[] {
  const { words, formats } = options;
  const { check } = words;
  const { whose, verdict } = judgement;
  const name = whose.of === 'all' ? check.everything : operatorName(whose.operator, { words });
  const sinceText = since ? `${since.isBefore ? '≤ ' : ''}${formats.clock(since.at)}` : '';
  const isTooLittle = verdict === 'too_little_traffic';
  const isNotCompared = isOnlyNotCompared(judgement);
  const [now, usual] = shareCells(judgement, options);
  const few = check.table.messages(formats.number(Math.floor(judgement.counts.recent)));
  return [
    name,
    verdictText(judgement, words),
    isTooLittle && !isNotCompared ? few : now,
    isTooLittle ? '' : usual,
    sinceText,
    toOperator
      ? { value: toOperator.now.seconds ?? BEYOND, text: p95Text(toOperator.now.seconds, options) }
      : '',
  ];
}

function p95Text(seconds: number | undefined, { words, formats }: ViewOptions): string {
  return seconds === undefined ? words.check.table.notYet : formats.duration(seconds);
}

/** Of what is well: a share of too few messages, or of which the usual is not known, gives way to another. */
const OF_DELIVERY: readonly ShareName[] = ['late', 'waiting', 'slowHandOver'];

/** What is shown of somebody, now and as usual. */
function shareCells(judgement: Judgement, options: ViewOptions): [Cell, Cell] {
  const { words, formats } = options;
  const { measures, table } = words.check;
  const { findings, sendsReceipts } = judgement;
  const [worst = measuredOf(judgement, sendsReceipts ? OF_DELIVERY : ['slowHandOver'])] = findings;
  if (!worst) return ['', ''];
  const { kind, share, usual } = worst;
  const cell = (value: number | undefined, text: (shown: string) => string): Cell =>
    value === undefined ? '' : { value: toPercent(value), text: text(shareText(value, options)) };
  const of = formats.number(Math.round(worst.of));
  // Silence is measured by the usual number, which would look like that of now.
  const isOfNow = kind !== 'silence';
  return [
    cell(share, (shown) => `${isOfNow ? table.share(shown, of) : shown} ${measures[kind]}`),
    cell(usual, (shown) => shown),
  ];
}

/** The last hours beside what is usual, and which of them are not drawn: the axis would show no gap. */
export function chartBlocks(drawn: CheckChart, options: ViewOptions): (ViewBlock | Newer)[] {
  const left = (['too_few', 'not_read'] as const).flatMap((because) => leftOut(drawn, because, options));
  return [chartBlock(drawn, options), ...(left.length > 0 ? [context(...left)] : [])];
}

function leftOut({ gaps }: CheckChart, because: ChartGap['because'], { words, formats }: ViewOptions) {
  const times = gaps
    .filter((gap) => gap.because === because)
    .map(({ start, end }) => `${formats.clock(start)}–${formats.clock(end)}`);
  if (times.length === 0) return [];
  const { tooFew, notRead } = words.check.chart;
  return [(because === 'too_few' ? tooFew : notRead)(new Intl.ListFormat(words.locale).format(times))];
}

function chartBlock({ kind, points }: CheckChart, options: ViewOptions): Newer {
  const { words, formats } = options;
  const { chart: labels } = words.check;
  const isShare = kind === 'in_time';
  const scaled = (value: number) => (isShare ? toPercent(value) : value);
  const series = [{ name: labels.now, values: points.map(({ now }) => scaled(now)) }];
  if (points.every(({ usual }) => usual !== undefined)) {
    series.push({ name: labels.usual, values: points.map(({ usual = 0 }) => scaled(usual)) });
  }
  return chart('line', {
    title: isShare ? labels.inTime : labels.volume,
    yLabel: isShare ? labels.inTimeAxis : labels.volumeAxis,
    labels: distinct(points.map(({ start }) => formats.clock(start))),
    series,
    ...(isShare ? { fullValue: 100 } : {}),
    show: (value) => (isShare ? shareText(value / 100, options) : formats.number(value)),
  });
}

/** When clocks go back an hour comes twice. */
function distinct(labels: readonly string[]): string[] {
  return labels.map((label, at) => (labels.indexOf(label) < at ? `${label} (2)` : label));
}
