import { QUARTER_MS } from '../../runtime/durations.ts';
import { type Proportion, sumOf } from '../figures/rates.ts';
import type { OperatorCounts, QuarterCounts } from './counts.ts';
import type { BaselineComparison } from './findings.ts';
import type { Sample, SampleName, Samples } from './sample.ts';

const WAITING_MS = 5 * 60_000;

/** Counts messages since the last reading. If that was over 15 minutes ago, silence is not tested. */
export function samplesOf(
  { counts, quarters }: Pick<OperatorCounts, 'counts' | 'quarters'>,
  compared: BaselineComparison,
  readMs: number,
  last: (Pick<OperatorCounts, 'quarters'> & { readonly readMs: number }) | undefined,
): Samples {
  const { shares } = compared;
  const elapsedMs = last ? readMs - last.readMs : WAITING_MS;
  const part = Math.min(1, elapsedMs / WAITING_MS);
  const of = (name: SampleName, usual: number | undefined, { of, hits }: Proportion): Samples => {
    const some = { of: Math.max(0, of), hits: Math.max(0, Math.min(of, hits)) };
    return usual === undefined ? {} : { [name]: { ...some, usualHits: usual * some.of } };
  };
  const { hits, of: all } = counts.waiting;
  const waiting = of('waiting', shares.waiting, { of: part * all, hits: part * hits });
  if (!last?.quarters || !quarters) return waiting;

  const since = new Map(last.quarters.map((one) => [one.start, one]));
  const fresh = (name: Exclude<keyof QuarterCounts, 'start'>) =>
    sumOf(quarters, (one) => one[name] - (since.get(one.start)?.[name] ?? 0));
  const [submitted, failed, slow] = [fresh('submitted'), fresh('failed'), fresh('slow')];
  const missing = Math.max(0, submitted - fresh('handedOver') - failed);
  const expected = (compared.lowestRecent * elapsedMs) / QUARTER_MS;
  const isSteady = compared.weeks > 1 && elapsedMs <= QUARTER_MS;
  return {
    ...waiting,
    ...of('slow_hand_over', shares.slowHandOver, { of: submitted, hits: missing }),
    ...of('handed_over_late', shares.slowHandOver, { of: submitted, hits: slow }),
    ...of('resolved_late', shares.late, { of: submitted, hits: fresh('late') + failed }),
    ...of('failures', shares.failed, { of: submitted, hits: failed }),
    ...(isSteady ? { silence: { hits: submitted, of: expected, usualHits: expected } } : {}),
  };
}

export function addSamples(list: readonly Samples[]): Samples {
  const names = [...new Set(list.flatMap((samples) => Object.keys(samples) as SampleName[]))];
  return Object.fromEntries(
    names.map((name) => {
      const sum = (of: keyof Sample) => sumOf(list, (samples) => samples[name]?.[of] ?? 0);
      return [name, { of: sum('of'), hits: sum('hits'), usualHits: sum('usualHits') }];
    }),
  );
}
