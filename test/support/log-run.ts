import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the log lines of the whole run are gathered. */
    logFile: string;
    auditFile: string;
    /** Where the log lines are gathered of the bots whose entries are. */
    auditedLogFile: string;
    /** Where what leaves the bot otherwise is gathered: files, what Slack keeps for it, metrics, keys in Redis. */
    sentFile: string;
  }
}

/** Vitest's global set-up: names the file in which a run gathers its log lines. */
export function setup(project: TestProject): void {
  process.env.SMS_DESK_TEST_LOG ??= join(mkdtempSync(join(tmpdir(), 'sms-desk-log-')), 'lines.ndjson');
  project.provide('logFile', process.env.SMS_DESK_TEST_LOG);
  project.provide('auditFile', `${process.env.SMS_DESK_TEST_LOG}.audit`);
  project.provide('auditedLogFile', `${process.env.SMS_DESK_TEST_LOG}.audited`);
  project.provide('sentFile', `${process.env.SMS_DESK_TEST_LOG}.sent`);
}
