import { QUARTER_SECONDS } from '../../runtime/durations.ts';
import type { Cell, Figures, LegFigures } from '../figures/figures.ts';
import { type DeliveryStatus, parseDeliveryStatus } from '../messages/message.ts';
import { SecondCounter } from './second-counts.ts';

/** Times of one message in Unix seconds; `NaN` if a time is missing. */
interface MessageTimes {
  readonly platformAt: number;
  readonly operatorAt: number;
  readonly handsetAt: number;
}

export type Tally = ReturnType<typeof createTally>;

/** A message time more than this many seconds after the report was read means that a clock is wrong. */
const TOLERATED_LEAD_SECONDS = 60;

/** Counts messages by operator and quarter hour. Memory grows with distinct values, not with messages. */
export function createTally(readAt: Date) {
  const readSeconds = Math.floor(readAt.getTime() / 1000);
  const latestSeconds = readAt.getTime() / 1000 + TOLERATED_LEAD_SECONDS;
  const words = createWords();
  const routes = new Map<string | undefined, OperatorDrafts>();
  const failedNumbers = new Set<number>();

  const draftFor = (operator: string | undefined, platformAt: number): CellCounter => {
    const route: OperatorDrafts = routes.get(operator) ?? { quarters: new Map(), last: undefined };
    if (route.last === undefined) routes.set(operator, route);
    const quarter = Math.floor(platformAt / QUARTER_SECONDS) * QUARTER_SECONDS;
    // Reports are nearly in time order, so the next message is mostly in the same quarter hour.
    if (route.last?.quarter === quarter) return route.last;
    const draft = route.quarters.get(quarter) ?? new CellCounter(quarter);
    route.quarters.set(quarter, draft);
    route.last = draft;
    return draft;
  };

  /** Yields cells by quarter hour, then operator; missing values last. An array of them would take 15 MB. */
  function* cells(): Generator<Cell, void> {
    const drafts = [...routes].flatMap(([operator, { quarters }]) =>
      Array.from(quarters, ([start, draft]) => {
        return { quarter: Number.isNaN(start) ? undefined : start, operator, draft };
      }),
    );
    for (const { quarter, operator, draft } of drafts.sort(byQuarterAndOperator)) {
      yield { quarter, operator, figures: draft.figures(words.names) };
    }
  }

  return {
    add(operator: string | undefined, statusWord: string | undefined, times: MessageTimes): DeliveryStatus {
      const { platformAt, operatorAt, handsetAt } = times;
      const word = words.find(statusWord);
      const draft = draftFor(operator, platformAt);
      draft.addWord(word);
      const toOperator = operatorAt - platformAt;
      const toHandset = handsetAt - operatorAt;
      const total = handsetAt - platformAt;
      // Comparisons with NaN are false, so a missing time never counts as a wrong clock.
      const operatorAhead = operatorAt > latestSeconds;
      const handsetAhead = handsetAt > latestSeconds;
      const isAhead = operatorAhead || handsetAhead || platformAt > latestSeconds;
      const isOff = isAhead || toOperator < 0 || toHandset < 0 || total < 0;

      draft.platformToOperator.add(toOperator, toOperator < 0 || operatorAhead);
      if (word.status === 'delivered') {
        draft.operatorToHandset.add(toHandset, toHandset < 0 || handsetAhead);
        draft.total.add(total, isOff);
      } else if (word.status === 'failed') {
        if (!isOff && !Number.isNaN(total)) draft.failedAfter.add(total);
      } else if (word.status === 'pending' && Number.isNaN(handsetAt)) {
        const since = Number.isNaN(platformAt) ? operatorAt : platformAt;
        if (!Number.isNaN(since)) draft.pendingAges.add(Math.max(0, readSeconds - since));
      }
      return word.status;
    },

    /** `digest` is a keyed digest of the telephone number, as a safe integer. */
    addFailedNumber: (digest: number): void => void failedNumbers.add(digest),
    /** Number of distinct failed telephone numbers; no sum is possible, as two readings may share numbers. */
    failedNumbers: () => failedNumbers.size,
    cells,
  };
}

interface OperatorDrafts {
  /** Counters by start of the quarter hour in Unix seconds; `NaN` for messages without a platform time. */
  readonly quarters: Map<number, CellCounter>;
  last: CellCounter | undefined;
}

type StatusWord = { readonly index: number; readonly status: DeliveryStatus };

function createWords() {
  const names: string[] = [];
  const byName = new Map<string, StatusWord>();
  const bySpelling = new Map<string | undefined, StatusWord>();

  const learn = (spelling: string | undefined): StatusWord => {
    const trimmed = spelling?.trim().toLowerCase() ?? '';
    const name = trimmed === '-' ? '' : trimmed;
    let word = byName.get(name);
    if (!word) {
      word = { index: names.length, status: parseDeliveryStatus(name) };
      names.push(name);
      byName.set(name, word);
    }
    bySpelling.set(spelling, word);
    return word;
  };

  return {
    names,
    find: (spelling: string | undefined): StatusWord => bySpelling.get(spelling) ?? learn(spelling),
  };
}

class LegCounter {
  readonly #latencies = new SecondCounter();
  #clockOff = 0;

  add(seconds: number, isOff: boolean): void {
    if (Number.isNaN(seconds)) return;
    if (isOff) this.#clockOff++;
    else this.#latencies.add(seconds);
  }

  figures(): LegFigures {
    return { latencies: this.#latencies.counts(), clockOff: this.#clockOff };
  }
}

class CellCounter {
  readonly quarter: number;
  readonly platformToOperator = new LegCounter();
  readonly operatorToHandset = new LegCounter();
  readonly total = new LegCounter();
  readonly failedAfter = new SecondCounter();
  readonly pendingAges = new SecondCounter();
  readonly #words: number[] = [];

  constructor(quarter: number) {
    this.quarter = quarter;
  }

  addWord({ index }: StatusWord): void {
    while (this.#words.length <= index) this.#words.push(0);
    this.#words[index] = (this.#words[index] ?? 0) + 1;
  }

  figures(names: readonly string[]): Figures {
    const words = new Map<string, number>();
    let submitted = 0;
    for (const [index, count] of this.#words.entries()) {
      const name = names[index];
      if (count === 0 || name === undefined) continue;
      words.set(name, count);
      submitted += count;
    }
    return {
      submitted,
      words,
      platformToOperator: this.platformToOperator.figures(),
      operatorToHandset: this.operatorToHandset.figures(),
      total: this.total.figures(),
      failedAfter: this.failedAfter.counts(),
      pendingAges: this.pendingAges.counts(),
    };
  }
}

function byQuarterAndOperator(a: Omit<Cell, 'figures'>, b: Omit<Cell, 'figures'>): number {
  return compareLast(a.quarter, b.quarter) || compareLast(a.operator, b.operator);
}

function compareLast<T extends number | string>(a: T | undefined, b: T | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a < b ? -1 : 1;
}
