import { median } from '../measure.ts';
import type { Run } from './run.ts';
import { DUE_SECONDS, type Found, type Score, scoreOf } from './score.ts';

/** One rule over all seeds. */
export interface Total {
  readonly name: string;
  readonly bySeed: readonly Score[];
  readonly due: readonly Found[];
  readonly inTime: readonly Found[];
}

export function totalsOf(runs: readonly Run[]): Total[] {
  const scores = runs.map(scoreOf);
  const names = Object.keys(scores[0] ?? {});
  return names.map((name) => {
    const bySeed = scores.flatMap((one) => one[name] ?? []);
    const due = bySeed.flatMap(({ found }) => found.filter(({ isDue }) => isDue));
    return { name, bySeed, due, inTime: due.filter((one) => isWithin(one, DUE_SECONDS)) };
  });
}

export function isWithin({ delay }: Pick<Found, 'delay'>, seconds: number): boolean {
  return delay !== undefined && delay <= seconds;
}

export function falseAlarmsOf({ bySeed }: Total): number {
  return bySeed.reduce((sum, { falseAlarms }) => sum + falseAlarms.length, 0);
}

export function allFound({ bySeed }: Total): Found[] {
  return bySeed.flatMap(({ found }) => found);
}

/** What was not found took for ever. */
export function medianDelay(found: readonly Found[]): number {
  return median(found.map(({ delay = Number.POSITIVE_INFINITY }) => delay));
}

export function minutes(seconds: number): string {
  return Number.isFinite(seconds) ? (seconds / 60).toFixed(1) : '–';
}
