import { setTimeout as pause } from 'node:timers/promises';
import { compareWithOthers, hourAround, type Others, troubledOf } from '../../domain/others.ts';
import type { Traffic } from '../../traffic/types.ts';
import type { StatusModel } from './lookup.ts';

export interface OthersDeps {
  readonly traffic: Pick<Traffic, 'held'>;
  /** What is held is there at once, or not worth waiting for: 50 ms unless told. */
  readonly othersWithinMs?: number;
}

const OTHERS_WITHIN_MS = 50;

/**
 * Whether it is just this customer: the number's newest message in trouble, held against its operator's others. From
 * figures that are held already; `undefined` where these say nothing, or not soon enough.
 */
export async function othersOf(
  { all, verdict }: Pick<StatusModel, 'all' | 'verdict'>,
  { traffic, othersWithinMs = OTHERS_WITHIN_MS }: OthersDeps,
): Promise<Others | undefined> {
  const troubled = troubledOf(all, verdict);
  if (!troubled) return undefined;
  const over = new AbortController();
  const figures = await Promise.race([
    // Whoever keeps them has said so where they cannot be had.
    traffic.held(hourAround(troubled)).catch(() => undefined),
    pause(othersWithinMs, undefined, { signal: over.signal }).catch(() => undefined),
  ]);
  over.abort();
  const own = all.map(({ message }) => message);
  return figures && compareWithOthers(troubled, own, figures);
}
