import { appendFileSync } from 'node:fs';
import { inject } from 'vitest';
import { createLog, type Log } from '../../src/ops/log.ts';

/**
 * A log that keeps its lines, and hands a copy to the audit that reads every line of the whole run.
 * It is given no secrets to hide: they must not come in the first place.
 */
export function recordLog({ level = 'trace', onLine = (_line: string) => {} } = {}): {
  readonly log: Log;
  readonly lines: Record<string, unknown>[];
} {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({
    level,
    destination: {
      write(line: string) {
        lines.push(JSON.parse(line));
        appendFileSync(inject('logFile'), line);
        onLine(line);
      },
    },
  });
  return { log, lines };
}
