import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { ChartData } from './chart-data.ts';

export const TEXT_PX = 12;

const PLOT_PX = 190;
const NARROW_PLOT_PX = 160;
const NARROW_PX = 420;
const WIDEST_NAME_PX = 120;
const LONGEST_SLANTED_PX = 84;
const SLANT = Math.sin((38 * Math.PI) / 180);

export function numbersIn(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
}

/** Where everything of a chart is, in px from its left upper corner. */
export type Layout = ReturnType<typeof layoutOf>;

/** Lays a chart out so that no text meets another, at any width from about 200 px. */
export function layoutOf(chart: ChartData, widthPx: number, locale: string) {
  const isNarrow = widthPx < NARROW_PX;
  const count = chart.series.length;
  const values = chart.series.flatMap((one) => one.values.filter((value) => value !== undefined));
  const { scale, ticks } = valueAxis(values, { about: isNarrow ? 3 : 4, mayCut: chart.kind === 'line' });
  const tickText = tickFormat(ticks, locale);
  const left = Math.ceil(Math.max(...ticks.map((tick) => textWidth(tickText(tick), TEXT_PX)))) + 10;

  const isLabelled = chart.kind === 'line' && count > 1 && !isNarrow;
  const widestName = Math.max(...chart.series.map(({ name }) => textWidth(name, TEXT_PX)));
  const namesPx = isLabelled ? Math.min(widestName, WIDEST_NAME_PX) + 14 : 4;
  const { slot, x, labels, depth } = categoryAxis(chart, left, widthPx - namesPx, widthPx);

  const barGap = slot / count > 8 ? 2 : 0.5;
  const bar = Math.min((slot * 0.78) / count, 56);
  const roomPx = Math.max(bar, count === 1 ? slot - 4 : 0);
  const fits = (value: number) => value >= 0 && textWidth(numbersIn(locale).format(value), 11) <= roomPx;
  const hasValues = chart.kind === 'bar' && values.every(fits);

  const top = hasValues ? 22 : 12;
  const bottom = top + (isNarrow ? NARROW_PLOT_PX : PLOT_PX);
  const y = scale.range([bottom, top]);
  return {
    width: widthPx,
    height: bottom + depth,
    left,
    right: left + slot * chart.categories.length,
    top,
    bottom,
    /** Width of a category, and of a bar with the gap after it. */
    slot,
    bar,
    barGap,
    barLeft: (slot - bar * count + barGap) / 2,
    ticks: ticks.map((tick, at) => ({
      y: y(tick),
      label: tickText(tick),
      isBase: tick === 0 || (at === 0 && tick > 0),
    })),
    labels,
    names: isLabelled ? seriesNames(chart, y, { from: top, to: bottom }) : [],
    isLabelled,
    hasValues,
    hasMarks: slot >= 10,
    x,
    y,
  };
}

/**
 * An axis with `about` so many ticks that holds every value. It begins at zero, but for values which are close to each
 * other and far from zero where `mayCut` is set: there the differences would not be seen. Ticks are whole numbers where
 * all values are.
 */
export function valueAxis(
  values: readonly number[],
  { about, mayCut = false }: { readonly about: number; readonly mayCut?: boolean },
): { readonly scale: ScaleLinear<number, number>; readonly ticks: readonly number[] } {
  const lowest = values.length === 0 ? 0 : Math.min(...values);
  const highest = values.length === 0 ? 0 : Math.max(...values);
  const isCut = mayCut && highest > lowest && lowest > 0 && (highest - lowest) / highest < 0.25;
  const from = isCut ? lowest : Math.min(0, lowest);
  const to = isCut ? highest : Math.max(0, highest);
  const end = to === from ? from + 1 : to;
  const count = values.every(Number.isInteger) ? Math.min(about, end - from) : about;
  const scale = scaleLinear().domain([from, end]).nice(count);
  return { scale, ticks: scale.ticks(count) };
}

/** The categories between two ends; the axis is shorter where the last name would reach over the edge. */
function categoryAxis(chart: ChartData, from: number, to: number, edge: number) {
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
function categoryLabels(chart: ChartData, slot: number, x: (category: number) => number) {
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

/** The name of each line at its last point, or as near as can be. */
function seriesNames(chart: ChartData, y: (value: number) => number, bounds: Bounds) {
  const ends = chart.series.flatMap(({ name, values }, series) => {
    const end = values.findLast((value) => value !== undefined);
    return end === undefined ? [] : [{ series, name, from: y(end) }];
  });
  const places = spread(
    ends.map(({ from }) => from),
    TEXT_PX + 3,
    bounds,
  );
  return ends.map(({ series, name, from }, at) => ({
    series,
    from,
    y: places[at] ?? from,
    text: cut(name, WIDEST_NAME_PX, TEXT_PX),
  }));
}

/** Ticks: short for great numbers, as exact as their step needs. */
function tickFormat(ticks: readonly number[], locale: string): (tick: number) => string {
  const isGreat = Math.max(...ticks.map(Math.abs)) >= 10_000;
  const format = new Intl.NumberFormat(locale, {
    maximumFractionDigits: 2,
    ...(isGreat ? { notation: 'compact' } : {}),
  });
  return (tick) => format.format(tick);
}

/** About how wide a text is in the page's font, in px; a little too wide rather than too narrow. */
export function textWidth(text: string, sizePx: number): number {
  let ems = 0;
  for (const character of text) ems += emsOf(character);
  return ems * sizePx;
}

function emsOf(character: string): number {
  if (/[iljtfr.,:;'’|!()[\] ]/.test(character)) return 0.34;
  if (/[mwMW%@]/.test(character)) return 0.92;
  if (/[A-Z]/.test(character)) return 0.7;
  if (/[\d–—+\-/=_]/.test(character)) return 0.6;
  return (character.codePointAt(0) ?? 0) > 0x2000 ? 1.05 : 0.56;
}

/** The text, or its beginning and `…` where it is wider than that. */
export function cut(text: string, widthPx: number, sizePx: number): string {
  if (textWidth(text, sizePx) <= widthPx) return text;
  const characters = [...text];
  while (characters.length > 1 && textWidth(`${characters.join('')}…`, sizePx) > widthPx) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

/** The least n such that each nth of these labels, centred one slot apart, keeps `gapPx` from the next one shown. */
export function everyNth(widthsPx: readonly number[], slotPx: number, gapPx: number): number {
  for (let n = 1; n < widthsPx.length; n++) {
    const shown = widthsPx.filter((_, at) => at % n === 0);
    const isClear = shown.every((width, at) => {
      const next = shown[at + 1];
      return next === undefined || (width + next) / 2 + gapPx <= slotPx * n;
    });
    if (isClear) return n;
  }
  return Math.max(1, widthsPx.length);
}

interface Bounds {
  readonly from: number;
  readonly to: number;
}

/**
 * Places for labels as near as can be to where they are wanted, `gapPx` apart and within the bounds, in the order
 * given. Where they do not all fit, they stand evenly over the bounds.
 */
export function spread(wanted: readonly number[], gapPx: number, { from, to }: Bounds): number[] {
  const gap = wanted.length > 1 ? Math.min(gapPx, (to - from) / (wanted.length - 1)) : gapPx;
  const order = wanted.map((_, at) => at).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = new Map<number, number>();
  let floor = from;
  for (const at of order) {
    const place = Math.max(wanted[at] ?? from, floor);
    placed.set(at, place);
    floor = place + gap;
  }
  let ceiling = to;
  for (const at of order.toReversed()) {
    const place = Math.min(placed.get(at) ?? to, ceiling);
    placed.set(at, place);
    ceiling = place - gap;
  }
  return wanted.map((place, at) => placed.get(at) ?? place);
}
