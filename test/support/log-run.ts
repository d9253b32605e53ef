import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** File with the log lines of the whole run. */
    logFile: string;
    auditFile: string;
    /** File with the log lines of bots with recorded audit entries. */
    auditedLogFile: string;
    /** File with the bot's other output: files, data stored at Slack, metrics, keys in Redis. */
    sentFile: string;
  }
}

/** Vitest's global set-up: provides the paths of the run's log files. */
export function setup(project: TestProject): void {
  process.env.SMS_DESK_TEST_LOG ??= join(mkdtempSync(join(tmpdir(), 'sms-desk-log-')), 'lines.ndjson');
  project.provide('logFile', process.env.SMS_DESK_TEST_LOG);
  project.provide('auditFile', `${process.env.SMS_DESK_TEST_LOG}.audit`);
  project.provide('auditedLogFile', `${process.env.SMS_DESK_TEST_LOG}.audited`);
  project.provide('sentFile', `${process.env.SMS_DESK_TEST_LOG}.sent`);
}
