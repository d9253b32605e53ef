import type { Whose } from '../../domain/changes.ts';
import { isSame } from '../../domain/evidence.ts';
import { baselinesFor, type Check, countsOf, isBad, judge, type Observation } from '../../domain/incident.ts';
import type { Steps } from '../../domain/steps.ts';
import type { Beginning, Since } from './model.ts';
import { LOOK_BACK_MS } from './usual.ts';
import { asAt, type DayWindow, HOUR_MS, isSeen, QUARTER_MS, quarterOf } from './window.ts';

const STEP_MS = 5 * 60_000;
/** As many checks that cannot tell as end an incident: what was before them is another matter. */
const MOST_UNSEEN = 12;

/**
 * Goes back, check by check as each would have been, to the first in a row that found the same ones not well: once for
 * all of them, and no further than was read. Those that cannot tell break no row. The checks are those of every fifth
 * minute of the hour, whenever was read, so that a later look finds the same beginning. As many answers as there are
 * subjects, in their order.
 */
export function* sinceWhen(
  subjects: readonly Whose[],
  windows: readonly DayWindow[],
  past: readonly Observation[],
  readAt: Date,
): Steps<Since[]> {
  const newest = Math.ceil(readAt.getTime() / STEP_MS) * STEP_MS;
  const rows = subjects.map((whose): Row => ({ whose, firstBad: newest, unseen: 0, isOver: false }));
  const earliest = readAt.getTime() - LOOK_BACK_MS;
  for (let ms = newest - STEP_MS; rows.some(({ isOver }) => !isOver); ms -= STEP_MS) {
    const at = new Date(ms);
    if (ms < earliest || !canJudge(windows, at)) break;
    const check = checkAt(windows, past, at);
    for (const row of rows) if (!row.isOver) follow(row, check, ms);
    yield;
  }
  return rows.map(({ firstBad, isOver }) => {
    // What a check calls bad was handed in two to seven minutes before: at about the time of the check before it.
    if (isOver) return { at: new Date(firstBad - STEP_MS), isBefore: false };
    return { at: new Date(Math.min(firstBad, readAt.getTime())), isBefore: true };
  });
}

interface Row {
  readonly whose: Whose;
  /** The earliest bad check so far. */
  firstBad: number;
  /** Checks before it, one after the other, that cannot tell. */
  unseen: number;
  isOver: boolean;
}

function follow(row: Row, { judgements }: Check, ms: number): void {
  const verdict = judgements.find((one) => isSame(one.whose, row.whose))?.verdict ?? 'too_little_traffic';
  if (isBad(verdict)) {
    row.firstBad = ms;
    row.unseen = 0;
  } else if (verdict === 'too_little_traffic') {
    row.unseen += 1;
    row.isOver = row.unseen >= MOST_UNSEEN;
  } else {
    row.isOver = true;
  }
}

/**
 * What an incident says goes before what is reckoned back, which moves where receipts come late. One of several in an
 * incident of all is in it from its beginning at the earliest.
 */
export function knownSince(
  whose: Whose,
  reckoned: Since | undefined,
  beginnings: readonly Beginning[],
): Since | undefined {
  const own = beginnings.find((one) => isSame(one.whose, whose));
  if (own) return { at: own.at, isBefore: own.isBefore };
  const all = beginnings.find((one) => one.whose.of === 'all');
  return all && reckoned && reckoned.at < all.at ? { at: all.at, isBefore: all.isBefore } : reckoned;
}

/** Whether all was read that such a check counts. */
function canJudge(windows: readonly DayWindow[], at: Date): boolean {
  for (let ms = quarterOf(at).getTime(); ms > at.getTime() - HOUR_MS; ms -= QUARTER_MS) {
    if (!isSeen(windows, new Date(ms), at)) return false;
  }
  return true;
}

function checkAt(windows: readonly DayWindow[], past: readonly Observation[], at: Date): Check {
  const cells = windows.flatMap((window) => asAt(window, at));
  const sight = { readAt: at, counts: countsOf(cells, at), baselines: baselinesFor(past, at) };
  return judge(sight, { at, platform: { login: true, report: true } });
}
