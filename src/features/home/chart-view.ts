import { type View, view } from '../../slack/blocks/blocks.ts';
import { operatorName } from '../../slack/blocks/figures.ts';
import { chart, type DataBlock, toPercent } from '../../slack/blocks/tables-and-charts.ts';
import { limits } from '../../slack/blocks/text.ts';
import type { StepShares, StoredTraffic } from '../../traffic/stored-traffic.ts';
import type { HomeLocalized } from './locales/index.ts';
import { pastDayOf } from './operators-view.ts';

const FEWEST_POINTS = 2;

export function chartView(
  traffic: StoredTraffic | undefined,
  options: HomeLocalized & { readonly now: Date },
): View | undefined {
  const { t, format, now } = options;
  const { home } = t;
  if (!traffic) return undefined;
  const { all } = traffic;
  const operators = traffic.operators
    .filter(({ sendsReceipts }) => sendsReceipts)
    .slice(0, limits.chartSeries)
    .map(({ operator, shares }) => ({ name: operatorName(operator, t), shares }));
  const pastDay = pastDayOf(traffic, now, format);
  const day = { name: pastDay ?? t.today, shares: all.shares };
  const usual = { name: home.chartUsual, shares: all.usual };
  const charts = [
    chartOf(home.chartTitle(pastDay), hasShares(all.usual) ? [day, usual] : [day], traffic, options),
    chartOf(home.chartByOperator(pastDay), operators, traffic, options),
  ].filter((one) => one !== undefined);
  return charts.length > 0 ? view(...charts) : undefined;
}

/** A line chart cannot have gaps, so a time step is omitted if any operator's line lacks a value. */
function chartOf(
  title: string,
  series: readonly { readonly name: string; readonly shares: StepShares['shares'] }[],
  { steps }: StoredTraffic,
  { t, format }: HomeLocalized,
): DataBlock | undefined {
  const whole = steps.flatMap(({ start }, at) => {
    const values = series.map(({ shares }) => shares[at]);
    return values.every((share) => share !== undefined) ? [{ label: format.clock(start), values }] : [];
  });
  if (series.length === 0 || whole.length < FEWEST_POINTS) return undefined;
  return chart('line', {
    title,
    yLabel: t.home.chartAxis,
    labels: whole.map(({ label }) => label),
    series: series.map(({ name }, at) => ({
      name,
      values: whole.map(({ values }) => toPercent(values[at])),
    })),
    fullValue: 100,
    show: (value) => format.percent(value / 100),
  });
}

function hasShares(shares: StepShares['shares']): boolean {
  return shares.filter((share) => share !== undefined).length >= FEWEST_POINTS;
}
