import type { Baseline } from '../../src/domain/incidents/baseline.ts';
import { addCounts, type Counts } from '../../src/domain/incidents/counts.ts';
import { type Check, type DetectOptions, detect } from '../../src/domain/incidents/detect.ts';
import type { Detection } from '../../src/domain/incidents/judge.ts';
import { at } from './messages.ts';

/** Counts of no message, with what a test wants otherwise. */
export function countsWith(changes: Partial<Counts>): Counts {
  return { ...addCounts([]), ...changes };
}

/** So many messages of a quarter of an hour of which nothing is remarkable, with what a test wants otherwise. */
export function wellCounts(recent: number, changes: Partial<Counts> = {}): Counts {
  const share = (of: number, part: number) => ({ of, hits: Math.round(of * part) });
  return {
    recent,
    waiting: share(recent / 3, 0.06),
    late: share(recent, 0.08),
    slowHandOver: share(recent, 0.01),
    failed: share(4 * recent, 0.02),
    clockOff: share(recent, 0),
    ...changes,
  };
}

/** Four weeks of an hour with 900 messages in every quarter of it, with what a test wants otherwise. */
export function usualWith(changes: Partial<Baseline> = {}): Baseline {
  const usual = {
    counts: wellCounts(3600),
    weeks: 4,
    leastRecent: 900,
    basis: 'observed' as const,
    ...changes,
  };
  const isRebuilt = usual.basis === 'reconstructed';
  const { failed } = addCounts([]);
  return {
    rebuiltWeeks: isRebuilt ? usual.weeks : 0,
    ...usual,
    // A reconstruction knows of no failures.
    counts: isRebuilt ? { ...usual.counts, failed } : usual.counts,
  };
}

/** The detection of one operator that has a usual hour. */
export function detectionOf(
  counts: Counts,
  baseline: Baseline | undefined = usualWith(),
  options: Partial<DetectOptions> = {},
): Detection {
  const detection = checkOf([['Entel', counts, baseline]], options).detections[1];
  if (!detection) throw new Error('nobody was judged');
  return detection;
}

export function checkOf(
  operators: readonly (readonly [
    operator: string | undefined,
    counts: Counts,
    baseline: Baseline | undefined,
  ])[],
  options: Partial<DetectOptions> = {},
): Check {
  const when = options.at ?? at('12:00:00');
  return detect(
    {
      readAt: when,
      counts: operators.map(([operator, counts]) => ({ operator, counts })),
      baselines: operators.flatMap(([operator, , baseline]) => (baseline ? [{ operator, baseline }] : [])),
    },
    { at: when, platform: { login: true, report: true }, ...options },
  );
}

export function unreachableAt(when: Date): Check {
  return detect(undefined, { at: when, platform: { login: true, report: false } });
}
