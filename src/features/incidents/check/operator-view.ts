import { shareOf } from '../../../domain/figures/rates.ts';
import { measure, type ShareName } from '../../../domain/incidents/counts.ts';
import { isAccumulated } from '../../../domain/incidents/evidence.ts';
import { isEnough } from '../../../domain/incidents/findings.ts';
import type { Detection } from '../../../domain/incidents/judge.ts';
import { isBad } from '../../../domain/incidents/verdict.ts';
import { DAY_SECONDS } from '../../../runtime/durations.ts';
import { operatorName } from '../../../slack/blocks/figures.ts';
import { capitalized } from '../../../slack/blocks/format.ts';
import { isOnlyNotCompared, isWithoutReceipts, verdictText } from '../../../slack/blocks/headline.ts';
import {
  chart,
  type DataBlock,
  dataTable,
  type TableCell,
  toPercent,
} from '../../../slack/blocks/tables-and-charts.ts';
import type { IncidentView } from '../locales/index.ts';
import type { CheckChart, CheckedSubject, OperatorDetails } from '../model.ts';
import { baselineText, deliveredTexts, isExact, measuredOf, shareText, wellTexts } from './figures-text.ts';

/** Number of rows that fit on a phone screen, including the row for all other operators. */
const MOST_ROWS = 8;
/** More rows would exceed Slack's limit for the blocks of a message. */
const MOST_ROWS_IN_DETAILS = 20;
/** Stands for an unknown time, in seconds, so that a sorted table shows it after all known times. */
const BEYOND = DAY_SECONDS;

export function operatorsTable(
  operators: readonly CheckedSubject[],
  options: IncidentView,
  { isFull = false } = {},
): DataBlock[] {
  if (operators.length === 0) return [];
  const { t } = options;
  const { table } = t.check;
  const most = isFull ? MOST_ROWS_IN_DETAILS : MOST_ROWS;
  const shown = operators.length > most ? operators.slice(0, most - 1) : operators;
  const rest = operators.length - shown.length;
  const hasTimes = isFull && shown.some(({ toOperator }) => toOperator);
  const columns = [table.operator, table.verdict, table.now, table.usual, table.since];
  if (hasTimes) columns.push(table.toOperator);
  const rows = shown.map((one) => rowOf(one, options));
  const isShown = (_: unknown, at: number) => at < 3 || rows.some((row) => row[at] !== '');
  if (rest > 0) rows.push([t.figures.table.others(rest)]);
  return [
    dataTable({
      caption: hasTimes ? table.captionWithTimes : table.caption,
      columns: columns.filter(isShown),
      rows: rows.map((row) => columns.map((_, at): TableCell => row[at] ?? '').filter(isShown)),
    }),
  ];
}

function rowOf(checked: CheckedSubject, options: IncidentView) {
  const { t, format } = options;
  const { detection, onset, toOperator } = checked;
  const { subject } = detection;
  const name = subject.of === 'all' ? t.check.everything : operatorName(subject.operator, t);
  const onsetTime = onset ? `${onset.isBefore ? '≤ ' : ''}${format.plain.clock(onset.at)}` : '';
  const [now, usual] = nowCells(checked, options);
  const time = toOperator ? timeCell(toOperator.now.seconds, options) : '';
  return [name, verdictText(detection, t), now, usual, onsetTime, time] as TableCell[];
}

function nowCells(checked: CheckedSubject, options: IncidentView): [TableCell, TableCell] {
  const { t, format } = options;
  const { table } = t.check;
  const { detection, lastHours } = checked;
  const { verdict, counts, findings } = detection;
  const [finding] = findings;
  const well = finding && isAccumulated(finding) ? wellTexts(finding, options) : undefined;
  if (well) return [well.now, well.usual];
  if (isBad(verdict)) return shareCells(detection, options);
  if (isWithoutReceipts(checked)) return [table.noReceipts, ''];
  if (verdict !== 'too_little_traffic' || isOnlyNotCompared(detection)) return shareCells(detection, options);
  if (!lastHours) return [table.messages(format.number(Math.floor(counts.recent))), ''];
  const { delivered, of, since } = lastHours;
  const now = table.countSince(format.number(delivered), format.number(of), format.plain.clock(since));
  return [now, deliveredTexts(lastHours, options).usual ?? ''];
}

function timeCell(seconds: number | undefined, { t, format }: IncidentView): TableCell {
  if (seconds === undefined) return { value: BEYOND, text: t.check.table.notYet };
  return { value: seconds, text: format.duration(seconds) };
}

const OF_DELIVERY: readonly ShareName[] = ['late', 'waiting', 'slowHandOver'];

function shareCells(detection: Detection, options: IncidentView): [TableCell, TableCell] {
  const { t, format } = options;
  const { measures, table } = t.check;
  const { findings, sendsReceipts } = detection;
  const [worst = measuredOf(detection, sendsReceipts ? OF_DELIVERY : ['slowHandOver'])] = findings;
  if (!worst) return ['', ''];
  const { kind, share, usual } = worst;
  const cell = (value: number, text: string): TableCell => ({ value: toPercent(value), text });
  const shown = shareText(share, options, worst.of);
  const of = format.number(Math.round(worst.of));
  // For silence, `of` is the usual number of messages, so it is not shown as the current number.
  const isOfNow = kind !== 'silence';
  const isComparable = findings.length > 0 || isExact(detection);
  return [
    cell(share, `${isOfNow ? table.share(shown, of) : shown} ${measures[kind]}`),
    usual !== undefined && isComparable ? cell(usual, baselineText(usual, options, worst.of)) : '',
  ];
}

export function figuresTable(
  { subject, trust, operator }: OperatorDetails,
  options: IncidentView,
): DataBlock {
  const { t, format } = options;
  const { measures, table } = t.check;
  const { counts, usual, findings } = subject.detection;
  const hasReceipts = !isWithoutReceipts(subject) && !trust?.profile.doubts.includes('none');
  const isComparable = findings.length > 0 || isExact(subject.detection);
  const row = (label: string, name: ShareName): TableCell[][] => {
    const now = measure(counts, name);
    const share = shareOf(now);
    if (share === undefined) return [];
    const usually = isComparable ? shareOf(measure(usual, name)) : undefined;
    const say = isEnough(name, now) ? table.share : table.fewShare;
    const shown = say(shareText(share, options, now.of), format.number(Math.round(now.of)));
    return [[capitalized(label), shown, usually === undefined ? '' : baselineText(usually, options, now.of)]];
  };
  return dataTable({
    caption: operatorName(operator, t),
    columns: [table.measure, table.now, table.usual],
    rows: [
      [capitalized(table.traffic), table.messages(format.number(Math.floor(counts.recent))), ''],
      ...(hasReceipts ? [...row(measures.waiting, 'waiting'), ...row(measures.late, 'late')] : []),
      ...row(measures.slow_hand_over, 'slowHandOver'),
      ...row(measures.failures, 'failed'),
      ...row(measures.clock_off, 'clockOff'),
    ],
  });
}

export function chartBlock({ kind, points }: CheckChart, options: IncidentView): DataBlock {
  const { t, format } = options;
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
    labels: distinct(points.map(({ start }) => format.plain.clock(start))),
    series,
    ...(isShare ? { fullValue: 100 } : {}),
    show: (value) => (isShare ? shareText(value / 100, options) : format.number(value)),
  });
}

/** Adds “(2)” to a repeated time label of the chart, because an hour repeats when clocks go back. */
function distinct(labels: readonly string[]): string[] {
  return labels.map((label, at) => (labels.indexOf(label) < at ? `${label} (2)` : label));
}
