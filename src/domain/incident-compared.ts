import type { Baseline, Basis } from './incident-baseline.ts';
import { addCounts, type Counts, NO_COUNTS, type Part, type ShareName, shareOf } from './incident-counts.ts';

/** On fewer messages than these no usual share rests. */
const FEWEST_USUAL = 50;
/** An operator of whose messages so many usually wait sends no receipts; the rest are mistakes. */
const NO_RECEIPTS_SHARE = 0.95;

const SHARES: readonly ShareName[] = ['waiting', 'late', 'slowHandOver', 'failed', 'clockOff'];

/** Counts beside what they would be as usual, in the same sizes; both are empty where nothing can be compared. */
export interface Compared {
  readonly now: Counts;
  readonly usual: Counts;
  readonly leastRecent: number;
  readonly weeks: number;
  /** From 0 to 1: how many of the weeks are reconstructed. */
  readonly rebuilt: number;
  readonly basis: Basis;
}

/** Whether an operator is one that sends no receipts, as far as its usual hour tells. */
export function sendsReceipts({ counts: { waiting } }: Baseline): boolean {
  return waiting.of < FEWEST_USUAL || waiting.hits / waiting.of < NO_RECEIPTS_SHARE;
}

/** What can be compared. Of an operator that sends no receipts, its hand-over, failures and silence. */
export function compareWith(now: Counts, baseline: Baseline): Compared {
  const { counts, basis, weeks, rebuiltWeeks, leastRecent } = baseline;
  const left = new Set<ShareName>(SHARES.filter((name) => counts[name].of < FEWEST_USUAL));
  if (!sendsReceipts(baseline)) {
    left.add('waiting');
    left.add('late');
  }
  const each = (of: <Name extends ShareName>(name: Name) => Counts[Name]): Omit<Counts, 'recent'> => {
    const part = <Name extends ShareName>(name: Name) => (left.has(name) ? NO_COUNTS[name] : of(name));
    return {
      waiting: part('waiting'),
      late: part('late'),
      slowHandOver: part('slowHandOver'),
      failed: part('failed'),
      clockOff: part('clockOff'),
    };
  };
  const usual = (name: ShareName): Part => ({
    of: now[name].of,
    hits: now[name].of * (shareOf(counts[name]) ?? 0),
  });
  return {
    now: { recent: now.recent, ...each((name) => now[name]) },
    usual: addCounts([{ recent: leastRecent, ...each(usual) }]),
    leastRecent,
    weeks,
    rebuilt: rebuiltWeeks / weeks,
    basis,
  };
}

/** All operators together: what is usual follows from which of them carry the traffic now. */
export function addCompared(list: readonly Compared[]): Compared {
  return {
    now: addCounts(list.map(({ now }) => now)),
    usual: addCounts(list.map(({ usual }) => usual)),
    leastRecent: list.reduce((sum, { leastRecent }) => sum + leastRecent, 0),
    weeks: Math.max(...list.map(({ weeks }) => weeks)),
    rebuilt: Math.max(...list.map(({ rebuilt }) => rebuilt)),
    basis: list.some(({ basis }) => basis === 'reconstructed') ? 'reconstructed' : 'observed',
  };
}
