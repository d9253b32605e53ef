import { median } from '../measure.ts';
import type { SeedRun } from './run.ts';
import { DUE_SECONDS, type FaultResult, type Score, scoreOf } from './score.ts';

/** One rule over all seeds. */
export interface Total {
  readonly name: string;
  readonly bySeed: readonly Score[];
  readonly due: readonly FaultResult[];
  readonly inTime: readonly FaultResult[];
}

export function totalsOf(runs: readonly SeedRun[]): Total[] {
  const scores = runs.map(scoreOf);
  const names = Object.keys(scores[0] ?? {});
  return names.map((name) => {
    const bySeed = scores.flatMap((one) => one[name] ?? []);
    const due = bySeed.flatMap(({ results }) => results.filter(({ isDue }) => isDue));
    return { name, bySeed, due, inTime: due.filter((one) => isWithin(one, DUE_SECONDS)) };
  });
}

export function isWithin({ delay }: Pick<FaultResult, 'delay'>, seconds: number): boolean {
  return delay !== undefined && delay <= seconds;
}

export function falseAlarmsOf({ bySeed }: Total): number {
  return bySeed.reduce((sum, { falseAlarms }) => sum + falseAlarms.length, 0);
}

export function allResults({ bySeed }: Total): FaultResult[] {
  return bySeed.flatMap(({ results }) => results);
}

/** A missed fault counts as an infinite delay. */
export function medianDelay(results: readonly FaultResult[]): number {
  return median(results.map(({ delay = Number.POSITIVE_INFINITY }) => delay));
}

export function minutes(seconds: number): string {
  return Number.isFinite(seconds) ? (seconds / 60).toFixed(1) : '–';
}
