import type { SummaryModel, SummaryQuestion } from './model.ts';
import { readSummary, type SummaryReadingDeps } from './reading.ts';

/**
 * Once `signal` aborts nothing is waited for, though others may go on reading.
 *
 * @throws UpstreamError where the platform cannot be read
 */
export type ReadShared = (question: SummaryQuestion, signal: AbortSignal) => Promise<SummaryModel>;

/** Channels that are due together are told the same; a platform that could not be read is not asked by each of them. */
const GOOD_FOR_MS = { figures: 60_000, failure: 15_000 };

/** Reads each day once for all channels that are due at about the same time. */
export function createSharedReading(deps: SummaryReadingDeps): ReadShared {
  const readings = new Map<string, { readonly model: Promise<SummaryModel>; goodUntilMs: number }>();

  function shared(question: SummaryQuestion): Promise<SummaryModel> {
    const nowMs = deps.now().getTime();
    for (const [key, { goodUntilMs }] of readings) if (goodUntilMs < nowMs) readings.delete(key);
    const key = JSON.stringify([question.day, question.zone, question.sender]);
    const known = readings.get(key);
    if (known) return known.model;
    const model = readSummary(question, deps);
    // For ever while it is under way.
    const reading = { model, goodUntilMs: Number.POSITIVE_INFINITY };
    readings.set(key, reading);
    const keepFor = (ms: number) => {
      reading.goodUntilMs = deps.now().getTime() + ms;
    };
    model.then(
      () => keepFor(GOOD_FOR_MS.figures),
      () => keepFor(GOOD_FOR_MS.failure),
    );
    return model;
  }

  return async (question, signal) => {
    signal.throwIfAborted();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([shared(question), aborted]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };
}
