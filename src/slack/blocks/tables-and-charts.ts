import type { DataTableBlock } from '@slack/types';
import type { BucketRates } from '../../domain/figures/period-figures.ts';
import type { Rates } from '../../domain/figures/rates.ts';
import { type Day, daysBetween } from '../../domain/time/calendar.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import type { Translations } from '../../i18n/index.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import type { Formatter, Localized } from './format.ts';
import { clip, limits } from './text.ts';

/** A table or chart block of Slack (new in 2026), and a plain text for workspaces that refuse such blocks. */
export interface DataBlock {
  readonly block: DataVisualization | DataTableBlock;
  readonly plain: string;
  readonly text: string;
}

interface DataVisualization {
  readonly type: 'data_visualization';
  readonly title: string;
  readonly chart: {
    readonly type: ChartKind;
    readonly series: readonly {
      readonly name: string;
      readonly data: readonly { readonly label: string; readonly value: number }[];
    }[];
    readonly axis_config: { readonly categories: readonly string[]; readonly y_label?: string };
  };
}

type ChartKind = 'line' | 'bar';

interface ChartOptions {
  readonly title: string;
  readonly yLabel?: string;
  /** One label for each point of the chart, all different; only `limits.chartPoints` are shown. */
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
  /** In the plain text, a bar of full length stands for this value; default: the highest value drawn. */
  readonly fullValue?: number;
  readonly show: (value: number) => string;
}

const BAR_CHARACTERS = 20;
/** Shown in place of an empty text, because Slack refuses a table with empty cells. */
const EMPTY_CELL = '–';
const ROWS_PER_PAGE = 10;
/** A chart's time step of at least this length counts as a day: the shortest day of a year has 23 hours. */
const SHORTEST_DAY_MS = 22 * HOUR_MS;
const FEWEST_POINTS = 2;

export function chart(
  kind: ChartKind,
  { title, yLabel, labels, series, fullValue, show }: ChartOptions,
): DataBlock {
  const categories = labels.slice(0, limits.chartPoints).map((label) => clip(label, limits.chartLabel));
  const drawn = series.slice(0, limits.chartSeries).map(({ name, values }) => ({
    name: clip(name, limits.chartLabel),
    data: categories.map((label, index) => ({ label, value: values[index] ?? 0 })),
  }));
  const shown = drawn.map(({ data }) => data.map(({ value }) => show(value)));
  const heading = drawn.length > 1 ? `${title} (${drawn.map(({ name }) => name).join(' · ')})` : title;
  const full = fullValue ?? Math.max(1, ...(drawn[0]?.data ?? []).map(({ value }) => value));
  const rows = categories.map((label, index) => [label, ...shown.map((values) => values[index] ?? '')]);
  const lines = aligned(rows).map((line, index) => {
    const value = drawn[0]?.data[index]?.value ?? 0;
    return `${line} ${'█'.repeat(Math.round((value / full) * BAR_CHARACTERS))}`.trimEnd();
  });
  return {
    block: {
      type: 'data_visualization',
      title: clip(title, limits.chartTitle),
      chart: {
        type: kind,
        series: drawn,
        axis_config: {
          categories,
          ...(yLabel === undefined ? {} : { y_label: clip(yLabel, limits.chartTitle) }),
        },
      },
    },
    plain: [heading, ...lines].join('\n'),
    text: [`${heading}:`, ...rows.map(([label, ...values]) => `${label}: ${values.join(' · ')}`)].join('\n'),
  };
}

export type TableCell = string | { readonly value: number; readonly text: string };

interface TableOptions {
  readonly caption: string;
  readonly columns: readonly string[];
  /** Each row has one cell per column; the first cell names the row. Only `limits.tableRows` are shown. */
  readonly rows: readonly (readonly TableCell[])[];
}

export function dataTable({ caption, columns, rows }: TableOptions): DataBlock {
  const body = rows.slice(0, limits.tableRows);
  const textOf = (cell: TableCell) => (typeof cell === 'string' ? cell : cell.text) || EMPTY_CELL;
  const shown = [columns, ...body].map((row) => row.map(textOf));
  return {
    block: {
      type: 'data_table',
      caption,
      page_size: Math.max(1, Math.min(ROWS_PER_PAGE, body.length)),
      rows: [columns, ...body].map((row) =>
        row.map((cell) =>
          typeof cell === 'string'
            ? { type: 'raw_text' as const, text: textOf(cell) }
            : { type: 'raw_number' as const, value: cell.value, text: textOf(cell) },
        ),
      ),
    },
    plain: [caption, ...aligned(shown)].join('\n'),
    text: [`${caption}:`, ...shown.map((row) => row.join(' · '))].join('\n'),
  };
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const gap = ' '.repeat((widths[column] ?? 0) - widthOf(cell));
        return column > 0 ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Width of a table cell: its code points. Wide characters count as one, because Slack's fonts differ. */
function widthOf(text: string): number {
  return [...text].length;
}

interface RatesOverTime {
  readonly buckets: readonly (BucketRates & { readonly usual?: BaselineRates | undefined })[];
  readonly totals: Rates;
  readonly usualName?: string | undefined;
}

export interface BaselineRates {
  readonly submitted: number;
  /** Usual share of delivered messages, from 0 to 1; `undefined` if the baseline has no messages. */
  readonly deliveryRate: number | undefined;
}

/** Charts of delivery rate and message count over time. The rate's line omits time steps without a rate. */
export function chartsOf(
  { buckets, totals, usualName }: RatesOverTime,
  { t, format }: Localized,
): DataBlock[] {
  const { charts } = t.figures;
  const charted: DataBlock[] = [];
  const all = labelled(buckets, format);
  // Time steps without a message of final status are left out: the chart would show their rate as zero.
  const rated = all.filter(isRated);
  if (rated.length >= FEWEST_POINTS) {
    const series = [{ name: charts.ofAll, values: rated.map(({ rates }) => toPercent(rates.deliveryRate)) }];
    const usual = rated.map((one) => one.usual?.deliveryRate);
    if (usualName !== undefined && usual.every((rate) => rate !== undefined)) {
      series.push({ name: clip(usualName, limits.chartLabel), values: usual.map(toPercent) });
    } else if (totals.pending > 0) {
      // Pending messages lower the last rates, so a second line shows delivered ÷ all with a final status.
      const values = rated.map(({ rates }) => toPercent(rates.deliveredOfFinal));
      series.push({ name: charts.ofFinal, values });
    }
    charted.push(
      chart('line', {
        title: rateTitle(all, charts),
        yLabel: charts.rateAxis,
        labels: rated.map(({ label }) => label),
        series,
        fullValue: 100,
        show: (value) => format.percent(value / 100),
      }),
    );
  }
  if (buckets.length >= FEWEST_POINTS) {
    const series = [{ name: charts.messages, values: all.map(({ rates }) => rates.submitted) }];
    if (usualName !== undefined && all.every(({ usual }) => usual !== undefined)) {
      const values = all.map(({ usual }) => Math.round(usual?.submitted ?? 0));
      series.push({ name: clip(usualName, limits.chartLabel), values });
    }
    charted.push(
      chart('bar', {
        title: volumeTitle(buckets, charts, format),
        labels: all.map(({ label }) => label),
        series,
        show: format.number,
      }),
    );
  }
  return charted;
}

function isRated({ rates }: BucketRates): boolean {
  return rates.deliveredOfFinal !== undefined;
}

function rateTitle(
  all: readonly (BucketRates & { readonly label: string })[],
  { rate, rateExcept, rateExceptSome }: Translations['figures']['charts'],
): string {
  const missing = all.filter((part) => !isRated(part)).map(({ label }) => label);
  if (missing.length === 0) return rate;
  const title = rateExcept(missing.join(', '));
  return title.length <= limits.chartTitle ? title : rateExceptSome(missing.length, all.length);
}

function volumeTitle(
  [first, second]: readonly BucketRates[],
  { volume, volumeShort }: Translations['figures']['charts'],
  format: Formatter,
): string {
  const daysOf = (bucket: BucketRates | undefined) => {
    const [from, to] = bucket ? daysIn(bucket, format) : [];
    return from === undefined || to === undefined ? 0 : daysBetween(from, to) + 1;
  };
  const [days, others] = [daysOf(first), daysOf(second)];
  return days < others ? volumeShort(days, others) : volume;
}

function labelled<B extends BucketRates>(buckets: readonly B[], { plain: format }: Formatter) {
  const isOneDay = new Set(buckets.map(({ start }) => localDay(start, format.timeZone))).size <= 1;
  // If the month as a word makes one label too long, all labels of the chart have their dates in digits.
  const areInDigits = buckets.some((one) => format.days(...daysIn(one, format)).length > limits.chartLabel);
  const labels = distinctLabels(buckets.map((one) => labelOf(one, { isOneDay, areInDigits }, format)));
  return buckets.map((bucket, at) => ({ ...bucket, label: labels[at] ?? '' }));
}

/** Adds “(2)” to a repeated label of a chart: when clocks go back, an hour repeats. */
export function distinctLabels(labels: readonly string[]): string[] {
  return labels.map((label, at) => (labels.indexOf(label) < at ? `${label} (2)` : label));
}

function labelOf(
  { start, end }: BucketRates,
  { isOneDay, areInDigits }: { readonly isOneDay: boolean; readonly areInDigits: boolean },
  format: Formatter,
): string {
  if (end.getTime() - start.getTime() < SHORTEST_DAY_MS) {
    return isOneDay ? format.clock(start) : `${format.day(start)} ${format.clock(start)}`;
  }
  const [firstDay, lastDay] = daysIn({ start, end }, format);
  if (firstDay === lastDay || !areInDigits) return format.days(firstDay, lastDay);
  return `${inDigits(firstDay)} – ${inDigits(lastDay)}`;
}

function daysIn({ start, end }: Pick<BucketRates, 'start' | 'end'>, { timeZone }: Formatter): [Day, Day] {
  return [localDay(start, timeZone), localDay(new Date(end.getTime() - 1), timeZone)];
}

function inDigits(day: Day): string {
  const [, month, dayOfMonth] = day.split('-').map(Number);
  return `${dayOfMonth}/${month}`;
}

export function toPercent(share: number | undefined): number {
  return Math.round((share ?? 0) * 1_000) / 10;
}
