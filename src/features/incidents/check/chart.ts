import type { ChangeSubject } from '../../../domain/figures/changes.ts';
import { deliveryCurve, shareAt } from '../../../domain/figures/delivery-curve.ts';
import type { Cell } from '../../../domain/figures/figures.ts';
import {
  IN_TIME_SECONDS,
  type ReadCells,
  type TimeToOperator,
  timeToOperator,
  YOUNGEST_SECONDS,
} from '../../../domain/incidents/counts.ts';
import { QUARTER_MS, WEEK_MS } from '../../../runtime/durations.ts';
import {
  asAt,
  type DayWindow,
  isSeen,
  LOOK_BACK_MS,
  type PastWeek,
  quarterOf,
  type Window,
} from '../../../traffic/window.ts';
import type { ChartGap, CheckChart, CheckedSubject, OperatorDetails } from '../model.ts';

/** Of fewer messages in a quarter of an hour a share is a matter of luck. */
const FEWEST = 10;

/**
 * The last hours by the quarter: how many of 100 were delivered in time beside what is usual then; of silence, and
 * of an operator that sends no receipts, how many messages there were. What has no value is left out and named: a chart
 * takes no empty point.
 */
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
  const left: ChartGap[] = [];
  for (let ms = last - LOOK_BACK_MS + QUARTER_MS; ms <= last; ms += QUARTER_MS) {
    const leave = (because: ChartGap['because']) =>
      left.push({ because, start: new Date(ms), end: new Date(ms + QUARTER_MS) });
    if (!isSeen(windows, new Date(ms), readAt)) {
      leave('not_read');
      continue;
    }
    const own = now.get(ms) ?? [];
    const then = past.map(({ back, quarters }) => quarters.get(ms - back * WEEK_MS) ?? []);
    // The quarter hour under way has not had all its messages yet, and when it is young no verdict rests on it alone.
    const isYoung = ms === last && (kind === 'volume' || readAt.getTime() - ms < YOUNGEST_SECONDS * 1000);
    const value = isYoung ? undefined : kind === 'volume' ? sizeOf(own) : inTime(own);
    if (value === undefined) {
      if (ms < last) leave('too_few');
      continue;
    }
    const usual = kind === 'volume' ? mean(then.map(sizeOf)) : inTime(then.flat());
    points.push({ start: new Date(ms), now: value, ...(usual === undefined ? {} : { usual }) });
  }
  return points.length < 2 ? undefined : { kind, points, gaps: gapsOf(left, points) };
}

/** What was not read before the first point is no gap. */
function gapsOf(left: readonly ChartGap[], [first]: CheckChart['points']): ChartGap[] {
  const gaps: ChartGap[] = [];
  for (const one of left) {
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

function sizeOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { figures }) => sum + figures.submitted, 0);
}

function inTime(cells: readonly Cell[]): number | undefined {
  if (sizeOf(cells) < FEWEST) return undefined;
  const curve = deliveryCurve(
    cells.map(({ figures }) => figures),
    IN_TIME_SECONDS,
  );
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

/** Just when something begins there may be few of the newest: the quarter hour before them is taken, too. */
function timeOf(looks: readonly ReadCells[]): TimeToOperator | undefined {
  return timeToOperator(looks) ?? timeToOperator(looks.flatMap((look) => [look, before(look)]));
}

/** The last whole quarter hour of those that `timeToOperator` leaves out. */
function before({ cells, readAt }: ReadCells): ReadCells {
  const quarter = quarterOf(readAt).getTime();
  const isYoung = readAt.getTime() - quarter < YOUNGEST_SECONDS * 1000;
  return { cells, readAt: new Date(quarter - (isYoung ? QUARTER_MS : 0) - 1_000) };
}
