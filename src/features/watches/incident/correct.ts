import { countedSince, recountSpans, sumAffected } from '../../../domain/detection/affected.ts';
import { BASELINE_WEEKS } from '../../../domain/detection/baseline.ts';
import type { Incident } from '../../../domain/detection/incident.ts';
import { isFailure } from '../../../domain/failure.ts';
import type { Period } from '../../../domain/time/period.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../runtime/durations.ts';
import { timeBetween } from '../../../traffic/window.ts';
import type { Deps } from '../../dependencies.ts';

/** By then nearly all receipts have come. */
const CORRECTED_AFTER_MS = DAY_MS;
const GIVEN_UP_AFTER_MS = 3 * DAY_MS;
const CORRECTED_AT_ONCE = 3;
/** Figures that were read longer ago lack receipts of the last hours. */
const READ_WITHIN_MS = 12 * HOUR_MS;

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

async function countAgain(
  { evidence, endedAt: end = new Date(0) }: Incident,
  at: Date,
  { traffic, runtime: { log } }: Deps,
  signal: AbortSignal,
): Promise<Incident['evidence'] | undefined> {
  const corrected = { ...evidence, correctedAt: at };
  const counted = evidence.spans.filter(({ affected, kinds }) => affected && kinds);
  if (counted.length === 0) return corrected;
  const from = new Date(Math.min(...counted.map((one) => one.from.getTime())));
  try {
    const period = timeBetween(countedSince(from, end), end);
    const readSince = new Date(at.getTime() - READ_WITHIN_MS);
    const { between } = await traffic.figuresFor({ period }, { readSince, signal });
    const silent = evidence.withoutReceipts ?? [];
    const sendsReceipts = (operator: string | undefined) => !silent.includes(operator ?? null);
    const past = await pastWeeks(period, traffic);
    const spans = recountSpans(evidence.spans, { end, between, past, sendsReceipts });
    return { ...corrected, spans, affected: sumAffected(spans) };
  } catch (error) {
    if (!isFailure(error)) throw error;
    log.info({ code: error.code }, 'the counts of an incident could not be corrected; they are tried again');
    return undefined;
  }
}

async function pastWeeks({ start, end }: Period, { storedIfAvailable }: Deps['traffic']) {
  const weeks = Array.from({ length: BASELINE_WEEKS }, (_, week) => async () => {
    const back = (at: Date) => new Date(at.getTime() - (week + 1) * WEEK_MS);
    const stored = await storedIfAvailable(timeBetween(back(start), back(end)));
    return stored && ((from: Date, to: Date) => stored.between(back(from), back(to)));
  });
  return (await Promise.all(weeks.map((read) => read()))).filter((one) => one !== undefined);
}
