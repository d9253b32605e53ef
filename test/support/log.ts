import { appendFileSync } from 'node:fs';
import { inject } from 'vitest';
import { createLog, type Log } from '../../src/ops/log.ts';

/**
 * A log that stores its lines and passes a copy to the test that reads all lines of the run. It redacts no secrets,
 * because none may be logged.
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
