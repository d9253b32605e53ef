import { mergeCounts, sizeOf } from '../counting/second-counts.ts';
import { handOverPart, youngestOf } from '../incidents/counts.ts';
import type { Cell } from './figures.ts';
import { percentile } from './rates.ts';

/** The 95th percentile of the way from the platform to the operator. */
export interface TimeToOperator {
  /** `undefined`: so many are not handed over at all yet that it cannot be told. */
  readonly seconds: number | undefined;
}

/** Some cells, and when they were read or what moment they stand for. */
export interface Look {
  readonly cells: readonly Cell[];
  readonly readAt: Date;
}

const PERCENT = 95;
/** Twenty times as many as lie above it would be: of fewer it is that of a single message. */
const FEWEST = 50;

/**
 * How long the newest messages of each look took to get to the operator, all together. Those that should have been
 * handed over and are not count as slower than any. `undefined` of fewer than 50.
 */
export function timeToOperator(looks: readonly Look[]): TimeToOperator | undefined {
  const parts = looks.flatMap(({ cells, readAt }) => youngestOf(cells, readAt));
  const latencies = mergeCounts(parts.map(({ platformToOperator }) => platformToOperator.latencies));
  const { missing = 0 } = handOverPart(parts);
  if (sizeOf(latencies) + missing < FEWEST) return undefined;
  const seconds = percentile(
    {
      seconds: [...latencies.seconds, Number.POSITIVE_INFINITY],
      counts: [...latencies.counts, missing],
    },
    PERCENT,
  );
  return { seconds: seconds !== undefined && Number.isFinite(seconds) ? seconds : undefined };
}
