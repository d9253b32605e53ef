import { DAY_MS } from '../../runtime/durations.ts';
import { type Proportion, shareOf } from '../figures/rates.ts';
import type { Counts, ShareName } from './counts.ts';

export interface DailyLevels {
  /** Start of the current day: the time of the first reading plus multiples of 24 hours. */
  readonly sinceMs: number;
  readonly sums: Readonly<Record<LevelName, Proportion>>;
  readonly whole: readonly Level[];
}

type LevelName = Exclude<ShareName, 'clockOff'>;
export type Level = Readonly<Record<LevelName, number>>;

export const NO_LEVEL: Level = { waiting: 0, late: 0, slowHandOver: 0, failed: 0 };

/** A lasting change counts as usual after its first day and this many more days. */
const LEVEL_DAYS = 2;
const NOTHING: Proportion = { of: 0, hits: 0 };
/** A day with fewer messages counts as a day without bad messages. */
const MIN_MESSAGES = 50;
/** A daily share of bad messages above this is an outage, which never counts as usual. */
const MAX_LEVEL = 0.5;
/** After this time without messages, the levels of an operator start again from zero. */
const LEVEL_TTL_MS = (LEVEL_DAYS + 1) * DAY_MS;

/** The lowest share of bad messages in two days counts as usual, so that a lasting change is no incident. */
export function levelOf(days: DailyLevels | undefined): Level {
  const { whole = [] } = days ?? {};
  if (whole.length < LEVEL_DAYS) return NO_LEVEL;
  return mapLevel((name) => Math.min(...whole.map((level) => level[name])));
}

export function updateLevels(before: DailyLevels | undefined, counts: Counts, readMs: number): DailyLevels {
  const first = () => mapLevel((name) => add(NOTHING, counts[name]));
  if (!before || readMs - before.sinceMs >= 2 * DAY_MS || readMs < before.sinceMs)
    return { sinceMs: readMs, sums: first(), whole: before?.whole ?? [] };
  const { sinceMs, sums, whole } = before;
  if (readMs - sinceMs < DAY_MS)
    return { sinceMs, sums: mapLevel((name) => add(sums[name], counts[name])), whole };
  const day = mapLevel((name) => dayShareOf(sums[name]));
  return { sinceMs: sinceMs + DAY_MS, sums: first(), whole: [day, ...whole].slice(0, LEVEL_DAYS) };
}

export function areLevelsRecent(days: DailyLevels | undefined, readMs: number): boolean {
  return days !== undefined && readMs - days.sinceMs < LEVEL_TTL_MS;
}

function dayShareOf(sum: Proportion): number {
  const share = sum.of < MIN_MESSAGES ? 0 : (shareOf(sum) ?? 0);
  return share > MAX_LEVEL ? 0 : share;
}

function add(a: Proportion, b: Proportion): Proportion {
  return { of: a.of + b.of, hits: a.hits + b.hits };
}

function mapLevel<T>(of: (name: LevelName) => T): Record<LevelName, T> {
  return {
    waiting: of('waiting'),
    late: of('late'),
    slowHandOver: of('slowHandOver'),
    failed: of('failed'),
  };
}
