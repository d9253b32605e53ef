import { QUARTER_MS } from '../../runtime/durations.ts';
import { type Proportion, sumOf } from '../figures/rates.ts';
import type { OperatorCounts, QuarterCounts } from './counts.ts';
import type { Compared } from './findings.ts';
import type { LookName, Looks } from './look.ts';

/** Window of the waiting messages. */
const WAITING_MS = 5 * 60_000;

/** Counts only new messages. Silence needs readings every quarter of an hour: the platform may have been down. */
export function looksOf(
  { counts, quarters }: Pick<OperatorCounts, 'counts' | 'quarters'>,
  compared: Compared,
  readMs: number,
  last: (Pick<OperatorCounts, 'quarters'> & { readonly readMs: number }) | undefined,
): Looks {
  const { shares } = compared;
  const elapsedMs = last ? readMs - last.readMs : WAITING_MS;
  const part = Math.min(1, elapsedMs / WAITING_MS);
  const of = (name: LookName, usual: number | undefined, { of, hits }: Proportion): Looks => {
    const some = { of: Math.max(0, of), hits: Math.max(0, Math.min(of, hits)) };
    return usual === undefined ? {} : { [name]: { ...some, usualHits: usual * some.of } };
  };
  const { hits, of: waited } = counts.waiting;
  const waiting = of('waiting', shares.waiting, { of: part * waited, hits: part * hits });
  if (!last?.quarters || !quarters) return waiting;

  const since = new Map(last.quarters.map((one) => [one.start, one]));
  const fresh = (name: Exclude<keyof QuarterCounts, 'start'>) =>
    sumOf(quarters, (one) => one[name] - (since.get(one.start)?.[name] ?? 0));
  const [submitted, failed, slow] = [fresh('submitted'), fresh('failed'), fresh('slow')];
  const missing = Math.max(0, submitted - fresh('handedOver') - failed);
  const least = (compared.leastRecent * elapsedMs) / QUARTER_MS;
  const isSteady = compared.weeks > 1 && elapsedMs <= QUARTER_MS;
  return {
    ...waiting,
    ...of('slow_hand_over', shares.slowHandOver, { of: submitted, hits: missing }),
    ...of('handed_over_late', shares.slowHandOver, { of: submitted, hits: slow }),
    ...of('resolved_late', shares.late, { of: submitted, hits: fresh('late') + failed }),
    ...of('failures', shares.failed, { of: submitted, hits: failed }),
    ...(isSteady ? { silence: { hits: submitted, of: least, usualHits: least } } : {}),
  };
}

export function addLooks(list: readonly Looks[]): Looks {
  const names = [...new Set(list.flatMap((looks) => Object.keys(looks) as LookName[]))];
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        of: sumOf(list, (looks) => looks[name]?.of ?? 0),
        hits: sumOf(list, (looks) => looks[name]?.hits ?? 0),
        usualHits: sumOf(list, (looks) => looks[name]?.usualHits ?? 0),
      },
    ]),
  );
}
