import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEmbedded } from '../../../src/store/embedded/database.ts';
import { recordLog } from '../../support/log.ts';
import { aDirectory } from '../../support/store.ts';

test('a snapshot that was cut off is made anew, and the database opens all the same', async () => {
  const snapshot = join(aDirectory(), 'cut-off.tar');
  writeFileSync(snapshot, 'half a database');
  const database = await openEmbedded({
    directory: undefined,
    snapshot,
    prepare: async () => {},
    limitMs: 60_000,
    log: recordLog().log,
  });
  onTestFinished(() => database.close());
  expect(await database.query('select 1 as one', [])).toMatchObject({ rows: [{ one: 1 }] });
  expect(readFileSync(snapshot).length).toBeGreaterThan(1_000_000);
});
