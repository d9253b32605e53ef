interface Backoff {
  /** Before the second attempt. */
  readonly firstMs: number;
  /** No step is longer, before the jitter. */
  readonly mostMs?: number;
}

/**
 * The pause after so many failures (0: the first): doubled each time, then made shorter or longer by up to a half, so
 * that those who failed together do not come back together.
 */
export function backoffMs(failures: number, { firstMs, mostMs = Number.POSITIVE_INFINITY }: Backoff): number {
  return Math.min(firstMs * 2 ** failures, mostMs) * (0.5 + Math.random());
}
