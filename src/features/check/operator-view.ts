import { failedSince, measure, type TimeToOperator, youngestSince } from '../../domain/detection/counts.ts';
import { isAccumulated } from '../../domain/detection/evidence.ts';
import {
  basisOf,
  type FindingKind,
  isEnough,
  type MeasuredKind,
  SHARE_KINDS,
  SHARE_NAMES,
} from '../../domain/detection/findings.ts';
import type { Detection } from '../../domain/detection/judge.ts';
import { shareOf } from '../../domain/figures/rates.ts';
import { DAY_SECONDS } from '../../runtime/durations.ts';
import { operatorName } from '../../slack/blocks/figures.ts';
import {
  baselineText,
  expectedCountText,
  shareOfText,
  shareText,
  wholeCounts,
} from '../../slack/blocks/findings.ts';
import { capitalized } from '../../slack/blocks/format.ts';
import {
  isOnlyNotCompared,
  isWithoutReceipts,
  uncomparedProblem,
  verdictText,
} from '../../slack/blocks/headline.ts';
import {
  chart,
  type DataBlock,
  dataTable,
  distinctLabels,
  type TableCell,
  toPercent,
} from '../../slack/blocks/tables-and-charts.ts';
import type { CheckTranslations, CheckViewOptions } from './locales/index.ts';
import type { CheckChart, CheckedSubject, CheckModel, OperatorDetails } from './model.ts';

/** Number of rows that fit on a phone screen, including the row for all other operators. */
const MOST_ROWS = 8;
/** More rows would exceed Slack's limit for the blocks of a message. */
const MOST_ROWS_IN_DETAILS = 20;
/** Number of columns that fit on a phone screen, besides those of the operator and the verdict. */
const MOST_COLUMNS = 3;
/** Stands for an unknown time, in seconds, so that a sorted table shows it after all known times. */
const BEYOND = DAY_SECONDS;

/**
 * - `since` start of the problem; `toOperator` 95th percentile of the time from the platform to the operator
 * - `delivered` messages of the last hours at an operator with too few messages
 */
type Measure = FindingKind | 'since' | 'delivered' | 'toOperator';

interface Figure {
  readonly value: number;
  readonly now: string;
  readonly usual?: string | undefined;
  /** Which messages were counted. */
  readonly counted?: string;
}

/** Each column has one measure. */
export function operatorsTable(
  model: CheckModel,
  options: CheckViewOptions,
  { isFull = false } = {},
): DataBlock[] {
  const { operators } = model;
  if (operators.length === 0) return [];
  const { t } = options;
  const { table } = t.check;
  const most = isFull ? MOST_ROWS_IN_DETAILS : MOST_ROWS;
  const shown = operators.length > most ? operators.slice(0, most - 1) : operators;
  const all = [...measuresOf(shown, isFull)].flatMap((measure) => {
    const figures = shown.map((one) =>
      isHidden(measure, one) ? '' : figureOf(measure, one, model, options),
    );
    const label = labelOf(measure, t);
    if (figures.every((figure) => figure === '')) return [];
    return [{ name: figures.some(hasUsual) ? table.withUsual(label) : label, figures }];
  });
  const columns = isFull ? all : all.slice(0, MOST_COLUMNS);
  const rows = shown.map(({ detection }, at): TableCell[] => {
    const { subject, verdict } = detection;
    const figures = columns.map((column) => column.figures[at] ?? '');
    // An operator is called normal only beside a usual figure.
    const isUnknown = verdict === 'normal' && !figures.some(hasUsual);
    return [
      subject.of === 'all' ? t.findings.everything : operatorName(subject.operator, t),
      isUnknown ? t.headlines.verdicts.notCompared : verdictText(detection, t),
      ...figures.map((figure): TableCell => {
        if (typeof figure === 'string') return figure;
        const { value, now, usual } = figure;
        return { value, text: usual === undefined ? now : table.nowAndUsual(now, usual) };
      }),
    ];
  });
  const rest = operators.length - shown.length;
  if (rest > 0) rows.push([t.figures.table.others(rest), '', ...columns.map(() => '')]);
  const names = [table.operator, table.verdict, ...columns.map(({ name }) => name)];
  return [dataTable({ caption: table.caption, columns: names, rows })];
}

function hasUsual(figure: Figure | string): boolean {
  return typeof figure === 'object' && figure.usual !== undefined;
}

function labelOf(measure: Measure, { check, findings }: CheckTranslations): string {
  return capitalized({ ...findings.measures, ...check.table.measures }[measure]);
}

const DELAYS: readonly Measure[] = ['waiting', 'late'];
const NOT_SHARES: readonly Measure[] = ['silence', 'since', 'toOperator'];

/** The measures of the findings, the worst first, and those that show that other operators are well. */
function measuresOf(shown: readonly CheckedSubject[], isFull: boolean): Set<Measure> {
  const found = shown.map(({ detection }) => detection.findings.map(({ kind }): Measure => kind));
  const worst = found.flatMap(([first]) => first ?? []);
  const delay = [...worst, ...found.flat()].find((kind) => DELAYS.includes(kind)) ?? 'late';
  const uncompared = shown.flatMap((one) => uncomparedProblem(one)?.kind ?? []);
  const others = [...found.flat(), ...uncompared].filter((kind) => !DELAYS.includes(kind));
  const well = shown.filter(
    ({ detection: { verdict, findings } }) => verdict === 'normal' && findings.length === 0,
  );
  const [first = delay, ...rest] = [...worst, ...others];
  return new Set([
    first,
    'since',
    ...rest,
    ...(found.flat().includes(delay) || well.length > 0 ? [delay] : []),
    ...(well.some(isWithoutReceipts) ? ['slow_hand_over' as const] : []),
    'delivered',
    ...(isFull ? ['toOperator' as const] : []),
  ]);
}

/** With too few messages, only those of the last hours are shown. */
function isHidden(measure: Measure, { detection }: CheckedSubject): boolean {
  const isTooFew = detection.verdict === 'too_little_traffic' && !isOnlyNotCompared(detection);
  return !NOT_SHARES.includes(measure) && isTooFew !== (measure === 'delivered');
}

/** A word says why there is no figure; it is empty if the verdict says so. */
function figureOf(
  of: Measure,
  one: CheckedSubject,
  model: CheckModel,
  options: CheckViewOptions,
): Figure | string {
  const { t, format } = options;
  const { table } = t.check;
  const { detection, lastHours, onset, toOperator } = one;
  const { verdict, counts, usual } = detection;
  if (of === 'since') return onset ? `${onset.isBefore ? '≤ ' : ''}${format.plain.clock(onset.at)}` : '';
  if (of === 'toOperator') {
    const text = ({ seconds }: TimeToOperator) =>
      seconds === undefined ? table.notYet : format.duration(seconds);
    const { now, usual: then } = toOperator ?? {};
    return now ? { value: now.seconds ?? BEYOND, now: text(now), usual: then && text(then) } : '';
  }
  if (of === 'silence') {
    const [value, lowest] = [Math.floor(counts.recent), Math.round(usual.recent)];
    const usually = lowest > 0 ? table.atLeast(format.number(lowest)) : undefined;
    return { value, now: table.messages(format.number(value)), usual: usually };
  }
  if (of === 'delivered' || DELAYS.includes(of)) if (isWithoutReceipts(one)) return table.noReceipts;
  if (of === 'delivered') {
    if (!lastHours) return '';
    const { delivered, of: all, since, usual: share } = lastHours;
    const now = table.countSince(format.number(delivered), format.number(all), format.plain.clock(since));
    const usually =
      share === undefined ? undefined : t.findings.aboutCount(format.number(Math.round(share * all)));
    return { value: delivered, now, usual: usually };
  }
  // With a wrong clock, nothing is known of delays.
  const isKnown = verdict !== 'clock_off' || of === 'clock_off' || of === 'failures';
  return isKnown ? shareOfKind(of, detection, model, options) : '';
}

function shareOfKind(
  kind: MeasuredKind,
  detection: Detection,
  { reading, at }: CheckModel,
  options: CheckViewOptions,
): Figure | string {
  const { t, format } = options;
  const { table } = t.check;
  const { counts, findings } = detection;
  const name = SHARE_NAMES[kind];
  const finding = findings.find((one) => one.kind === kind);
  if (finding && isAccumulated(finding)) {
    const { hits, of } = wholeCounts(finding.evidence);
    const since = format.plain.clock(new Date(finding.evidence.sinceMs));
    const now = table.countSince(format.number(hits), format.number(of), since);
    return { value: toPercent(finding.share), now, usual: expectedCountText(finding, options) };
  }
  const share = finding?.share ?? shareOf(measure(counts, name));
  if (share === undefined) return '';
  const { of } = finding ?? counts[name];
  const usual = finding?.usual ?? shareOf(measure(detection.usual, name));
  const basis = finding?.basis ?? (detection.baseline && basisOf(kind, detection.baseline.basis));
  const isOfHour = kind === 'failures' && of === counts.failed.of;
  const since = format.plain.clock((isOfHour ? failedSince : youngestSince)(reading?.readAt ?? at));
  const now = shareOfText(share, of, options);
  const counted = `${table.counted[kind](since)}${isEnough(name, { of }) ? '' : table.tooFew}`;
  return {
    value: toPercent(share),
    // Failures of the last hour and of the newest messages may be in one column.
    ...(kind === 'failures' ? { now: `${now}${counted}` } : { now, counted }),
    usual: usual === undefined ? undefined : baselineText({ usual, of, basis }, options),
  };
}

const MEASURES: readonly Measure[] = ['silence', ...SHARE_KINDS, 'toOperator'];

export function figuresTable(
  { subject, trust, operator }: OperatorDetails,
  model: CheckModel,
  options: CheckViewOptions,
): DataBlock {
  const { t } = options;
  const { table } = t.check;
  const hasNone = trust?.profile.doubts.includes('none');
  const rows = MEASURES.flatMap((measure): string[][] => {
    const figure = figureOf(measure, subject, model, options);
    if (typeof figure === 'string' || (hasNone && DELAYS.includes(measure))) return [];
    const { now, counted = '', usual = '' } = figure;
    return [[labelOf(measure, t), `${now}${counted}`, usual]];
  });
  const columns = [table.measure, table.now, table.usual];
  return dataTable({ caption: operatorName(operator, t), columns, rows });
}

export function chartBlock({ kind, points }: CheckChart, options: CheckViewOptions): DataBlock {
  const { t, format } = options;
  const { chart: labels } = t.check;
  const isShare = kind === 'in_time';
  const scaled = (value: number) => (isShare ? toPercent(value) : value);
  const series = [{ name: labels.now, values: points.map(({ now }) => scaled(now)) }];
  if (points.every(({ usual }) => usual !== undefined)) {
    series.push({ name: labels.usual, values: points.map(({ usual = 0 }) => scaled(usual)) });
  }
  return chart('line', {
    title: isShare ? labels.inTime : labels.volume,
    yLabel: isShare ? labels.inTimeAxis : labels.volumeAxis,
    labels: distinctLabels(points.map(({ start }) => format.plain.clock(start))),
    series,
    ...(isShare ? { fullValue: 100 } : {}),
    show: (value) => (isShare ? shareText(value / 100, options) : format.number(value)),
  });
}
