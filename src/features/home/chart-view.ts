import { adviceView } from '../../slack/blocks/advice-view.ts';
import { type View, view } from '../../slack/blocks/blocks.ts';
import { chart, type DataBlock, toPercent } from '../../slack/blocks/data-blocks.ts';
import { operatorName } from '../../slack/blocks/figures.ts';
import { limits } from '../../slack/blocks/text.ts';
import type { StepShares, StoredTraffic } from '../../traffic/stored-traffic.ts';
import type { HomeLocalized } from './locales/index.ts';
import { pastDayOf } from './shares.ts';

const FEWEST_POINTS = 2;

export function chartView(
  traffic: StoredTraffic | undefined,
  options: HomeLocalized & { readonly now: Date },
): View | undefined {
  const { home } = options.t;
  if (!traffic) return undefined;
  const { all } = traffic;
  const operators = traffic.operators.filter(({ sendsReceipts }) => sendsReceipts);
  const pastDay = pastDayOf(traffic, options.now, options.formatter);
  const day = { name: pastDay ?? options.t.today, shares: all.shares };
  const usual = { name: home.chartUsual, shares: all.usual };
  const charts = [
    chartOf(home.chartTitle(pastDay), hasShares(all.usual) ? [day, usual] : [day], traffic, options),
    chartOf(
      home.chartByOperator(pastDay),
      operators.slice(0, limits.chartSeries).map(seriesOf),
      traffic,
      options,
    ),
  ].filter((one) => one !== undefined);
  return charts.length > 0 ? view(...charts) : undefined;

  function seriesOf({ operator, shares }: StepShares & { readonly operator: string | undefined }) {
    return { name: operatorName(operator, options.t), shares };
  }
}

export function noChartView({ t }: HomeLocalized): View {
  return adviceView(t.home.noChart, t);
}

interface Series {
  readonly name: string;
  readonly shares: StepShares['shares'];
}

/** A line takes no gaps: a step that lacks one of the shares is left out. */
function chartOf(
  title: string,
  series: readonly Series[],
  { steps }: StoredTraffic,
  { t, formatter }: HomeLocalized,
): DataBlock | undefined {
  const whole = steps.flatMap(({ start }, at) => {
    const values = series.map(({ shares }) => shares[at]);
    return values.every((share) => share !== undefined) ? [{ label: formatter.clock(start), values }] : [];
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
    show: (value) => formatter.percent(value / 100),
  });
}

function hasShares(shares: StepShares['shares']): boolean {
  return shares.filter((share) => share !== undefined).length >= FEWEST_POINTS;
}
