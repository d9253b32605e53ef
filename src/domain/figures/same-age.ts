import { QUARTER_SECONDS } from '../../runtime/durations.ts';
import { mergeCounts, type SecondCounts, sizeOf } from '../counting/second-counts.ts';
import { type DeliveryStatus, parseDeliveryStatus } from '../messages/message.ts';
import type { Cell, Figures, LegFigures } from './figures.ts';
import { percentile } from './rates.ts';

/** `observed`: figures read at their own time; `reconstructed`: figures computed from a later reading. */
export type Basis = 'observed' | 'reconstructed';

/** Status word of a message before its receipt came; a later reading no longer shows that word. */
const NO_WORD = '';

/** Estimates a cell's counts at an earlier moment; too optimistic, as it ignores that receipts come late. */
export function asOfMoment(cell: Cell, momentSeconds: number, readSeconds: number): Cell | undefined {
  const { quarter, figures } = cell;
  const moment = Math.floor(momentSeconds);
  const backSeconds = Math.floor(readSeconds) - moment;
  if (quarter === undefined || backSeconds <= 0) return cell;
  const passed = moment - quarter;
  if (passed <= 0) return undefined;
  const then = figuresThen(figures, passed, backSeconds);
  return then.submitted === 0 ? undefined : { ...cell, figures: then };
}

function figuresThen(figures: Figures, passed: number, backSeconds: number): Figures {
  const presentShare = Math.min(1, passed / QUARTER_SECONDS);
  const delivered = ended(figures.total.latencies, passed);
  const failed = ended(figures.failedAfter, passed);
  const waiting = younger(figures.pendingAges, backSeconds);
  const reopened = mergeCounts([
    openAges(figures.total.latencies, passed, delivered.open),
    openAges(figures.failedAfter, passed, failed.open),
  ]);
  const untimed = (count: number, timed: SecondCounts) => Math.round((count - sizeOf(timed)) * presentShare);
  const words = new Map<string, number>();
  for (const [status, own] of Map.groupBy(figures.words, ([word]) => parseDeliveryStatus(word))) {
    const count = own.reduce((sum, [, times]) => sum + times, 0);
    const countThen: Record<DeliveryStatus, () => number> = {
      delivered: () => sizeOf(delivered.by) + untimed(count, figures.total.latencies),
      failed: () => sizeOf(failed.by) + untimed(count, figures.failedAfter),
      pending: () => sizeOf(waiting) + untimed(count, figures.pendingAges),
      other: () => Math.round(count * presentShare),
    };
    for (const [word, times] of inProportion(own, count, countThen[status]())) words.set(word, times);
  }
  if (reopened.counts.length > 0) words.set(NO_WORD, (words.get(NO_WORD) ?? 0) + sizeOf(reopened));
  const handOverSeconds = percentile(figures.platformToOperator.latencies, 50) ?? 0;
  return {
    submitted: [...words.values()].reduce((sum, count) => sum + count, 0),
    words,
    platformToOperator: legThen(figures.platformToOperator, passed, presentShare),
    operatorToHandset: legThen(figures.operatorToHandset, passed - handOverSeconds, presentShare),
    total: { latencies: delivered.by, clockOff: Math.round(figures.total.clockOff * presentShare) },
    failedAfter: failed.by,
    pendingAges: mergeCounts([waiting, reopened]),
  };
}

function legThen({ latencies, clockOff }: LegFigures, passed: number, presentShare: number): LegFigures {
  return { latencies: ended(latencies, passed).by, clockOff: Math.round(clockOff * presentShare) };
}

/** Assumes messages evenly spread over a quarter hour. Rounding errors carry over, so the sum is exact. */
function ended(latencies: SecondCounts, passed: number): { by: SecondCounts; open: number } {
  if (passed >= QUARTER_SECONDS + (latencies.seconds.at(-1) ?? 0)) return { by: latencies, open: 0 };
  const presentShare = Math.min(1, Math.max(0, passed) / QUARTER_SECONDS);
  const by: [second: number, count: number][] = [];
  let [endedLeft, thereLeft, open] = [0, 0, 0];
  for (const [at, latency] of latencies.seconds.entries()) {
    const count = latencies.counts[at] ?? 0;
    const hasEnded = count * Math.min(1, Math.max(0, passed - latency) / QUARTER_SECONDS) + endedLeft;
    const isThereNow = count * presentShare + thereLeft;
    const [endedCount, thereCount] = [Math.floor(hasEnded + 0.5), Math.floor(isThereNow + 0.5)];
    [endedLeft, thereLeft] = [hasEnded - endedCount, isThereNow - thereCount];
    if (endedCount > 0) by.push([latency, endedCount]);
    open += thereCount - endedCount;
  }
  return { by: fromEntries(by), open };
}

/** Ages are grouped by this many seconds; the limits of all counts of young messages are multiples of it. */
const AGE_STEP_SECONDS = 15;

/** Spreads open messages over the ages that each of them may have: younger than its latency. */
function openAges({ seconds, counts }: SecondCounts, passed: number, open: number): SecondCounts {
  if (open === 0) return NOTHING;
  const oldest = Math.min(passed, seconds.at(-1) ?? 0);
  const expected: [age: number, weight: number][] = [];
  let [at, longer, sum] = [0, sizeOf({ seconds, counts }), 0];
  for (let from = Math.max(0, passed - QUARTER_SECONDS), end = from; from < oldest; from = end) {
    end = Math.min(oldest, from - (from % AGE_STEP_SECONDS) + AGE_STEP_SECONDS);
    let weight = 0;
    for (; (seconds[at] ?? end) < end; at += 1) {
      const count = counts[at] ?? 0;
      weight += count * Math.max(0, (seconds[at] ?? 0) - from);
      longer -= count;
    }
    weight += longer * (end - from);
    sum += weight;
    expected.push([Math.floor((from + end) / 2), weight]);
  }
  return fromEntries(inProportion(expected, sum, open));
}

const NOTHING: SecondCounts = { seconds: [], counts: [] };

function younger({ seconds, counts }: SecondCounts, bySeconds: number): SecondCounts {
  const first = seconds.findIndex((second) => second >= bySeconds);
  if (first === -1) return NOTHING;
  return { seconds: seconds.slice(first).map((second) => second - bySeconds), counts: counts.slice(first) };
}

function inProportion<Key>(
  parts: readonly (readonly [key: Key, part: number])[],
  sum: number,
  wanted: number,
): [key: Key, count: number][] {
  let [passed, given] = [0, 0];
  return parts.flatMap(([key, part]): [Key, number][] => {
    passed += part;
    const upToHere = Math.round((passed / sum) * wanted);
    const count = upToHere - given;
    given = upToHere;
    return count > 0 ? [[key, count]] : [];
  });
}

function fromEntries(entries: readonly (readonly [second: number, count: number])[]): SecondCounts {
  return { seconds: entries.map(([second]) => second), counts: entries.map(([, count]) => count) };
}
