import { countAffected } from '../../domain/evidence.ts';
import { type Check, shareOf, type Watched } from '../../domain/incident.ts';
import type { OperatorFigures } from '../../domain/statistics.ts';
import type { Affected, QuarterCount } from '../../store/incident-evidence.ts';
import type { HeldFigures } from '../../traffic/types.ts';
import { HOUR_MS, QUARTER_MS, quarterOf } from './window.ts';

/** The first bad check looks at messages up to so much older. */
const LOOKED_BACK_MS = 7 * 60_000;
/** However long ago the last check was, messages of no more are counted. */
const COUNTED_BACK_MS = 24 * HOUR_MS;
/** What becomes of messages handed in longer ago is counted no more. */
const OPEN_MS = HOUR_MS;

/** From when the messages count that a check is about, to the quarter hour: that is how traffic is kept. */
export function countedSince(beganAt: Date, at: Date): Date {
  const from = Math.max(beganAt.getTime() - LOOKED_BACK_MS, at.getTime() - COUNTED_BACK_MS);
  return quarterOf(new Date(from));
}

/**
 * How many more messages than usual were not delivered in time, or failed at an operator that sends no receipts, by
 * the quarter hour. What is usual is the share at this hour. Of all together those of the operators that are named,
 * or of everybody.
 */
export function countQuarters(
  whose: Watched,
  from: Date,
  { check, held, named }: Counted & { readonly named: readonly (string | null)[] },
): QuarterCount[] {
  if (whose.of === 'platform') return [];
  const isMeant = (operator: string | undefined) =>
    whose.of === 'operator'
      ? operator === whose.operator
      : named.length === 0 || named.includes(operator ?? null);
  const quarters: QuarterCount[] = [];
  for (let ms = quarterOf(from).getTime(); ms < check.at.getTime(); ms += QUARTER_MS) {
    const start = new Date(ms);
    const parts = held.between(start, new Date(ms + QUARTER_MS)).filter(({ operator }) => isMeant(operator));
    const byOperator = [...Map.groupBy(parts, ({ operator }) => operator)];
    const count = byOperator.reduce((sum, [operator, own]) => sum + beyondUsual(own, operator, check), 0);
    quarters.push({ start, count });
  }
  return quarters;
}

interface Counted {
  readonly check: Check;
  readonly held: Pick<HeldFigures, 'between'>;
}

/**
 * What was counted so far with what is counted now: of each quarter hour the most that was ever seen, so that what an
 * incident has done is never undone.
 */
export function addAffected(
  before: Affected | undefined,
  counted: readonly QuarterCount[],
  at: Date,
): Affected {
  const known = new Map((before?.quarters ?? []).map(({ start, count }) => [start.getTime(), count]));
  const settled = (before?.count ?? 0) - sum([...known.values()]);
  for (const { start, count } of counted) {
    const ms = start.getTime();
    known.set(ms, Math.max(count, known.get(ms) ?? 0));
  }
  const quarters = [...known].map(([ms, count]) => ({ start: new Date(ms), count }));
  const isOpen = ({ start }: QuarterCount) => start.getTime() >= quarterOf(at).getTime() - OPEN_MS;
  return { count: settled + sum([...known.values()]), quarters: quarters.filter(isOpen) };
}

function beyondUsual(
  parts: readonly OperatorFigures[],
  operator: string | undefined,
  { judgements }: Check,
): number {
  const own = judgements.find(({ whose }) => whose.of === 'operator' && whose.operator === operator);
  const hasReceipts = own?.sendsReceipts ?? true;
  const usual = (own && shareOf(hasReceipts ? own.usual.late : own.usual.failed)) ?? 0;
  const submitted = parts.reduce((total, { figures }) => total + figures.submitted, 0);
  return Math.max(0, countAffected(parts, hasReceipts) - usual * submitted);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
