import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEmbedded } from '../../../src/store/embedded/database.ts';
import { readSnapshot } from '../../../src/store/embedded/snapshot.ts';
import { recordLog } from '../../support/log.ts';
import { temporaryDirectory } from '../../support/store.ts';

test('a damaged snapshot is created again, and the database still opens', async () => {
  const snapshot = join(temporaryDirectory(), 'a.snapshot');
  writeFileSync(snapshot, randomBytes(100_000));
  const database = await openEmbedded({
    directory: undefined,
    snapshot,
    prepare: async () => {},
    limitMs: 60_000,
    log: recordLog().log,
  });
  onTestFinished(() => database.close());
  expect(await database.query('select 1 as one', [])).toMatchObject({ rows: [{ one: 1 }] });

  const whole = readFileSync(snapshot);
  expect(await readSnapshot(snapshot)).toHaveProperty('size', whole.length - 4);
  for (const damaged of [whole.subarray(0, 1_000), whole.fill(1, 10_000_000, 10_000_100), Buffer.alloc(2)]) {
    writeFileSync(snapshot, damaged);
    expect(await readSnapshot(snapshot)).toBeUndefined();
  }
});
