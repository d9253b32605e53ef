import { isFailure } from '../../../domain/failure.ts';
import type { OperatorFigures } from '../../../domain/figures/figures.ts';
import type { Incident, Span } from '../../../domain/incidents/incident.ts';
import { countBeyond, countedSince, countingStart, sumCounts } from '../../../domain/incidents/spans.ts';
import { DAY_MS } from '../../../runtime/durations.ts';
import { timeBetween } from '../../../traffic/window.ts';
import type { Deps } from '../../dependencies.ts';

/** By then nearly all receipts have come. */
const CORRECTED_AFTER_MS = DAY_MS;
const GIVEN_UP_AFTER_MS = 3 * DAY_MS;
const CORRECTED_AT_ONCE = 3;

/** Counts the messages of incidents again, a day after their end. */
export async function correctIncidents(deps: Deps, signal: AbortSignal): Promise<void> {
  const { stores, runtime } = deps;
  const at = runtime.now();
  const ago = (ms: number) => new Date(at.getTime() - ms);
  const ended = { from: ago(GIVEN_UP_AFTER_MS), until: ago(CORRECTED_AFTER_MS) };
  for (const incident of await stores.incidents.toCorrect(ended, CORRECTED_AT_ONCE)) {
    const evidence = await countAgain(incident, at, deps, signal);
    if (evidence) await stores.incidents.correct({ ...incident, evidence });
  }
}

/** @returns `undefined` if the platform cannot be read now */
async function countAgain(
  { evidence, endedAt: end = new Date(0) }: Incident,
  at: Date,
  { traffic, runtime: { log } }: Deps,
  signal: AbortSignal,
): Promise<Incident['evidence'] | undefined> {
  const { spans, withoutReceipts = [] } = evidence;
  const corrected = { ...evidence, correctedAt: at };
  const counted = spans.filter(({ affected, usual }) => affected && usual);
  const [first] = counted;
  if (!first) return corrected;
  const from = counted.reduce((earliest, one) => (one.from < earliest ? one.from : earliest), first.from);
  try {
    const period = timeBetween(countedSince(from, end), end);
    const figures = await traffic.figuresFor(
      { period },
      { readSince: new Date(at.getTime() - DAY_MS / 2), signal },
    );
    const isSilent = (operator: string | undefined) => withoutReceipts.includes(operator ?? null);
    const again = spans.map((span) =>
      countSpanAgain(span, { end, between: figures.between, isSilent, spans }),
    );
    return {
      ...corrected,
      spans: again,
      affected: sumCounts(again.flatMap(({ affected }) => affected ?? [])),
    };
  } catch (error) {
    if (!isFailure(error)) throw error;
    log.info({ code: error.code }, 'the counts of an incident could not be corrected; they are tried again');
    return undefined;
  }
}

interface CorrectInput {
  readonly end: Date;
  readonly between: (from: Date, end: Date) => readonly OperatorFigures[];
  /** True for an operator that sends no receipts. */
  readonly isSilent: (operator: string | undefined) => boolean;
  readonly spans: readonly Span[];
}

function countSpanAgain(span: Span, { end, between, isSilent, spans }: CorrectInput): Span {
  const { subject, affected, to = end, usual } = span;
  if (!affected || !usual) return span;
  const apart = spans.flatMap((one) => (one.subject.of === 'operator' ? [one.subject.operator] : []));
  const own = between(countingStart(span, spans, to), to).filter(({ operator }) =>
    subject.of === 'operator' ? operator === subject.operator : !apart.includes(operator),
  );
  const counts = [...Map.groupBy(own, ({ operator }) => operator)].map(([operator, parts]) =>
    countBeyond(parts, !isSilent(operator), usual),
  );
  const [late, failed] = [
    counts.reduce((sum, one) => sum + one.late, 0),
    counts.reduce((sum, one) => sum + one.failed, 0),
  ];
  return { ...span, affected: { ...affected, count: late + failed, failed, quarters: [] } };
}
