import {
  IN_TIME_SECONDS,
  MIN_QUARTER_AGE_SECONDS,
  type ReadCells,
  type TimeToOperator,
  timeToOperator,
} from '../../domain/detection/counts.ts';
import type { ChangeSubject } from '../../domain/figures/changes.ts';
import { deliveryCurve, shareAt } from '../../domain/figures/delivered-within.ts';
import { type Cell, figuresOf } from '../../domain/figures/figures.ts';
import { submittedOf } from '../../domain/figures/period-figures.ts';
import { QUARTER_MS, WEEK_MS } from '../../runtime/durations.ts';
import {
  asAt,
  type DayWindow,
  isRead,
  LOOKBACK_MS,
  type PastWeek,
  quarterOf,
  type Window,
} from '../../traffic/window.ts';
import type { CheckChart, CheckedSubject, Gap, OperatorDetails } from './model.ts';

const FEWEST_FOR_POINT = 10;

/** Times without a value are returned as `gaps`, because a line chart cannot show gaps. */
export function chartOf(
  windows: readonly DayWindow[],
  readAt: Date,
  weeks: readonly PastWeek[],
  about: { readonly subject: CheckedSubject | undefined; readonly trust?: OperatorDetails['trust'] },
): CheckChart | undefined {
  if (!about.subject) return undefined;
  const { subject, verdict, sendsReceipts } = about.subject.detection;
  const isOwn = ({ operator }: Cell) => subject.of === 'all' || operator === subject.operator;
  const hasReceipts = sendsReceipts && !about.trust?.profile.doubts.includes('none');
  const kind = verdict === 'silent' || !hasReceipts ? 'volume' : 'in_time';
  const now = byQuarter(windows.flatMap(({ cells }) => cells.filter(isOwn)));
  const past = weeks.map((week) => ({ back: week.back, quarters: byQuarter(week.cells.filter(isOwn)) }));
  const last = quarterOf(readAt).getTime();
  const points: CheckChart['points'][number][] = [];
  const omitted: Gap[] = [];
  for (let ms = last - LOOKBACK_MS + QUARTER_MS; ms <= last; ms += QUARTER_MS) {
    const omit = (because: Gap['because']) =>
      omitted.push({ because, start: new Date(ms), end: new Date(ms + QUARTER_MS) });
    if (!isRead(windows, new Date(ms), readAt)) {
      omit('not_read');
      continue;
    }
    const own = now.get(ms) ?? [];
    const then = past.map(({ back, quarters }) => quarters.get(ms - back * WEEK_MS) ?? []);
    // The newest quarter hour has no value: it is incomplete, or its messages may still be on the way.
    const isYoung =
      ms === last && (kind === 'volume' || readAt.getTime() - ms < MIN_QUARTER_AGE_SECONDS * 1000);
    const value = isYoung ? undefined : kind === 'volume' ? submittedOf(own) : inTime(own);
    if (value === undefined) {
      if (ms < last) omit('too_few');
      continue;
    }
    const usual = kind === 'volume' ? mean(then.map(submittedOf)) : inTime(then.flat());
    points.push({ start: new Date(ms), now: value, ...(usual === undefined ? {} : { usual }) });
  }
  return points.length < 2 ? undefined : { kind, points, gaps: gapsOf(omitted, points) };
}

function gapsOf(omitted: readonly Gap[], [first]: CheckChart['points']): Gap[] {
  const gaps: Gap[] = [];
  for (const one of omitted) {
    const before = gaps.at(-1);
    if (one.because === 'not_read' && first && one.start < first.start) continue;
    if (before?.because === one.because && before.end.getTime() === one.start.getTime()) {
      gaps[gaps.length - 1] = { ...before, end: one.end };
    } else {
      gaps.push(one);
    }
  }
  return gaps;
}

function byQuarter(cells: readonly Cell[]): Map<number, Cell[]> {
  return Map.groupBy(cells, ({ quarter = 0 }) => quarter * 1000);
}

function inTime(cells: readonly Cell[]): number | undefined {
  if (submittedOf(cells) < FEWEST_FOR_POINT) return undefined;
  const curve = deliveryCurve(figuresOf(cells), IN_TIME_SECONDS);
  const share = curve && shareAt(curve, IN_TIME_SECONDS);
  return curve && share !== undefined ? Math.min(1, share + curve.untimedShare) : undefined;
}

function mean(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
}

export function timesToOperator(
  recent: Window,
  weeks: readonly PastWeek[],
): (subject: ChangeSubject) => CheckedSubject['toOperator'] {
  const then = weeks.map((week): ReadCells => {
    const readAt = new Date(recent.readAt.getTime() - week.back * WEEK_MS);
    return { readAt, cells: asAt(week, readAt) };
  });
  return (subject) => {
    const own = ({ readAt, cells }: ReadCells): ReadCells => ({
      readAt,
      cells: subject.of === 'all' ? cells : cells.filter(({ operator }) => operator === subject.operator),
    });
    const now = timeOf([own(recent)]);
    return now && { now, usual: timeOf(then.map(own)) };
  };
}

function timeOf(samples: readonly ReadCells[]): TimeToOperator | undefined {
  return timeToOperator(samples) ?? timeToOperator(samples.flatMap((sample) => [sample, before(sample)]));
}

function before({ cells, readAt }: ReadCells): ReadCells {
  const quarter = quarterOf(readAt).getTime();
  const isYoung = readAt.getTime() - quarter < MIN_QUARTER_AGE_SECONDS * 1000;
  return { cells, readAt: new Date(quarter - (isYoung ? QUARTER_MS : 0) - 1_000) };
}
