import type { ShareWithin } from '../../domain/figures/delivery-curve.ts';
import { type LegName, MAX_OPERATORS_TOLD } from '../../domain/figures/figures.ts';
import type {
  DataQuality,
  FailureWord,
  RouteRates,
  Routes,
  SilentOperators,
} from '../../domain/figures/period-figures.ts';
import type { LatencySummary, Rates } from '../../domain/figures/rates.ts';
import type { Translations } from '../../i18n/index.ts';
import { bold, emoji, italic, line, richText, type ViewBlock } from './blocks.ts';
import { type DataBlock, dataTable, type TableCell, toPercent } from './data-blocks.ts';
import { type Formatter, type Localized, listText } from './format.ts';
import { sanitize } from './text.ts';

const LONGEST_OPERATOR = 30;
const MOST_FAILURE_WORDS = 6;
export const LONGEST_FAILURE_WORD = 40;
const LEG_ORDER: readonly LegName[] = ['platformToOperator', 'operatorToHandset', 'total'];

export function latencyLines(
  {
    legs,
    within,
  }: {
    readonly legs: Readonly<Record<LegName, LatencySummary>>;
    readonly within: readonly ShareWithin[];
  },
  { t, formatter }: Localized,
) {
  const labels = t.figures.latency;
  const known = withinTexts(within, formatter);
  const lines = LEG_ORDER.map((leg) => {
    const { p50, p90, p95, p99, clockOff } = legs[leg];
    const percentiles = Object.entries({ p50, p90, p95, p99 }).flatMap(([name, seconds]) =>
      seconds === undefined ? [] : [`${name} ${formatter.duration(seconds)}`],
    );
    if (percentiles.length === 0) percentiles.push(labels.unknown);
    if (clockOff > 0) percentiles.push(labels.clockOff(formatter.number(clockOff)));
    return line(`${labels[leg]}: ${percentiles.join(' · ')}`);
  });
  if (known.length > 0) lines.push(line(`${labels.within} ${known.join(' · ')}`));
  return lines;
}

/** Seconds for which a short message names the share that arrived in time. */
export const TOLD_WITHIN_SECONDS: readonly number[] = [10, 30];

/** `10 s: 37.7%`, for some of these times or for all. */
export function withinTexts(
  within: readonly ShareWithin[],
  formatter: Formatter,
  told?: readonly number[],
): string[] {
  return within.flatMap(({ seconds, share }) =>
    share === undefined || told?.includes(seconds) === false
      ? []
      : [`${formatter.duration(seconds)}: ${formatter.percent(share)}`],
  );
}

export function failureBlocks(
  { failures, totals }: { readonly failures: readonly FailureWord[]; readonly totals: Rates },
  { t, formatter }: Localized,
): ViewBlock[] {
  if (failures.length === 0) return [];
  const row = (label: string, count: number) =>
    line(`${label}: ${formatter.number(count)} · ${formatter.percent(count / totals.failed)}`);
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
  const { t, formatter } = options;
  const { table } = t.figures;
  const rows = operators.map((one) => rowOf(operatorName(one.operator, t), one, formatter, t));
  if (others) rows.push(rowOf(table.others(others.count), others, formatter, t));
  const all = [...operators, ...(others ? [others] : [])];
  const isCompared = all.some(({ points }) => points !== undefined);
  const compared = isReconstructed ? table.reconstructedCaption : table.comparedCaption;
  const caption = isCompared ? compared : table.caption;
  // “No receipt” stands for messages that will get none; “without receipt” also for those that wait.
  const receiptless = all.some(({ rates }) => rates.isProvisional) ? table.withoutReceipt : table.noReceipt;
  // As many columns as are readable without scrolling in the 600 pixels of a message.
  const columns = [table.operator, table.messages, table.rate, table.failed, table.most, receiptless];
  const width = isShort ? columns.length - 1 : columns.length;
  return dataTable({
    caption: isCut ? table.largest(caption, rows.length) : caption,
    columns: columns.slice(0, width),
    rows: rows.map((row) => row.slice(0, width)),
  });
}

export function operatorName(operator: string | undefined, t: Translations): string {
  return sanitize(operator ?? '', LONGEST_OPERATOR).trim() || t.unknownRoute;
}

function rowOf(
  name: string,
  { rates, points, total }: RouteRates,
  formatter: Formatter,
  { figures }: Translations,
): TableCell[] {
  const { submitted, delivered, deliveryRate, failed, other, pending, noReceipt } = rates;
  const count = (value: number): TableCell => ({ value, text: formatter.number(value) });
  const share = formatter.percent(deliveryRate ?? 0);
  const rate = points === undefined ? share : `${share} (${formatter.signed(points)})`;
  const hasReceipts = delivered + failed + other > 0;
  const { p95 } = total;
  return [
    name,
    count(submitted),
    { value: toPercent(deliveryRate), text: hasReceipts ? rate : figures.table.noReceipts },
    count(failed),
    p95 === undefined ? '' : { value: p95, text: formatter.duration(p95) },
    count(pending + noReceipt),
  ];
}

const MOST_NAMED = 3;

export function dataQualityNotices(quality: DataQuality, asOf: Date, { t, formatter }: Localized): string[] {
  const { shortfall, surplus, daysMissing, unreadable, stale } = t.figures.notices;
  const notices: string[] = [];
  if (quality.daysMissing) notices.push(daysMissing);
  if (quality.announced > quality.received) {
    notices.push(shortfall(formatter.number(quality.announced), formatter.number(quality.received)));
  }
  if (quality.unreadable > 0) notices.push(unreadable(quality.unreadable));
  if (quality.surplus) {
    const { announced, received } = quality.surplus;
    notices.push(surplus(formatter.number(announced), formatter.number(received)));
  }
  if (quality.isStale) notices.push(stale(formatter.since(asOf)));
  return notices;
}

export function manyOperatorsNotice(t: Translations): string {
  return t.figures.notices.manyOperators(MAX_OPERATORS_TOLD);
}

export function silentNotice(
  { operators, submitted, rateOfOthers }: SilentOperators,
  { t, formatter }: Localized,
): string {
  const names = operators.map((operator) => operatorName(operator, t));
  const listed = listText(names, t, { most: MOST_NAMED, others: t.figures.table.others });
  const rate = rateOfOthers === undefined ? undefined : formatter.percent(rateOfOthers);
  return t.figures.notices.silent(listed, operators.length, formatter.number(submitted), rate);
}

export function noticeBlock(notice: string): ViewBlock {
  return richText(line(emoji('warning'), ' ', italic(notice)));
}
