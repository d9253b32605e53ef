import type { Change } from '../../domain/figures/changes.ts';
import type { ShareWithin } from '../../domain/figures/delivered-within.ts';
import { type LegName, MAX_OPERATORS_LISTED } from '../../domain/figures/figures.ts';
import {
  type DataQuality,
  type FailureWord,
  type OperatorsWithoutReceipts,
  type RouteRates,
  type Routes,
  roundedPoints,
} from '../../domain/figures/period-figures.ts';
import type { LatencySummary, Rates } from '../../domain/figures/rates.ts';
import type { Translations } from '../../i18n/index.ts';
import { bold, emoji, italic, line, richText, type ViewBlock } from './blocks.ts';
import { type Formatter, type Localized, listText } from './format.ts';
import { type DataBlock, dataTable, type TableCell, toPercent } from './tables-and-charts.ts';
import { sanitize } from './text.ts';

const LONGEST_OPERATOR = 30;
const MOST_FAILURE_WORDS = 6;
export const LONGEST_FAILURE_WORD = 40;
const LEG_ORDER: readonly LegName[] = ['platformToOperator', 'operatorToHandset', 'total'];

interface Speed {
  readonly legs: Readonly<Record<LegName, LatencySummary>>;
  readonly within: readonly ShareWithin[];
}

export function latencyLines({ legs, within }: Speed, { t, format }: Localized) {
  const labels = t.figures.latency;
  const known = withinTexts(within, format);
  const lines = LEG_ORDER.map((leg) => {
    const { p50, p90, p95, p99, clockOff } = legs[leg];
    const percentiles = Object.entries({ p50, p90, p95, p99 }).flatMap(([name, seconds]) =>
      seconds === undefined ? [] : [`${name} ${format.duration(seconds)}`],
    );
    if (percentiles.length === 0) percentiles.push(labels.unknown);
    if (clockOff > 0) percentiles.push(labels.clockOff(format.number(clockOff)));
    return line(`${labels[leg]}: ${percentiles.join(' · ')}`);
  });
  if (known.length > 0) lines.push(line(`${labels.within} ${known.join(' · ')}`));
  return lines;
}

/** Time to the handset, with the usual one if known, and shares delivered within some seconds. */
export function speedLines({ legs, within }: Speed, { t, format }: Localized, usual?: string) {
  const { p50, p95 } = legs.total;
  if (p50 === undefined || p95 === undefined) return [];
  const { title, half, most, within: label } = t.figures.latency;
  const [first, ...later] = withinTexts(within, format, SHOWN_SECONDS);
  const others = [most(format.duration(p95)), ...(usual === undefined ? [] : [usual])];
  return [
    line(bold(`${title}: ${half(format.duration(p50))}`), ` · ${others.join(' · ')}`),
    ...(first === undefined ? [] : [line(bold(`${label} ${first}`), ...later.map((one) => ` · ${one}`))]),
  ];
}

/** Short messages of the bot give the share of messages delivered within each of these numbers of seconds. */
const SHOWN_SECONDS: readonly number[] = [10, 30];

/** Texts such as `10 s: 37.7%`, the share delivered within 10 seconds; `only` selects time limits. */
function withinTexts(within: readonly ShareWithin[], format: Formatter, only?: readonly number[]): string[] {
  return within.flatMap(({ seconds, share }) =>
    share === undefined || only?.includes(seconds) === false
      ? []
      : [`${format.duration(seconds)}: ${format.percent(share)}`],
  );
}

export function failureBlocks(
  { failures, totals }: { readonly failures: readonly FailureWord[]; readonly totals: Rates },
  { t, format }: Localized,
): ViewBlock[] {
  if (failures.length === 0) return [];
  const row = (label: string, count: number) =>
    line(`${label}: ${format.number(count)} · ${format.percent(count / totals.failed)}`);
  const shown = failures.slice(0, MOST_FAILURE_WORDS);
  const lines = shown.map(({ word, count }) => row(sanitize(word, LONGEST_FAILURE_WORD), count));
  const rest = failures.slice(shown.length);
  const restCount = rest.reduce((sum, { count }) => sum + count, 0);
  if (rest.length > 0) lines.push(row(t.figures.failures.others(rest.length), restCount));
  return [richText(line(bold(t.figures.failures.title)), ...lines)];
}

interface OperatorTableOptions {
  readonly isReconstructed: boolean;
  readonly isShort?: boolean;
  readonly isCut?: boolean;
}

export function operatorTable(
  { operators, others }: Routes,
  options: Localized,
  { isReconstructed, isShort = false, isCut = false }: OperatorTableOptions,
): DataBlock {
  const { t, format } = options;
  const { table } = t.figures;
  const rows = operators.map((one) => rowOf(operatorName(one.operator, t), one, format, t));
  if (others) rows.push(rowOf(table.others(others.count), others, format, t));
  const all = [...operators, ...(others ? [others] : [])];
  const isCompared = all.some(({ points }) => points !== undefined);
  const compared = isReconstructed ? table.reconstructedCaption : table.comparedCaption;
  const caption = isCompared ? compared : table.caption;
  // The column is “No receipt” if delivery receipts can no longer come, “Without receipt” while some may.
  const withoutReceipt = all.some(({ rates }) => rates.isProvisional)
    ? table.withoutReceipt
    : table.noReceipt;
  const columns = [table.operator, table.messages, table.rate, table.failed, table.most, withoutReceipt];
  const width = isShort ? columns.length - 1 : columns.length;
  return dataTable({
    caption: isCut ? table.largest(caption, rows.length) : caption,
    columns: columns.slice(0, width),
    rows: rows.map((row) => row.slice(0, width)),
  });
}

/** Texts of a change from one figure to another; without an operator, of all operators. */
interface ChangeTexts {
  readonly rate: (operator: string | undefined, from: string, to: string, points: string) => string;
  readonly failures: (operator: string | undefined, word: string, from: string, to: string) => string;
  readonly latency: (operator: string | undefined, leg: LegName, from: string, to: string) => string;
  readonly volume: (operator: string | undefined, from: string, to: string, more?: string) => string;
}

export function changeText(change: Change, say: ChangeTexts, { t, format }: Localized): string {
  const { from, to, subject } = change;
  const operator = subject.of === 'all' ? undefined : operatorName(subject.operator, t);
  const [before, now] = [format.percent(from), format.percent(to)];
  switch (change.kind) {
    case 'delivery_rate':
      return say.rate(operator, before, now, t.figures.points(format.signed(roundedPoints(from, to))));
    case 'failures':
      return say.failures(operator, sanitize(change.word, LONGEST_FAILURE_WORD), before, now);
    case 'latency':
      return say.latency(operator, change.leg, format.duration(from), format.duration(to));
    case 'volume': {
      const count = Math.round(from);
      // A change from zero has no percentage.
      const more = count === 0 ? undefined : format.signedPercent(to / from - 1);
      return say.volume(operator, format.number(count), format.number(to), more);
    }
  }
}

export function operatorName(operator: string | undefined, t: Translations): string {
  return sanitize(operator ?? '', LONGEST_OPERATOR).trim() || t.unknownRoute;
}

function rowOf(
  name: string,
  { rates, points, total }: RouteRates,
  format: Formatter,
  { figures }: Translations,
): TableCell[] {
  const { submitted, delivered, deliveryRate, failed, other, pending, noReceipt } = rates;
  const count = (value: number): TableCell => ({ value, text: format.number(value) });
  const share = format.percent(deliveryRate ?? 0);
  const rate = points === undefined ? share : `${share} (${format.signed(points)})`;
  const hasReceipts = delivered + failed + other > 0;
  const { p95 } = total;
  return [
    name,
    count(submitted),
    { value: toPercent(deliveryRate), text: hasReceipts ? rate : figures.table.noReceipts },
    count(failed),
    p95 === undefined ? '' : { value: p95, text: format.duration(p95) },
    count(pending + noReceipt),
  ];
}

const MOST_NAMED = 3;

export function dataQualityNotices(quality: DataQuality, asOf: Date, { t, format }: Localized): string[] {
  const { shortfall, surplus, daysMissing, unreadable, stale } = t.figures.notices;
  const notices: string[] = [];
  if (quality.daysMissing) notices.push(daysMissing);
  if (quality.announced > quality.received) {
    notices.push(shortfall(format.number(quality.announced), format.number(quality.received)));
  }
  if (quality.unreadable > 0) notices.push(unreadable(quality.unreadable));
  if (quality.surplus) {
    const { announced, received } = quality.surplus;
    notices.push(surplus(format.number(announced), format.number(received)));
  }
  if (quality.isStale) notices.push(stale(format.since(asOf)));
  return notices;
}

export function manyOperatorsNotice(t: Translations): string {
  return t.figures.notices.manyOperators(MAX_OPERATORS_LISTED);
}

export function withoutReceiptsNotice(
  { operators, submitted, rateOfOthers }: OperatorsWithoutReceipts,
  { t, format }: Localized,
): string {
  const names = operators.map((operator) => operatorName(operator, t));
  const listed = listText(names, t, { most: MOST_NAMED, others: t.figures.table.others });
  const rate = rateOfOthers === undefined ? undefined : format.percent(rateOfOthers);
  return t.figures.notices.silent(listed, operators.length, format.number(submitted), rate);
}

export function noticeBlock(notice: string): ViewBlock {
  return richText(line(emoji('warning'), ' ', italic(notice)));
}
