import type { KnownBlock } from '@slack/types';
import { severityOf } from '../../domain/detection/verdict.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import {
  actions,
  bold,
  button,
  contextBlock,
  emoji,
  header,
  line,
  richText,
  type View,
  view,
} from '../../slack/blocks/blocks.ts';
import { operatorName } from '../../slack/blocks/figures.ts';
import type { Formatter } from '../../slack/blocks/format.ts';
import { signOf, verdictText } from '../../slack/blocks/headline.ts';
import { chart, type DataBlock, toPercent } from '../../slack/blocks/tables-and-charts.ts';
import { limits } from '../../slack/blocks/text.ts';
import type { OperatorSteps, StepShares, StoredTraffic } from '../../traffic/stored-traffic.ts';
import type { HomeLocalized, HomeTranslations } from './locales/index.ts';

const MOST_OPERATORS = 8;
/** No delivery rate is shown for fewer messages, because it would mean little. */
const FEWEST_MESSAGES = 10;

export function operatorBlocks(
  traffic: StoredTraffic,
  now: Date,
  { t, format }: HomeLocalized,
): KnownBlock[] {
  const { operators, steps } = traffic;
  const { home, figures } = t;
  const [first] = steps;
  if (!first || operators.length === 0) return [];
  const pastDay = pastDayOf(traffic, now, format);
  const sharesText = pastDay === undefined ? home.todayShares : home.thatDayShares;
  const worstFirst = operators
    .map((one) => {
      const detection = traffic.check.detections.find(
        ({ subject }) => subject.of === 'operator' && subject.operator === one.operator,
      );
      return { ...one, detection, verdict: detection?.verdict ?? 'too_little_traffic' } as const;
    })
    .sort((a, b) => severityOf(b.verdict) - severityOf(a.verdict));
  const lines = worstFirst.slice(0, MOST_OPERATORS).map(({ operator, verdict, detection, ...steps }) => {
    const said = detection ? verdictText(detection, t) : figures.verdicts[verdict];
    const messages = home.messages(steps.submitted);
    return richText(
      line(emoji(signOf(verdict)), ' ', bold(operatorName(operator, t)), ` · ${said} · ${messages}`),
      ...shareLines(steps, sharesText, t).map((text) => line(text)),
    );
  });
  const more = operators.length - lines.length;
  return [
    header(pastDay === undefined ? home.today : home.deliveredOn(pastDay)),
    ...lines,
    contextBlock(home.steps(format.clock(first.start)), ...(more > 0 ? [home.moreOperators(more)] : [])),
    actions('home.today', button('home.chart', home.chart, 'home')),
  ];
}

function shareLines(
  { sendsReceipts, submitted, shares, usual }: Omit<OperatorSteps, 'operator'>,
  sharesText: (shares: string) => string,
  { home }: HomeTranslations,
): string[] {
  if (!sendsReceipts) return [home.sendsNoReceipts];
  if (submitted < FEWEST_MESSAGES) return [];
  const isUsualKnown = usual.some((share) => share !== undefined);
  return [sharesText(shareTexts(shares)), ...(isUsualKnown ? [home.usualShares(shareTexts(usual))] : [])];
}

/** Formats shares as `98 · 97 · 99%`; only shares of exactly 0 and 1 are shown as 0 and 100. */
function shareTexts(shares: readonly (number | undefined)[]): string {
  const last = shares.findLastIndex((share) => share !== undefined);
  const texts = shares.map((share, at) => {
    if (share === undefined) return '–';
    const percent = Math.round(share * 100);
    const shown = share < 1 && percent === 100 ? 99 : share > 0 && percent === 0 ? 1 : percent;
    return at === last ? `${shown}%` : String(shown);
  });
  return texts.join(' · ');
}

/** The day of the newest figures, or `undefined` if the figures are from today. */
function pastDayOf({ readAt }: StoredTraffic, now: Date, format: Formatter): string | undefined {
  const { timeZone } = format;
  return localDay(readAt, timeZone) === localDay(now, timeZone) ? undefined : format.day(readAt);
}

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
  const isDrawn = all.usual.filter((share) => share !== undefined).length >= FEWEST_POINTS;
  const charts = [
    chartOf(home.chartTitle(pastDay), [day, ...(isDrawn ? [usual] : [])], traffic, options),
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
