import { isRecord, recordsIn, textIn } from '../../../fake-slack/json.ts';

/** A parsed line or bar chart: each series has a value for each category; `undefined` if it is missing. */
export type ChartData = NonNullable<ReturnType<typeof parseChart>>;

/** Parses a `data_visualization` block. Returns `undefined` if the block has no line or bar chart to draw. */
export function parseChart(block: unknown) {
  const chart = isRecord(block) && isRecord(block.chart) ? block.chart : {};
  if (chart.type !== 'line' && chart.type !== 'bar') return undefined;
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
    kind: chart.type,
    title: textIn(block, 'title'),
    categories,
    series,
    yLabel: textIn(axis, 'y_label'),
  };
}
