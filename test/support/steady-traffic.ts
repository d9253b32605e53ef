import { packCells } from '../../src/domain/counting/codec.ts';
import { createTally } from '../../src/domain/counting/tally.ts';
import type { FailureCode } from '../../src/domain/failure.ts';
import { runToEnd } from '../../src/runtime/yielding.ts';
import { DayParts } from '../../src/traffic/day-parts.ts';
import type { Traffic, TrafficFigures } from '../../src/traffic/types.ts';
import { UpstreamError } from '../../src/upstream/index.ts';

/** Default messages per quarter hour and operator, day and night. */
const PER_QUARTER = 90;
const OPERATORS = ['Entel', 'Movistar', 'Claro'] as const;
const QUARTER_SECONDS = 900;
const DAY_MS = 86_400_000;
/** Seconds to the operator, and on to the handset. */
const LEGS = [2, 7] as const;

export type SteadyOperator = (typeof OPERATORS)[number];

/** What happens to a message: seconds to the operator, on to its receipt, and the status in the receipt. */
export interface Fate {
  readonly toOperator?: number;
  readonly toReceipt?: number;
  readonly word?: string;
}

interface SteadyOptions {
  readonly perQuarter?: number | Readonly<Record<SteadyOperator, number>>;
  /** Fate of the messages of a second, or `undefined` if no message is sent. */
  readonly fateOf?: (operator: SteadyOperator, seconds: number) => Fate | undefined;
  /** There are no messages before. */
  readonly since?: Date;
}

/** Figures of constant traffic with faults: messages submitted to an operator in some period are never delivered. */
export function steadyTraffic(
  now: () => Date,
  { perQuarter = PER_QUARTER, fateOf = () => ({}), since = new Date(0) }: SteadyOptions = {},
) {
  const faults: { readonly operator: SteadyOperator; readonly since: Date; until?: Date }[] = [];
  let changes = 0;
  const state: {
    isReachable: boolean;
    /** Failure code of reads while the platform is unreachable. */
    failure: FailureCode;
    readings: number;
    tookMs: number;
    /** The platform's `Retry-After` for too many requests. */
    retryAfterMs?: number | undefined;
    /** When the stored figures were read. Default: now. */
    storedAt?: Date;
  } = { isReachable: true, failure: 'unavailable', readings: 0, tookMs: 800 };

  const isStuck = (operator: SteadyOperator, seconds: number) =>
    faults.some(
      (one) =>
        one.operator === operator &&
        seconds * 1000 >= one.since.getTime() &&
        seconds * 1000 < (one.until ?? now()).getTime(),
    );

  function figuresAt(readAt: Date, from: Date, end: Date): TrafficFigures {
    const read = readAt.getTime() / 1000;
    const tally = createTally(readAt);
    const start = Math.max(from.getTime(), since.getTime());
    const first = Math.floor(start / 1000 / QUARTER_SECONDS) * QUARTER_SECONDS;
    let received = 0;
    for (const operator of OPERATORS) {
      const step = QUARTER_SECONDS / (typeof perQuarter === 'number' ? perQuarter : perQuarter[operator]);
      for (let at = first; at < Math.min(read, end.getTime() / 1000); at += step) {
        const fate = fateOf(operator, at);
        if (!fate) continue;
        const { toOperator = LEGS[0], toReceipt = LEGS[1], word = 'delivered' } = fate;
        const operatorAt = at + toOperator;
        const handsetAt = operatorAt + toReceipt;
        const isThere = handsetAt <= read && !isStuck(operator, at);
        tally.add(operator, isThere ? word : 'sent', {
          platformAt: at,
          operatorAt: operatorAt <= read ? operatorAt : Number.NaN,
          handsetAt: isThere ? handsetAt : Number.NaN,
        });
        received += 1;
      }
    }
    const parts = runToEnd(DayParts.reading(packCells(tally.cells())));
    const day = readAt.toISOString().slice(0, 10);
    return {
      between: (start, stop) => parts.between(start.getTime() / 1000, stop.getTime() / 1000),
      asOf: readAt,
      days: [{ day, readAt, received, unreadable: 0, tookMs: state.tookMs }],
      daysMissing: false,
    };
  }

  const traffic: Traffic = {
    async figuresFor({ period }) {
      state.readings += 1;
      const { retryAfterMs } = state;
      if (retryAfterMs !== undefined)
        throw new UpstreamError('rate_limited', { operation: 'report', reason: 'too often', retryAfterMs });
      if (!state.isReachable) throw new UpstreamError(state.failure, { operation: 'report', reason: 'away' });
      return figuresAt(now(), period.start, period.end);
    },
    asOf: async ({ period }, moment) => ({
      ...figuresAt(moment, period.start, period.end),
      basis: 'reconstructed',
    }),
    async storedIfAvailable({ start, end }) {
      const readAt = state.storedAt ?? now();
      const { between, days } = figuresAt(readAt, start, end);
      return { between, readAt, days };
    },
    storedIfOpen: async (time) => traffic.stored(time),
    stored: async ({ start, end }, moment = state.storedAt ?? now()) => {
      const { between, days } = figuresAt(moment, start, end);
      return { between, readAt: moment, days };
    },
    // Each fault changes the figures, as if all days were read again.
    readTimes: async ({ start, end }) =>
      Array.from({ length: Math.ceil((end.getTime() - start.getTime()) / DAY_MS) }, (_, index) => {
        const at = new Date(start.getTime() + index * DAY_MS);
        const received = at < since ? 0 : 96 * PER_QUARTER;
        return {
          day: at.toISOString().slice(0, 10),
          readAt: new Date((state.storedAt ?? now()).getTime() + changes),
          received,
        };
      }),
  };

  return {
    traffic,
    state,
    /** Messages of these operators submitted since then are stuck. */
    breaks(since: Date, ...operators: readonly SteadyOperator[]) {
      changes += 1;
      for (const operator of operators) faults.push({ operator, since });
    },
    /** Messages submitted from now on are delivered. */
    mends() {
      changes += 1;
      for (const fault of faults) fault.until ??= now();
    },
  };
}
