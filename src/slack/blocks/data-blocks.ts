import type { DataTableBlock } from '@slack/types';
import { clip, limits } from './text.ts';

/** A block of 2026, and what stands in its place where a workspace does not know it. */
export interface DataBlock {
  readonly block: DataVisualization | DataTableBlock;
  /** Fixed-width lines. */
  readonly plain: string;
  readonly text: string;
}

/** A chart as Slack takes it; `@slack/types` does not have it yet. */
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
  /** One a point, none twice; as many as every series has values, and no more than `limits.chartPoints`. */
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
  /** Where no series reaches it, plain bars are drawn against this. */
  readonly fullValue?: number;
  readonly show: (value: number) => string;
}

const BAR_CHARACTERS = 20;

/** A chart over time. Where charts are not known, its first series becomes a list with bars of block characters. */
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

/** A cell: text, or a number to sort by and how it is shown. */
export type TableCell = string | { readonly value: number; readonly text: string };

interface TableOptions {
  readonly caption: string;
  readonly columns: readonly string[];
  /** As many cells each as there are columns; the first names the row. No more than `limits.tableRows`. */
  readonly rows: readonly (readonly TableCell[])[];
}

/** What stands in a cell without anything: Slack takes no empty one. */
const NOTHING = '–';
const ROWS_A_PAGE = 10;

/** A table that can be sorted. Where such tables are not known, it becomes fixed-width lines. */
export function dataTable({ caption, columns, rows }: TableOptions): DataBlock {
  const body = rows.slice(0, limits.tableRows);
  const textOf = (cell: TableCell) => (typeof cell === 'string' ? cell : cell.text) || NOTHING;
  const shown = [columns, ...body].map((row) => row.map(textOf));
  return {
    block: {
      type: 'data_table',
      caption,
      page_size: Math.max(1, Math.min(ROWS_A_PAGE, body.length)),
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

/** Rows in columns as wide as their widest cell: the first to the left, the others to the right. */
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

/** Characters as people count them; wide ones count one, which no fixed-width font of Slack's agrees on anyway. */
function widthOf(text: string): number {
  return [...text].length;
}
