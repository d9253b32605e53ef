import { createHash } from 'node:crypto';
import type { ReportFigures } from './entry.ts';

/** What a reader tells of its run. */
export interface ReaderResult {
  readonly tookMs: number;
  /** Of all threads, which tells more than the time where the machine has other work. */
  readonly processorMs: number;
  /** The most memory the process ever took. */
  readonly peakBytes: number;
  /** What it took before it began: its code. */
  readonly codeBytes: number;
  /** Equal for equal figures; `undefined` where none were made. */
  readonly figures: string | undefined;
}

/**
 * Runs a reader on the platform and days that the command line names (`http://… 2024-11-18 …`) and prints
 * `ReaderResult`: from the first request to the figures, without the start of the process.
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
