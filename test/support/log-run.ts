import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the log lines of the whole run are gathered. */
    logFile: string;
  }
}

/** Vitest's global set-up: names the file in which a run gathers its log lines. */
export function setup(project: TestProject): void {
  process.env.SMS_DESK_TEST_LOG ??= join(mkdtempSync(join(tmpdir(), 'sms-desk-log-')), 'lines.ndjson');
  project.provide('logFile', process.env.SMS_DESK_TEST_LOG);
}
