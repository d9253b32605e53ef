import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS } from '../../runtime/durations.ts';
import type { ChangeSubject } from '../figures/changes.ts';
import type { OperatorFigures } from '../figures/figures.ts';
import { submittedOf } from '../figures/period-figures.ts';
import { shareOf, sumOf } from '../figures/rates.ts';
import { predictionInterval } from './baseline.ts';
import { CHECK_INTERVAL_MS } from './check-pace.ts';
import { measure } from './counts.ts';
import type { Check } from './detect.ts';
import { countAffected, detectionOf, isSameSubject } from './evidence.ts';
import type { FindingKind } from './findings.ts';
import type {
  Affected,
  AffectedCounts,
  BaselineShares,
  Failing,
  IncidentSpan,
  QuarterCount,
} from './incident.ts';
import type { Detection } from './judge.ts';
export interface SpanInput {
  readonly check: Check;
  readonly count?: CountQuarters | undefined;
  readonly failing?: Failing | undefined;
}

/** Counts the quarter hours of a subject since `from`; all operators without the named ones, which count apart. */
export type CountQuarters = (
  subject: ChangeSubject,
  from: Date,
  apart: readonly (string | undefined)[],
) => readonly QuarterCount[];

/** A check counts messages up to this age, so affected messages are counted from this long before onset. */
const OLDEST_COUNTED_MS = 7 * MINUTE_MS;
const COUNTED_BACK_MS = DAY_MS;
const OPEN_MS = HOUR_MS;

/** Counts the messages of a span again, because receipts come late; none sent after its end. */
export function countSpan(
  span: IncidentSpan,
  { check, count }: SpanInput,
  spans: readonly IncidentSpan[],
): IncidentSpan {
  const { subject, from, to, latest, affected: before } = span;
  if (!count || (to && check.at.getTime() - to.getTime() > OPEN_MS)) return span;
  const apart = spans.flatMap(({ subject }) => (subject.of === 'operator' ? [subject.operator] : []));
  const since = before ? new Date(Math.max(from.getTime(), check.at.getTime() - OPEN_MS)) : from;
  const until = to ?? latest?.overSince ?? check.at;
  const start = countingStart({ ...span, from: since }, spans, check.at);
  const counted = count(subject, start, subject.of === 'all' ? apart : []);
  const during = counted.filter(({ start }) => start <= until).map((one) => ofKinds(one, span));
  return { ...span, affected: addAffected(before, during, check.at) };
}

/** Leaves out counts of kinds that no check has found, which are chance. */
function ofKinds<One extends AffectedCounts>(counts: One, { kinds = [] }: IncidentSpan): One {
  const has = (...some: readonly FindingKind[]) => some.some((kind) => kinds.includes(kind));
  const late = has('waiting', 'late', 'slow_hand_over') ? counts.count - counts.failed : 0;
  const failed = has('failures') ? counts.failed : 0;
  return { ...counts, count: late + failed, failed };
}

export function baselineSharesOf({ usual }: Detection): BaselineShares {
  return { late: shareOf(measure(usual, 'late')) ?? 0, failed: shareOf(usual.failed) ?? 0 };
}

/** A quarter hour that an earlier span of the same operator counts is not counted again. */
function countingStart({ subject, from }: IncidentSpan, spans: readonly IncidentSpan[], at: Date): Date {
  const ends = spans.flatMap(({ subject: other, to }) =>
    to && to <= from && isSameSubject(other, subject) ? [quarterOf(to.getTime()).getTime() + QUARTER_MS] : [],
  );
  return new Date(Math.max(countedSince(from, at).getTime(), ...ends));
}

/** Start of counting affected messages; a full quarter hour, because traffic is stored by quarter hours. */
export function countedSince(beganAt: Date, at: Date): Date {
  const from = Math.max(beganAt.getTime() - OLDEST_COUNTED_MS, at.getTime() - COUNTED_BACK_MS);
  return quarterOf(from);
}

function quarterOf(ms: number): Date {
  return new Date(Math.floor(ms / QUARTER_MS) * QUARTER_MS);
}

type Between = (from: Date, end: Date) => readonly OperatorFigures[];

/** Counts affected messages by quarter hour, and during a silence the missing ones. */
export function createCountQuarters(check: Check, between: Between): CountQuarters {
  return (subject, from, apart) => {
    const isMeant = (operator: string | undefined) =>
      subject.of === 'operator' ? operator === subject.operator : !apart.includes(operator);
    // What is missing in total is missing at operators that count apart.
    const own = apart.length === 0 ? detectionOf(check, subject) : undefined;
    const silence = own?.findings.find(({ kind }) => kind === 'silence');
    const quarters: QuarterCount[] = [];
    for (let ms = quarterOf(from.getTime()).getTime(); ms < check.at.getTime(); ms += QUARTER_MS) {
      const parts = between(new Date(ms), new Date(ms + QUARTER_MS)).filter((one) => isMeant(one.operator));
      const byOperator = [...Map.groupBy(parts, ({ operator }) => operator)];
      const counts = byOperator.map(([operator, own]) => beyondUsual(own, operator, check));
      const elapsed = Math.min(1, (check.at.getTime() - ms) / QUARTER_MS);
      const lacking = (expected = 0) => Math.max(0, expected * elapsed - submittedOf(parts));
      quarters.push({
        start: new Date(ms),
        count: sumOf(counts, ({ late, failed }) => late + failed),
        failed: sumOf(counts, ({ failed }) => failed),
        missing: lacking(silence?.expected?.low ?? silence?.of),
        mostMissing: lacking(silence?.expected?.high ?? silence?.of),
      });
    }
    return quarters;
  };
}

function beyondUsual(parts: readonly OperatorFigures[], operator: string | undefined, { detections }: Check) {
  const own = detections.find(({ subject }) => subject.of === 'operator' && subject.operator === operator);
  return countBeyond(parts, own?.sendsReceipts ?? true, own ? baselineSharesOf(own) : NO_SHARES);
}

const NO_SHARES: BaselineShares = { late: 0, failed: 0 };

/** Late and failed messages beyond their usual shares; negative if fewer than usual, so that sums stay true. */
function countBeyond(parts: readonly OperatorFigures[], sendsReceipts: boolean, usual: BaselineShares) {
  const { late, failed } = countAffected(parts, sendsReceipts);
  const all = submittedOf(parts);
  return { late: sendsReceipts ? late - usual.late * all : 0, failed: failed - usual.failed * all };
}

interface RecountInput {
  /** End of the incident, for spans without an end of their own. */
  readonly end: Date;
  readonly between: Between;
  readonly past: readonly Between[];
  readonly sendsReceipts: (operator: string | undefined) => boolean;
}

/** Counts the messages of all spans again, from figures of them and of past weeks that were read later. */
export function recountSpans(spans: readonly IncidentSpan[], input: RecountInput): IncidentSpan[] {
  const apart = spans.flatMap(({ subject }) => (subject.of === 'operator' ? [subject.operator] : []));
  return spans.map((span) => {
    const { subject, affected, to = input.end, kinds = [] } = span;
    if (!affected || kinds.length === 0) return span;
    const isMeant = ({ operator }: OperatorFigures) =>
      subject.of === 'operator' ? operator === subject.operator : !apart.includes(operator);
    const start = countingStart(span, spans, to);
    const own = (between: Between, until: Date) => between(start, until).filter(isMeant);
    const weeksUntil = (until: Date) =>
      input.past.map((week) => own(week, until)).filter((parts) => parts.length > 0);
    const [parts, past] = [own(input.between, to), weeksUntil(to)];
    const counted = recount(parts, past, { ...span, usual: span.usual ?? NO_SHARES }, input);
    const isSilent = kinds.includes('silence') && affected.mostMissing > 0 && past.length > 1;
    // A silence lasts at most until the next check.
    const nextCheck = new Date(to.getTime() + CHECK_INTERVAL_MS);
    const missing = isSilent
      ? {
          missing: missingIn(parts, past).least,
          mostMissing: missingIn(own(input.between, nextCheck), weeksUntil(nextCheck)).most,
        }
      : {};
    return {
      ...span,
      affected: { ...affected, ...ofKinds({ ...affected, ...counted }, span), ...missing, quarters: [] },
    };
  });
}

function recount(
  parts: readonly OperatorFigures[],
  past: readonly (readonly OperatorFigures[])[],
  { usual }: IncidentSpan & { readonly usual: BaselineShares },
  { sendsReceipts }: RecountInput,
): Pick<AffectedCounts, 'count' | 'failed'> {
  const counts = [...Map.groupBy(parts, ({ operator }) => operator)].map(([operator, own]) => {
    const weeks = past.map((week) => week.filter((one) => one.operator === operator));
    return countBeyond(own, sendsReceipts(operator), medianShares(weeks, sendsReceipts(operator)) ?? usual);
  });
  const failed = sumOf(counts, (one) => one.failed);
  return { count: sumOf(counts, ({ late }) => late) + failed, failed };
}

/** Shares of the median week; `undefined` if no week has messages. */
function medianShares(
  weeks: readonly (readonly OperatorFigures[])[],
  sendsReceipts: boolean,
): BaselineShares | undefined {
  const shares = weeks
    .filter((week) => submittedOf(week) > 0)
    .map((week) => ({ ...countAffected(week, sendsReceipts), of: submittedOf(week) }));
  if (shares.length === 0) return undefined;
  const medianOf = (of: (one: (typeof shares)[number]) => number) =>
    shares.map((one) => of(one) / one.of).sort((a, b) => a - b)[Math.floor((shares.length - 1) / 2)] ?? 0;
  return { late: medianOf(({ late }) => late), failed: medianOf(({ failed }) => failed) };
}

/** How many fewer messages there were than in the same hours of past weeks: at least and at most. */
function missingIn(parts: readonly OperatorFigures[], past: readonly (readonly OperatorFigures[])[]) {
  const { low, high } = predictionInterval(past.map((week) => submittedOf(week)));
  const submitted = submittedOf(parts);
  return { least: Math.max(0, low - submitted), most: Math.max(0, high - submitted) };
}

const COUNT_NAMES = ['count', 'failed', 'missing', 'mostMissing'] as const;

/** Replaces the counts of quarter hours that were counted again, and keeps all others. */
export function addAffected(
  before: Affected | undefined,
  counted: readonly QuarterCount[],
  at: Date,
): Affected {
  const known = new Map((before?.quarters ?? []).map((quarter) => [quarter.start.getTime(), quarter]));
  const replaced = [...known.values()];
  for (const quarter of counted) {
    const ms = quarter.start.getTime();
    const { missing = 0, mostMissing = 0 } = known.get(ms) ?? {};
    // Only a check that finds the silence counts what is missing, and no later one brings it back.
    known.set(ms, {
      ...quarter,
      missing: Math.max(quarter.missing, missing),
      mostMissing: Math.max(quarter.mostMissing, mostMissing),
    });
  }
  const quarters = [...known.values()];
  const isOpen = ({ start }: QuarterCount) => start.getTime() >= quarterOf(at.getTime()).getTime() - OPEN_MS;
  return {
    ...sumCounts([...(before ? [before] : []), ...quarters], replaced),
    quarters: quarters.filter(isOpen),
  };
}

/** Messages of all spans together; a span with fewer late or failed messages than usual has none. */
export function sumAffected(spans: readonly IncidentSpan[]): AffectedCounts {
  return sumCounts(
    spans.flatMap(({ affected }) => {
      if (!affected) return [];
      const failed = Math.max(0, affected.failed);
      return { ...affected, failed, count: failed + Math.max(0, affected.count - affected.failed) };
    }),
  );
}

/** Adds counts by name, and takes others off. */
export function sumCounts(
  counts: readonly AffectedCounts[],
  minus: readonly AffectedCounts[] = [],
): AffectedCounts {
  const totalOf = (name: keyof AffectedCounts) =>
    sumOf(counts, (one) => one[name]) - sumOf(minus, (one) => one[name]);
  const [count = 0, failed = 0, missing = 0, mostMissing = 0] = COUNT_NAMES.map(totalOf);
  return { count, failed, missing, mostMissing };
}
