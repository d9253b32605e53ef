import type { Baseline } from '../../src/domain/detection/baseline.ts';
import { addCounts, type Counts } from '../../src/domain/detection/counts.ts';
import { type Check, type DetectOptions, detect } from '../../src/domain/detection/detect.ts';
import type { Detection } from '../../src/domain/detection/judge.ts';
import { at } from './messages.ts';

/** Zero counts with changes. */
export function countsWith(changes: Partial<Counts>): Counts {
  return { ...addCounts([]), ...changes };
}

/** Normal counts of a quarter hour with this many messages, with changes. */
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

/** A baseline of four weeks with 900 messages per quarter hour, with changes. */
export function usualWith(changes: Partial<Baseline> = {}): Baseline {
  const usual = {
    counts: wellCounts(3600),
    weeks: 4,
    lowestRecent: 900,
    usualRecent: { low: 850, high: 1_000 },
    basis: 'observed' as const,
    ...changes,
  };
  const isRebuilt = usual.basis === 'reconstructed';
  const { failed } = addCounts([]);
  return {
    reconstructedWeeks: isRebuilt ? usual.weeks : 0,
    ...usual,
    // A reconstructed baseline has no failures.
    counts: isRebuilt ? { ...usual.counts, failed } : usual.counts,
  };
}

/** The detection of one operator with this baseline. */
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
