import { localDay } from '../../domain/period.ts';
import type { Formats } from '../../slack/format.ts';
import { limits } from '../../slack/limits.ts';
import { type Cell, chart, dataTable, type Newer } from '../../slack/newer-blocks.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import { untrusted } from '../../slack/untrusted.ts';
import type { BucketRates, ReportModel, RouteRates } from './aggregate.ts';

const HOUR_MS = 3_600_000;
/** A day on which clocks go forward is this long at least. */
const SHORTEST_DAY_MS = 22 * HOUR_MS;
const FEWEST_POINTS = 2;
const LONGEST_OPERATOR = 30;

/** The delivery rate and the volume over time; a part of the period without messages has no rate. */
export function chartsOf({ buckets, totals }: ReportModel, { words, formats }: ViewOptions): Newer[] {
  const { charts } = words.report;
  const charted: Newer[] = [];
  // Of hours in which nothing has come to an end yet, nought would say the wrong thing.
  const rated = labelled(buckets, formats).filter(({ rates }) => rates.deliveredOfFinal !== undefined);
  if (rated.length >= FEWEST_POINTS) {
    const series = [
      { name: charts.ofSubmitted, values: rated.map(({ rates }) => toPercent(rates.deliveryRate)) },
    ];
    // Without it, what is still on its way looks like a fall at the end.
    if (totals.pending > 0) {
      const values = rated.map(({ rates }) => toPercent(rates.deliveredOfFinal));
      series.push({ name: charts.ofFinal, values });
    }
    charted.push(
      chart('line', {
        title: charts.rate,
        yLabel: charts.rateAxis,
        labels: rated.map(({ label }) => label),
        series,
        fullValue: 100,
        show: (value) => formats.percent(value / 100),
      }),
    );
  }
  if (buckets.length >= FEWEST_POINTS) {
    const all = labelled(buckets, formats);
    charted.push(
      chart('bar', {
        title: charts.volume,
        labels: all.map(({ label }) => label),
        series: [{ name: charts.messages, values: all.map(({ rates }) => rates.submitted) }],
        show: formats.number,
      }),
    );
  }
  return charted;
}

/** Operators, the largest first; what is more than a few stands together in the last row. */
export function operatorTable({ operators, others, totals }: ReportModel, options: ViewOptions): Newer {
  const { words, formats } = options;
  const { table } = words.report;
  const rows = operators.map((one) => rowOf(operatorName(one.operator, options), one, formats));
  if (others) rows.push(rowOf(table.others(others.count), others, formats));
  const isCompared = [...operators, ...(others ? [others] : [])].some(({ points }) => points !== undefined);
  const missing = totals.isProvisional ? table.noReceiptYet : table.noReceipt;
  // No more columns than are read without scrolling in a message's 600 pixels.
  return dataTable({
    caption: isCompared ? table.comparedCaption : table.caption,
    columns: [table.operator, table.submitted, table.rate, table.failed, missing, 'p95'],
    rows,
  });
}

/** An operator's name as it may be shown; a route without one is said to be unknown. */
export function operatorName(operator: string | undefined, { words }: Pick<ViewOptions, 'words'>): string {
  return untrusted(operator ?? '', LONGEST_OPERATOR).trim() || words.unknownRoute;
}

function rowOf(name: string, { rates, points, total }: RouteRates, formats: Formats): Cell[] {
  const { submitted, deliveryRate, failed, pending, noReceipt } = rates;
  const count = (value: number): Cell => ({ value, text: formats.number(value) });
  const share = formats.percent(deliveryRate ?? 0);
  const rate = points === undefined ? share : `${share} (${formats.signed(points)})`;
  const { p95 } = total;
  return [
    name,
    count(submitted),
    { value: toPercent(deliveryRate), text: rate },
    count(failed),
    count(pending + noReceipt),
    p95 === undefined ? '' : { value: p95, text: formats.duration(p95) },
  ];
}

/** Names of the parts of a period on an axis, none twice: hours of a day, days, or days and hours. */
function labelled(buckets: readonly BucketRates[], formats: Formats) {
  const [first] = buckets;
  const isOneDay = buckets.every(({ start }) => first && isSameDay(start, first.start, formats));
  const used = new Map<string, number>();
  return buckets.map((bucket) => {
    const label = labelOf(bucket, isOneDay, formats);
    const times = (used.get(label) ?? 0) + 1;
    used.set(label, times);
    return { ...bucket, label: times === 1 ? label : `${label} (${times})` };
  });
}

function labelOf({ start, end }: BucketRates, isOneDay: boolean, formats: Formats): string {
  if (end.getTime() - start.getTime() < SHORTEST_DAY_MS) {
    return isOneDay ? formats.clock(start) : `${formats.day(start)} ${formats.clock(start)}`;
  }
  const firstDay = localDay(start, formats.timeZone);
  const lastDay = localDay(new Date(end.getTime() - 1), formats.timeZone);
  const days = formats.days(firstDay, lastDay);
  return days.length <= limits.chartLabel ? days : formats.day(start);
}

function isSameDay(a: Date, b: Date, { timeZone }: Formats): boolean {
  return localDay(a, timeZone) === localDay(b, timeZone);
}

function toPercent(share: number | undefined): number {
  return Math.round((share ?? 0) * 1_000) / 10;
}
