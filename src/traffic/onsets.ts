import type { Observation } from '../domain/detection/baseline.ts';
import { CHECK_INTERVAL_MS } from '../domain/detection/check-pace.ts';
import { type Check, detect } from '../domain/detection/detect.ts';
import { isSameSubject } from '../domain/detection/evidence.ts';
import type { Onset } from '../domain/detection/incident.ts';
import type { Detection } from '../domain/detection/judge.ts';
import { isBad } from '../domain/detection/verdict.ts';
import type { ChangeSubject } from '../domain/figures/changes.ts';
import type { Cell, Figures } from '../domain/figures/figures.ts';
import { countStatuses, sumOf } from '../domain/figures/rates.ts';
import { HOUR_MS, QUARTER_MS } from '../runtime/durations.ts';
import type { Cooperative } from '../runtime/yielding.ts';
import { canJudge, inputAt } from './accumulated-check.ts';
import { type DayWindow, LOOKBACK_MS, quarterOf } from './window.ts';

/** The search for a problem's start ends after this many checks in a row that cannot judge the traffic. */
const MOST_UNSEEN = 12;
/** A quarter hour with fewer messages than this part of the usual ones is silent. */
const SILENT_PART = 0.02;
/** A quarter hour belongs to the failures from this part of their share on. */
const FAILING_PART = 0.1;

/** Repeats past checks, newest first, at fixed five-minute marks, so that searches agree on the onset. */
export function* findOnsets(
  subjects: readonly ChangeSubject[],
  windows: readonly DayWindow[],
  past: readonly Observation[],
  readAt: Date,
): Cooperative<Onset[]> {
  const newest = Math.ceil(readAt.getTime() / CHECK_INTERVAL_MS) * CHECK_INTERVAL_MS;
  const rows = subjects.map(
    (subject): OnsetSearch => ({ subject, firstBad: newest, found: undefined, unseen: 0, isDone: false }),
  );
  const earliest = readAt.getTime() - LOOKBACK_MS;
  for (let ms = newest - CHECK_INTERVAL_MS; rows.some(({ isDone }) => !isDone); ms -= CHECK_INTERVAL_MS) {
    const at = new Date(ms);
    if (ms < earliest || !canJudge(windows, at)) break;
    const check = detect(inputAt(windows, past, at), { at, platform: { login: true, report: true } });
    for (const row of rows) if (!row.isDone) updateSearch(row, check, ms);
    yield;
  }
  return rows.map((row) => {
    const { firstBad, isDone } = row;
    // A check judges messages that are 2 to 7 minutes old, so the problem began about one interval earlier.
    const at = new Date(startInQuarter(row, windows) ?? firstBad - CHECK_INTERVAL_MS);
    if (isDone) return { at, isBefore: false };
    return { at: new Date(Math.min(firstBad, readAt.getTime())), isBefore: true };
  });
}

interface OnsetSearch {
  readonly subject: ChangeSubject;
  firstBad: number;
  found: Detection | undefined;
  unseen: number;
  isDone: boolean;
}

function updateSearch(row: OnsetSearch, { detections }: Check, ms: number): void {
  const own = detections.find((one) => isSameSubject(one.subject, row.subject));
  const verdict = own?.verdict ?? 'too_little_traffic';
  if (isBad(verdict)) {
    row.firstBad = ms;
    row.found = own;
    row.unseen = 0;
  } else if (verdict === 'too_little_traffic') {
    row.unseen += 1;
    row.isDone = row.unseen >= MOST_UNSEEN;
  } else {
    row.isDone = true;
  }
}

/** Counts of a quarter hour tell when silence or failures began within it; `undefined` for other problems. */
function startInQuarter(
  { subject, firstBad, found }: OnsetSearch,
  windows: readonly DayWindow[],
): number | undefined {
  const isOwn = ({ operator }: Cell) => subject.of === 'all' || operator === subject.operator;
  const cells = windows.flatMap((window) => window.cells.filter(isOwn));
  const quarter = (ms: number) =>
    cells.flatMap(({ quarter = 0, figures }) => (quarter * 1000 === ms ? [figures] : []));
  const last = quarterOf(new Date(firstBad)).getTime();
  if (found?.verdict === 'silent') return startOfSilence(found, quarter, last);
  return found?.isFailing ? startOfFailures(found, quarter, last) : undefined;
}

type Quarter = (ms: number) => readonly Figures[];

/** A silence began after as many of the usual messages as its quarter hour has. */
function startOfSilence({ findings }: Detection, quarter: Quarter, last: number): number | undefined {
  const { low = 0, high = 0 } = findings.find(({ kind }) => kind === 'silence')?.expected ?? {};
  for (let ms = last; ms > last - HOUR_MS && high > 0; ms -= QUARTER_MS) {
    const part = (2 * sumOf(quarter(ms), ({ submitted }) => submitted)) / (low + high);
    if (part > SILENT_PART) return ms + Math.min(1, part) * QUARTER_MS;
  }
  return undefined;
}

/** The share of the first quarter hour with failures tells how much of it they fill. */
function startOfFailures({ usual }: Detection, quarter: Quarter, last: number): number | undefined {
  const normal = usual.failed.of > 0 ? usual.failed.hits / usual.failed.of : 0;
  const excess = (ms: number) => {
    const all = sumOf(quarter(ms), ({ submitted }) => submitted);
    return all > 0 ? sumOf(quarter(ms), (one) => countStatuses(one).failed) / all - normal : 0;
  };
  const level = Math.max(excess(last), excess(last + QUARTER_MS));
  const first = [last - QUARTER_MS, last].find((ms) => excess(ms) > FAILING_PART * level);
  return first && first + QUARTER_MS * (1 - Math.min(1, excess(first) / level));
}
