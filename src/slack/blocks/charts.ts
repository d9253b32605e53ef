import type { BucketRates } from '../../domain/figures/period-figures.ts';
import type { Rates } from '../../domain/figures/rates.ts';
import { type Day, daysBetween } from '../../domain/time/calendar.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import type { Translations } from '../../i18n/index.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import { chart, type DataBlock } from './data-blocks.ts';
import type { Formatter, Localized } from './format.ts';
import { clip, limits } from './text.ts';

/** A day on which clocks go forward is this long at least. */
const SHORTEST_DAY_MS = 22 * HOUR_MS;
const FEWEST_POINTS = 2;

interface Charted {
  readonly buckets: readonly (BucketRates & { readonly usual?: BaselineRates | undefined })[];
  readonly totals: Rates;
  readonly usualName?: string | undefined;
}

export interface BaselineRates {
  readonly submitted: number;
  /** From 0 to 1; `undefined` where nothing usually is sent. */
  readonly deliveryRate: number | undefined;
}

/** The delivery rate and the volume over time. A line takes no gaps: a part without a rate is left out of it. */
export function chartsOf({ buckets, totals, usualName }: Charted, { t, formatter }: Localized): DataBlock[] {
  const { charts } = t.figures;
  const charted: DataBlock[] = [];
  const all = labelled(buckets, formatter);
  // Of hours in which nothing has come to an end yet, nought would say the wrong thing.
  const rated = all.filter(isRated);
  if (rated.length >= FEWEST_POINTS) {
    const series = [{ name: charts.ofAll, values: rated.map(({ rates }) => toPercent(rates.deliveryRate)) }];
    const usual = rated.map((one) => one.usual?.deliveryRate);
    if (usualName !== undefined && usual.every((rate) => rate !== undefined)) {
      series.push({ name: clip(usualName, limits.chartLabel), values: usual.map(toPercent) });
    } else if (totals.pending > 0) {
      // Without it, what is still on its way looks like a fall at the end.
      const values = rated.map(({ rates }) => toPercent(rates.deliveredOfFinal));
      series.push({ name: charts.ofFinal, values });
    }
    charted.push(
      chart('line', {
        title: rateTitle(all, charts),
        yLabel: charts.rateAxis,
        labels: rated.map(({ label }) => label),
        series,
        fullValue: 100,
        show: (value) => formatter.percent(value / 100),
      }),
    );
  }
  if (buckets.length >= FEWEST_POINTS) {
    const series = [{ name: charts.messages, values: all.map(({ rates }) => rates.submitted) }];
    if (usualName !== undefined && all.every(({ usual }) => usual !== undefined)) {
      const values = all.map(({ usual }) => Math.round(usual?.submitted ?? 0));
      series.push({ name: clip(usualName, limits.chartLabel), values });
    }
    charted.push(
      chart('bar', {
        title: volumeTitle(buckets, charts, formatter),
        labels: all.map(({ label }) => label),
        series,
        show: formatter.number,
      }),
    );
  }
  return charted;
}

function isRated({ rates }: BucketRates): boolean {
  return rates.deliveredOfFinal !== undefined;
}

function rateTitle(
  all: readonly (BucketRates & { readonly label: string })[],
  { rate, rateExcept, rateExceptSome }: Translations['figures']['charts'],
): string {
  const missing = all.filter((part) => !isRated(part)).map(({ label }) => label);
  if (missing.length === 0) return rate;
  const title = rateExcept(missing.join(', '));
  return title.length <= limits.chartTitle ? title : rateExceptSome(missing.length, all.length);
}

/** Says where the first bar is lower for being of fewer days than the others. */
function volumeTitle(
  [first, second]: readonly BucketRates[],
  { volume, volumeShort }: Translations['figures']['charts'],
  formatter: Formatter,
): string {
  const daysOf = (bucket: BucketRates | undefined) => {
    const [from, to] = bucket ? daysIn(bucket, formatter) : [];
    return from === undefined || to === undefined ? 0 : daysBetween(from, to) + 1;
  };
  const [days, others] = [daysOf(first), daysOf(second)];
  return days < others ? volumeShort(days, others) : volume;
}

/** Names of the parts of a period on an axis, none twice: hours of a day, days, or days and hours. */
function labelled<B extends BucketRates>(buckets: readonly B[], { plain: formatter }: Formatter) {
  const isOneDay = new Set(buckets.map(({ start }) => localDay(start, formatter.timeZone))).size <= 1;
  // All alike: where one does not fit in words, none is.
  const areInDigits = buckets.some(
    (one) => formatter.days(...daysIn(one, formatter)).length > limits.chartLabel,
  );
  const used = new Map<string, number>();
  return buckets.map((bucket) => {
    const label = labelOf(bucket, { isOneDay, areInDigits }, formatter);
    const times = (used.get(label) ?? 0) + 1;
    used.set(label, times);
    return { ...bucket, label: times === 1 ? label : `${label} (${times})` };
  });
}

function labelOf(
  { start, end }: BucketRates,
  { isOneDay, areInDigits }: { readonly isOneDay: boolean; readonly areInDigits: boolean },
  formatter: Formatter,
): string {
  if (end.getTime() - start.getTime() < SHORTEST_DAY_MS) {
    return isOneDay ? formatter.clock(start) : `${formatter.day(start)} ${formatter.clock(start)}`;
  }
  const [firstDay, lastDay] = daysIn({ start, end }, formatter);
  if (firstDay === lastDay || !areInDigits) return formatter.days(firstDay, lastDay);
  return `${inDigits(firstDay)} – ${inDigits(lastDay)}`;
}

function daysIn({ start, end }: Pick<BucketRates, 'start' | 'end'>, { timeZone }: Formatter): [Day, Day] {
  return [localDay(start, timeZone), localDay(new Date(end.getTime() - 1), timeZone)];
}

/** `5/9`, as both languages write it: the year is told elsewhere. */
function inDigits(day: Day): string {
  const [, month, dayOfMonth] = day.split('-').map(Number);
  return `${dayOfMonth}/${month}`;
}

/** For charts and tables: to a tenth of a percent. */
export function toPercent(share: number | undefined): number {
  return Math.round((share ?? 0) * 1_000) / 10;
}
