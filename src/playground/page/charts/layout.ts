import type { CartesianChart } from './chart-data.ts';
import { cut, everyNth, spread, textWidth } from './labels.ts';
import { numbersIn } from './numbers.ts';
import { linear, niceAxis } from './scale.ts';

export const TEXT_PX = 12;

const PLOT_PX = 190;
const NARROW_PLOT_PX = 160;
const NARROW_PX = 420;
const WIDEST_NAME_PX = 120;
const LONGEST_SLANTED_PX = 84;
const SLANT = Math.sin((38 * Math.PI) / 180);

/** Where everything of a chart is, in px from its left upper corner. */
export interface Layout {
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  /** Width of a category. */
  readonly slot: number;
  /** Width of a bar with the gap after it, and where the first one begins in its slot. */
  readonly bar: number;
  readonly barGap: number;
  readonly barLeft: number;
  readonly ticks: readonly { readonly y: number; readonly label: string; readonly isBase: boolean }[];
  /** Those categories' names that can be shown. */
  readonly labels: readonly { readonly x: number; readonly text: string; readonly isSlanted: boolean }[];
  /** Names of series at the end of their lines; none where a legend is better. */
  readonly names: readonly {
    readonly series: number;
    readonly text: string;
    readonly y: number;
    readonly from: number;
  }[];
  readonly isLabelled: boolean;
  /** Whether bars have room for their values above them. */
  readonly hasValues: boolean;
  /** Whether lines have room for a mark at every point. */
  readonly hasMarks: boolean;
  x(category: number): number;
  y(value: number): number;
}

/** Lays a chart out so that no text meets another, at any width from about 200 px. */
export function layoutOf(chart: CartesianChart, widthPx: number, locale: string): Layout {
  const isNarrow = widthPx < NARROW_PX;
  const all = chart.series.flatMap(({ values }) => values.filter((value) => value !== undefined));
  const axis = niceAxis(all, { about: isNarrow ? 3 : 4, mayCut: chart.kind === 'line' });
  const tickText = tickFormat(axis.ticks, locale);
  const left = Math.ceil(Math.max(...axis.ticks.map((tick) => textWidth(tickText(tick), TEXT_PX)))) + 10;

  const isLabelled = chart.kind === 'line' && chart.series.length > 1 && !isNarrow;
  const widestName = Math.max(...chart.series.map(({ name }) => textWidth(name, TEXT_PX)));
  const right = isLabelled ? Math.min(widestName, WIDEST_NAME_PX) + 14 : 4;
  const { slot, x, labels, depth } = categoryAxis(chart, left, widthPx - right, widthPx);

  const barGap = slot / chart.series.length > 8 ? 2 : 0.5;
  const bar = Math.min((slot * 0.78) / chart.series.length, 56);
  const numbers = numbersIn(locale);
  const hasValues =
    chart.kind === 'bar' &&
    all.every(
      (value) =>
        value >= 0 &&
        textWidth(numbers.format(value), 11) <= Math.max(bar, chart.series.length === 1 ? slot - 4 : 0),
    );

  const top = hasValues ? 22 : 12;
  const bottom = top + (isNarrow ? NARROW_PLOT_PX : PLOT_PX);
  const y = linear(axis, bottom, top);

  const ends = isLabelled ? endsOf(chart, y) : [];
  const places = spread(
    ends.map(({ from }) => from),
    TEXT_PX + 3,
    { from: top, to: bottom },
  );
  return {
    height: bottom + depth,
    left,
    top,
    bottom,
    slot,
    bar,
    barGap,
    barLeft: (slot - bar * chart.series.length + barGap) / 2,
    ticks: axis.ticks.map((tick) => ({
      y: y(tick),
      label: tickText(tick),
      isBase: tick === 0 || (tick === axis.least && axis.least > 0),
    })),
    labels,
    names: ends.map(({ series, name, from }, at) => ({
      series,
      from,
      y: places[at] ?? from,
      text: cut(name, WIDEST_NAME_PX, TEXT_PX),
    })),
    isLabelled,
    hasValues,
    hasMarks: slot >= 10,
    x,
    y,
  };
}

/** The categories between two ends; the axis is shorter where the last name would reach over the edge. */
function categoryAxis(chart: CartesianChart, from: number, to: number, edge: number) {
  const slot = Math.max(1, (to - from) / chart.categories.length);
  const wanted = categoryLabels(chart, slot, (category) => from + (category + 0.5) * slot);
  const last = wanted.labels.at(-1);
  const over = last === undefined || last.isSlanted ? 0 : last.x + halfOf(last.text) - edge;
  const shorter = over <= 0 ? slot : Math.max(1, (to - over * 1.1 - from) / chart.categories.length);
  const x = (category: number) => from + (category + 0.5) * shorter;
  const { labels, depth } = categoryLabels(chart, shorter, x);
  const isInside = (label: (typeof labels)[number]) =>
    label.isSlanted || (label.x - halfOf(label.text) >= 0 && label.x + halfOf(label.text) <= edge);
  return { slot: shorter, x, labels: labels.filter(isInside), depth };
}

function halfOf(text: string): number {
  return textWidth(text, TEXT_PX) / 2;
}

/** Names below the axis: all of them, or slanted ones under bars, or each nth. `depth` is the room they take. */
function categoryLabels(chart: CartesianChart, slot: number, x: (category: number) => number) {
  const widths = chart.categories.map((name) => textWidth(name, TEXT_PX));
  const nth = everyNth(widths, slot, 8);
  const isSlanted = nth > 1 && chart.kind === 'bar' && slot * SLANT >= TEXT_PX;
  const step = isSlanted ? 1 : nth;
  const labels = chart.categories
    .map((name, at) => ({
      x: x(at),
      text: isSlanted ? cut(name, LONGEST_SLANTED_PX, TEXT_PX) : name,
      isSlanted,
    }))
    .filter((_, at) => at % step === 0);
  const longest = Math.min(LONGEST_SLANTED_PX, Math.max(...widths));
  return { labels, depth: isSlanted ? longest * SLANT + 24 : 26 };
}

/** The last point of each line. */
function endsOf(chart: CartesianChart, y: (value: number) => number) {
  return chart.series.flatMap(({ name, values }, series) => {
    const end = values.findLast((value) => value !== undefined);
    return end === undefined ? [] : [{ series, name, from: y(end) }];
  });
}

/** Marks of an axis: short for great numbers, as exact as their step needs. */
function tickFormat(ticks: readonly number[], locale: string): (tick: number) => string {
  const isGreat = Math.max(...ticks.map(Math.abs)) >= 10_000;
  const format = new Intl.NumberFormat(locale, {
    maximumFractionDigits: 2,
    ...(isGreat ? { notation: 'compact' } : {}),
  });
  return (tick) => format.format(tick);
}
