import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { ServedOperation } from '../../src/control/operation.ts';
import { startControlServer } from '../../src/control/server.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { recordLog } from './log.ts';
import { copyCachedDatabase } from './store.ts';

/** A folder with an open database for all tests of a suite, because opening takes a second. A test may release it. */
export function suiteFolder() {
  let path = '';
  let opened: Database | undefined;
  beforeAll(async () => {
    path = mkdtempSync(join(tmpdir(), 'sms-desk-folder-'));
    await copyCachedDatabase(path);
  });
  afterAll(async () => {
    await close();
    rmSync(path, { recursive: true, force: true });
  });

  async function open(): Promise<Database> {
    opened ??= openDatabase({ dataDir: path, log: recordLog().log });
    await opened.open();
    return opened;
  }

  async function close(): Promise<void> {
    await opened?.close();
    opened = undefined;
  }

  return {
    path: () => path,
    open,
    close,
    /** Answers operator commands, as a running bot does, until the end of the test. */
    async answer(operations?: readonly ServedOperation[]) {
      const database = await open();
      const { log, lines } = recordLog();
      const stop = await startControlServer({
        ...{ dataDir: path, log, database: async () => database },
        ...(operations === undefined ? {} : { operations }),
      });
      onTestFinished(stop);
      return { database, lines, stop };
    },
  };
}
