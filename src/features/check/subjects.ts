import { countBetween } from '../../domain/counting/second-counts.ts';
import { LAST_HOURS_MS } from '../../domain/detection/accumulation.ts';
import { IN_TIME_SECONDS } from '../../domain/detection/counts.ts';
import type { Detection } from '../../domain/detection/judge.ts';
import { isBad, severityOf } from '../../domain/detection/verdict.ts';
import type { ChangeSubject } from '../../domain/figures/changes.ts';
import type { Cell } from '../../domain/figures/figures.ts';
import { submittedOf } from '../../domain/figures/period-figures.ts';
import { countStatuses, type Proportion, shareOf, sumOf } from '../../domain/figures/rates.ts';
import { QUARTER_MS, WEEK_MS } from '../../runtime/durations.ts';
import { runCooperatively } from '../../runtime/yielding.ts';
import { findOnsets } from '../../traffic/onsets.ts';
import { accumulatedOnset, reportedOnset, type TrafficCheck } from '../../traffic/traffic-check.ts';
import {
  type DayWindow,
  LOOKBACK_MS,
  observedAround,
  type PastWeek,
  quarterOf,
  type Window,
} from '../../traffic/window.ts';
import { timesToOperator } from './chart.ts';
import type { CheckedSubject, LastHours, OpenIncidents } from './model.ts';

interface SubjectContext {
  readonly windows: readonly DayWindow[];
  readonly open: OpenIncidents;
  readonly withoutReceipts: ReadonlySet<string | undefined>;
}

const WORTH_NAMING = 0.5;
const FEWEST_UNDELIVERED = 3;
const FEWEST_USUAL = 5;

export async function subjectsOf(
  { check: { detections }, observed, baseline, recent }: TrafficCheck,
  { windows, open, withoutReceipts }: SubjectContext,
): Promise<CheckedSubject[]> {
  if (!recent) return [];
  const { readAt } = recent;
  const bad = detections.filter(({ verdict }) => isBad(verdict)).map(({ subject }) => subject);
  const past =
    bad.length > 0 ? await runCooperatively(observedAround(baseline.weeks, readAt, LOOKBACK_MS)) : [];
  const onsets = await runCooperatively(findOnsets(bad, windows, [...observed, ...past], readAt));
  const toOperator = timesToOperator(recent, baseline.weeks);
  const lastHours = lastHoursOf({ windows, readAt, weeks: baseline.weeks, withoutReceipts });
  return detections.map((detection: Detection) => ({
    detection,
    onset: isBad(detection.verdict)
      ? reportedOnset(
          detection.subject,
          accumulatedOnset(detection) ?? onsets[bad.indexOf(detection.subject)],
          open.onsets,
        )
      : undefined,
    toOperator: toOperator(detection.subject),
    lastHours: detection.verdict === 'too_little_traffic' ? lastHours(detection.subject) : undefined,
    sendsNoReceipts: detection.subject.of === 'operator' && withoutReceipts.has(detection.subject.operator),
  }));
}

/** Sorts operators by severity, then by missing deliveries against usual, then by traffic, all descending. */
export function worstFirst(one: CheckedSubject, other: CheckedSubject): number {
  const [a, b] = [one.detection, other.detection];
  return (
    severityOf(b.verdict) - severityOf(a.verdict) ||
    lackOf(other) - lackOf(one) ||
    b.counts.recent - a.counts.recent
  );
}

function lackOf({ lastHours, sendsNoReceipts }: CheckedSubject): number {
  if (!lastHours || sendsNoReceipts) return 0;
  const { usual = 1, delivered, of } = lastHours;
  const lack = usual - delivered / of;
  return lack >= WORTH_NAMING ? lack : 0;
}

interface LastHoursInput {
  readonly windows: readonly Window[];
  readonly readAt: Date;
  readonly weeks: readonly PastWeek[];
  /** Operators that send no receipts; their messages do not count in the total of all operators. */
  readonly withoutReceipts: ReadonlySet<string | undefined>;
}

/** Deliveries in the last hours, or since an operator's last delivery; `undefined` without messages. */
export function lastHoursOf({
  windows,
  readAt,
  weeks,
  withoutReceipts,
}: LastHoursInput): (subject: ChangeSubject) => LastHours | undefined {
  const end = quarterOf(readAt).getTime() + QUARTER_MS;
  const start = quarterOf(new Date(readAt.getTime() - LAST_HOURS_MS)).getTime();
  const between = (cells: readonly Cell[], from: number, backMs = 0) =>
    cells.filter(({ quarter = 0 }) => quarter * 1000 >= from - backMs && quarter * 1000 < end - backMs);

  return (subject) => {
    const isOwn = ({ operator }: Cell) =>
      subject.of === 'all' ? !withoutReceipts.has(operator) : operator === subject.operator;
    const own = between(
      windows.flatMap(({ cells }) => cells.filter(isOwn)),
      start,
    );
    const since = (subject.of === 'all' ? undefined : undeliveredSince(own)) ?? start;
    const { of, hits } = arrivedOf(between(own, since));
    if (of === 0) return undefined;
    const then = weeks.flatMap(({ back, cells }) => between(cells, since, back * WEEK_MS).filter(isOwn));
    const usual = arrivedOf(then);
    return {
      since: new Date(since),
      delivered: hits,
      of,
      usual: usual.of < FEWEST_USUAL ? undefined : shareOf(usual),
    };
  };
}

function arrivedOf(cells: readonly Cell[]): Proportion {
  const tooYoung = sumOf(cells, ({ figures }) => countBetween(figures.pendingAges, 0, IN_TIME_SECONDS));
  return {
    of: submittedOf(cells) - tooYoung,
    hits: sumOf(cells, ({ figures }) => countStatuses(figures).delivered),
  };
}

/** Since when no message was delivered; `undefined` if there are too few messages since then to judge. */
function undeliveredSince(cells: readonly Cell[]): number | undefined {
  const newestFirst = [...Map.groupBy(cells, ({ quarter = 0 }) => quarter * 1000)]
    .map(([quarter, own]) => ({ quarter, ...arrivedOf(own) }))
    .filter(({ of }) => of > 0)
    .sort((a, b) => b.quarter - a.quarter);
  const delivered = newestFirst.findIndex(({ hits }) => hits > 0);
  const row = delivered === -1 ? newestFirst : newestFirst.slice(0, delivered);
  return sumOf(row, ({ of }) => of) >= FEWEST_UNDELIVERED ? row.at(-1)?.quarter : undefined;
}
