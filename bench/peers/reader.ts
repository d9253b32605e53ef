import { createHash } from 'node:crypto';
import type { ReportFigures } from './entry.ts';

export interface ReaderResult {
  readonly tookMs: number;
  /** CPU time of all threads: more reliable than elapsed time on a busy machine. */
  readonly processorMs: number;
  /** Peak memory of the process. */
  readonly peakBytes: number;
  /** Memory before reading starts: the code. */
  readonly codeBytes: number;
  /** Digest of the figures; `undefined` if the reader computes none. */
  readonly figures: string | undefined;
}

/**
 * Runs a reader on the URL and days of the command line (`http://… 2024-11-18 …`) and prints a `ReaderResult`. The time
 * is from the first request to the figures, without the start of the process.
 */
export async function runReader(
  read: (url: string, days: readonly string[]) => Promise<ReportFigures | undefined>,
): Promise<void> {
  const [url = '', ...days] = process.argv.slice(2);
  const codeBytes = process.memoryUsage.rss();
  const startedAt = process.cpuUsage();
  const startedMs = performance.now();
  const figures = await read(url, days);
  const tookMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(startedAt);
  const result: ReaderResult = {
    tookMs,
    processorMs: (user + system) / 1000,
    peakBytes: process.resourceUsage().maxRSS * 1024,
    codeBytes,
    figures: figures && digestOf(figures),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

function digestOf(figures: ReportFigures): string {
  const text = JSON.stringify(figures, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
