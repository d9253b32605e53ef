import { isRecord, recordsIn, textIn } from '../../json.ts';

/** A chart over categories; a value that the block lacks is `undefined`. */
export interface CartesianChart {
  readonly kind: 'line' | 'bar' | 'area';
  readonly title: string;
  readonly categories: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | undefined)[] }[];
  readonly xLabel: string;
  readonly yLabel: string;
}

export interface PieChart {
  readonly kind: 'pie';
  readonly title: string;
  /** `share` is of the whole, 0 to 1. */
  readonly segments: readonly { readonly label: string; readonly value: number; readonly share: number }[];
}

export type ChartData = CartesianChart | PieChart;

/** Reads a `data_visualization` block; `undefined` where it holds no chart that can be drawn. */
export function parseChart(block: unknown): ChartData | undefined {
  const title = textIn(block, 'title');
  const chart = isRecord(block) && isRecord(block.chart) ? block.chart : {};
  switch (chart.type) {
    case 'pie':
      return parsePie(title, chart);
    case 'line':
    case 'bar':
    case 'area':
      return parseCartesian(chart.type, title, chart);
    default:
      return undefined;
  }
}

function parsePie(title: string, chart: Record<string, unknown>): PieChart | undefined {
  const found = recordsIn(chart.segments).flatMap((segment) =>
    typeof segment.value === 'number' && segment.value > 0
      ? [{ label: textIn(segment, 'label'), value: segment.value }]
      : [],
  );
  const total = found.reduce((sum, { value }) => sum + value, 0);
  if (total <= 0) return undefined;
  return {
    kind: 'pie',
    title,
    segments: found.map((segment) => ({ ...segment, share: segment.value / total })),
  };
}

function parseCartesian(
  kind: CartesianChart['kind'],
  title: string,
  chart: Record<string, unknown>,
): CartesianChart | undefined {
  const axis = isRecord(chart.axis_config) ? chart.axis_config : {};
  const categories = Array.isArray(axis.categories) ? axis.categories.map(String) : [];
  const series = recordsIn(chart.series).map((one) => {
    const byLabel = new Map(recordsIn(one.data).map((point) => [textIn(point, 'label'), point.value]));
    return {
      name: textIn(one, 'name'),
      values: categories.map((category) => {
        const value = byLabel.get(category);
        return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
      }),
    };
  });
  if (categories.length === 0 || series.length === 0) return undefined;
  return {
    kind,
    title,
    categories,
    series,
    xLabel: textIn(axis, 'x_label'),
    yLabel: textIn(axis, 'y_label'),
  };
}
