import { z } from 'zod';
import { blockId, textOf } from './composition.ts';

const MOST_SERIES = 6;
const MOST_POINTS = 20;

const label = textOf(20);

const series = z.strictObject({
  name: label,
  data: z
    .array(z.strictObject({ label, value: z.number() }))
    .min(1)
    .max(MOST_POINTS),
});

const axisConfig = z.strictObject({
  categories: z.array(label).min(1).max(MOST_POINTS),
  x_label: textOf(50).optional(),
  y_label: textOf(50).optional(),
});

/** A chart over categories, with one point for each of them in every series. */
function chartOf<T extends string>(type: T) {
  return z
    .strictObject({
      type: z.literal(type),
      series: z.array(series).min(1).max(MOST_SERIES),
      axis_config: axisConfig,
    })
    .superRefine((chart, context) => {
      const { categories } = chart.axis_config;
      const complain = (path: PropertyKey[], message: string) =>
        context.addIssue({ code: 'custom', path, message });
      for (const at of repeated(categories)) {
        complain(['axis_config', 'categories', at], 'used before in this chart');
      }
      for (const at of repeated(chart.series.map(({ name }) => name))) {
        complain(['series', at, 'name'], 'used before in this chart');
      }
      for (const [at, { data }] of chart.series.entries()) {
        const labels = data.map((point) => point.label);
        for (const point of repeated(labels)) {
          complain(['series', at, 'data', point, 'label'], 'used before in this series');
        }
        for (const [point, one] of labels.entries()) {
          if (!categories.includes(one)) {
            complain(['series', at, 'data', point, 'label'], 'is none of the categories');
          }
        }
        const missing = categories.find((category) => !labels.includes(category));
        if (missing !== undefined) complain(['series', at, 'data'], `no point for \`${missing}\``);
      }
    });
}

const pie = z.strictObject({
  type: z.literal('pie'),
  segments: z
    .array(z.strictObject({ label, value: z.number().positive() }))
    .min(1)
    .max(MOST_SERIES),
});

export const dataVisualization = z.strictObject({
  type: z.literal('data_visualization'),
  ...blockId,
  title: textOf(50),
  chart: z.discriminatedUnion('type', [chartOf('line'), chartOf('bar'), chartOf('area'), pie]),
});

/** Where a value stands that came before. */
function repeated(values: readonly string[]): number[] {
  return [...values.keys()].filter((at) => values.indexOf(values[at] ?? '') < at);
}
