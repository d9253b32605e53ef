import type { SecondCounts } from '../../src/domain/counting/second-counts.ts';
import type { Cell } from '../../src/domain/figures/figures.ts';
import { countStatuses } from '../../src/domain/figures/rates.ts';
import type { Rule } from './rules.ts';
import { operators } from './traffic.ts';

const MINUTE = 60;
const QUARTER = 900;
const HOUR = 3600;
const DAY_CHECKS = 288;
/** No rule judges fewer messages. */
const FEWEST = 50;

/** Operators without receipts; such rules are not set up for them. */
const SILENT = new Set(
  operators.filter(({ receiptCoverage }) => receiptCoverage === 0).map(({ name }) => name),
);

/** Three published rules, then the same rules tuned on this traffic. */
export function createRivals(): Rule[] {
  return [
    fixedThreshold(0.9, 30),
    againstYesterday(0.1),
    govUkNotify(3),
    fixedThreshold(0.8, 15),
    fixedThreshold(0.7, 15),
    againstYesterday(0.05),
    govUkNotify(2),
  ];
}

/** Bad if the delivered share of the last `windowMinutes` is below `least`. Ignores messages pending < 2 minutes. */
function fixedThreshold(least: number, windowMinutes: number): Rule {
  return {
    name: `fixed threshold ${least * 100} %, last ${windowMinutes} min`,
    toAlarm: 2,
    toEnd: 3,
    opinions: (cells, at) =>
      each(cells, (own) => {
        const { submitted, delivered, tooYoung } = windowOf(own, at, windowMinutes * MINUTE, 2 * MINUTE);
        const of = submitted - tooYoung;
        return of < FEWEST ? undefined : delivered / of < least;
      }),
  };
}

/** Bad if the delivered share of the last hour is `points` below that of the same time and age a day before. */
function againstYesterday(points: number): Rule {
  const seen: Map<string | undefined, number | undefined>[] = [];
  return {
    name: `last hour against yesterday, ${points * 100} points`,
    toAlarm: 2,
    toEnd: 3,
    opinions(cells, at) {
      const shares = each(cells, (own) => {
        const { submitted, delivered, tooYoung } = windowOf(own, at, HOUR, 2 * MINUTE);
        return submitted - tooYoung < FEWEST ? undefined : delivered / (submitted - tooYoung);
      });
      seen.push(shares);
      const yesterday = seen.at(-1 - DAY_CHECKS);
      return new Map(
        [...shares].map(([operator, share]) => {
          const before = yesterday?.get(operator);
          return [
            operator,
            share === undefined || before === undefined ? undefined : share < before - points,
          ];
        }),
      );
    },
  };
}

/**
 * GOV.UK Notify: 10 % of the texts of the last 15 minutes slower than 5 minutes, at ten checks in a row, one a minute.
 * A pending text older than that is slow; failed ones do not count. Ten checks cover nine minutes. At this cadence that
 * is three checks (ten minutes) or, in favour of the rule, two (five minutes).
 */
function govUkNotify(checks: number): Rule {
  return {
    name: `GOV.UK Notify, ${checks} checks`,
    toAlarm: checks,
    toEnd: 3,
    opinions: (cells, at) =>
      each(cells, (own) => {
        const { submitted, failed, slow } = windowOf(own, at, 15 * MINUTE, 5 * MINUTE);
        return submitted - failed < FEWEST ? undefined : slow / (submitted - failed) >= 0.1;
      }),
  };
}

function each<T>(cells: readonly Cell[], of: (own: readonly Cell[]) => T): Map<string | undefined, T> {
  const heard = cells.filter(({ operator }) => !SILENT.has(operator ?? ''));
  const groups: [string | undefined, readonly Cell[]][] = [
    [undefined, heard],
    ...Map.groupBy(heard, ({ operator }) => operator),
  ];
  return new Map(groups.map(([operator, own]) => [operator, of(own)]));
}

/**
 * Counts the messages submitted within the window. `tooYoung`: pending and younger than the limit; `slow`: pending or
 * delivered later than the limit. Pending ages are exact; otherwise a quarter hour counts by its share in the window.
 */
function windowOf(cells: readonly Cell[], at: number, windowSeconds: number, limitSeconds: number) {
  const sum = { submitted: 0, delivered: 0, failed: 0, tooYoung: 0, slow: 0 };
  for (const { quarter = 0, figures } of cells) {
    const end = Math.min(quarter + QUARTER, at);
    const part = Math.min(1, (end - Math.max(quarter, at - windowSeconds)) / (end - quarter));
    if (!(part > 0)) continue;
    const { delivered, failed } = countStatuses(figures);
    sum.submitted += part * figures.submitted;
    sum.delivered += part * delivered;
    sum.failed += part * failed;
    sum.tooYoung += between(figures.pendingAges, 0, limitSeconds);
    sum.slow += between(figures.pendingAges, limitSeconds, windowSeconds);
    sum.slow += part * between(figures.total.latencies, limitSeconds + 1, Number.POSITIVE_INFINITY);
  }
  return sum;
}

function between({ seconds, counts }: SecondCounts, from: number, end: number): number {
  return seconds.reduce(
    (sum, second, at) => sum + (second >= from && second < end ? (counts[at] ?? 0) : 0),
    0,
  );
}
