import { barY, dot, lineY, type PlotOptions, plot, ruleY, textY } from '@observablehq/plot';
import { useId, useLayoutEffect, useMemo, useRef } from 'react';
import type { JsonObject } from '../../../fake-slack/json.ts';
import { DataTable } from '../blocks/data-table.tsx';
import { usePage } from '../page-context.ts';
import { t } from '../texts.ts';
import { type ChartData, parseChart } from './chart-data.ts';

const HEIGHT_PX = 230;
const CHARACTER_PX = 7;
const COLOURS = [1, 2, 3, 4, 5, 6].map((number) => `var(--chart-${number})`);

export function Chart({ block }: { readonly block: JsonObject }) {
  const { me } = usePage();
  const id = useId();
  const stage = useRef<HTMLDivElement>(null);
  const chart = useMemo(() => parseChart(block), [block]);
  useLayoutEffect(() => {
    const element = stage.current;
    if (element === null || chart === undefined) return;
    const draw = () => element.replaceChildren(drawingOf(chart, element.clientWidth, me.locale));
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    return () => observer.disconnect();
  }, [chart, me.locale]);
  if (chart === undefined) return <p className="quiet small">{t.blocks.notDrawn('data_visualization')}</p>;
  return (
    <figure className="chart card" aria-labelledby={id}>
      <figcaption id={id}>{chart.title}</figcaption>
      <div ref={stage} aria-hidden="true" />
      <details className="small">
        <summary className="quiet">{t.chart.asTable}</summary>
        <DataTable block={tableOf(chart, me.locale)} />
      </details>
    </figure>
  );
}

function numbersIn(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
}

function tableOf({ title, categories, series }: ChartData, locale: string): JsonObject {
  const numbers = numbersIn(locale);
  const cell = (value: number | undefined) => ({
    type: 'raw_number',
    text: value === undefined ? '–' : numbers.format(value),
  });
  const head = [t.chart.point, ...series.map(({ name }) => name)].map((text) => ({ text }));
  const rows = categories.map((text, at) => [{ text }, ...series.map(({ values }) => cell(values[at]))]);
  return { caption: title, rows: [head, ...rows], page_size: categories.length };
}

/** Draws a chart. Series differ in marks and dashes, not only in colour, for people who are colour-blind. */
function drawingOf(chart: ChartData, width: number, locale: string): Element {
  const { kind, categories, series, yLabel } = chart;
  const names = series.map(({ name }) => name);
  const points = series.flatMap(({ name, values }) =>
    values.map((value, at) => ({ category: categories[at], series: name, value })),
  );
  const numbers = numbersIn(locale);
  const hasLegend = series.length > 1;
  const shared: PlotOptions = {
    width,
    marginTop: 28,
    marginLeft: 52,
    style: { fontFamily: 'inherit', fontSize: '12px', overflow: 'visible' },
    y: {
      label: yLabel || null,
      grid: true,
      nice: true,
      ticks: 4,
      tickFormat: (tick) => numbers.format(tick),
    },
    color: { domain: names, range: COLOURS, legend: hasLegend && kind === 'bar' },
  };
  const { axis, depth } = categoryAxis(chart, width - 60);
  const layout = { ...shared, height: HEIGHT_PX + depth, marginBottom: 30 + depth };
  if (kind === 'line') {
    const line = { x: 'category', y: 'value', stroke: 'series' } as const;
    return plot({
      ...layout,
      x: axis,
      y: { ...shared.y, zero: !isClose(points.flatMap(({ value }) => value ?? [])) },
      symbol: { domain: names, legend: hasLegend },
      marks: [
        series.map(({ name }, at) =>
          lineY(
            points.filter((point) => point.series === name),
            { ...line, strokeWidth: 2.25, strokeDasharray: at === 0 ? 'none' : `${8 - at} ${2 + at}` },
          ),
        ),
        dot(points, { x: 'category', y: 'value', fill: 'series', symbol: 'series', r: 4, tip: 'x' }),
      ],
    });
  }
  const hasValues = !hasLegend && width / categories.length > 44;
  const place = hasLegend ? { fx: 'category', x: 'series' } : { x: 'category' };
  return plot({
    ...layout,
    x: hasLegend ? { axis: null, domain: names } : axis,
    ...(hasLegend && { fx: { ...axis, axis: 'bottom' } }),
    marks: [
      barY(points, { ...place, y: 'value', fill: 'series', rx1: 3, tip: true }),
      ruleY([0]),
      hasValues
        ? textY(points, { ...place, y: 'value', text: ({ value = 0 }) => numbers.format(value), dy: -8 })
        : null,
    ],
  });
}

/** If the labels do not fit, bar charts slant them (`depth` px high) and line charts show every nth label. */
function categoryAxis({ kind, categories }: ChartData, roomPx: number) {
  const longest = Math.max(...categories.map((name) => name.length));
  const nth = Math.ceil((categories.length * (longest + 1) * CHARACTER_PX) / roomPx);
  const common = { domain: categories, label: null, tickSize: 0 };
  if (nth === 1) return { axis: common, depth: 0 };
  if (kind === 'bar') return { axis: { ...common, tickRotate: -38 }, depth: Math.min(70, longest * 4) };
  return { axis: { ...common, ticks: categories.filter((_, at) => at % nth === 0) }, depth: 0 };
}

/** True if the values differ by less than 25 %, so that an axis from zero would hide the differences. */
function isClose(values: readonly number[]): boolean {
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  return lowest > 0 && highest > lowest && (highest - lowest) / highest < 0.25;
}
