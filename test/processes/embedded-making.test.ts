import { existsSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchMemory } from '../../bench/process-memory.ts';
import { start } from '../support/process.ts';
import { temporaryDirectory } from '../support/store.ts';

const MOST_BYTES = 300e6;
/** What the creation reads of memory that was never written: 128 MB of a second Postgres, twice. */
const READ_BYTES = 256 * 1024 * 1024;

/** Whether this system gives memory of its own to pages that are only read. Linux usually shares one page of zeros. */
function takesMemoryToRead(): boolean {
  const anonymousKilobytes = () =>
    Number(/^Anonymous:\s+(\d+)/m.exec(readFileSync('/proc/self/smaps_rollup', 'utf8'))?.[1]);
  const bytes = Buffer.from(new ArrayBuffer(64 * 1024 * 1024));
  const before = anonymousKilobytes();
  bytes.includes(1);
  return anonymousKilobytes() - before > 32 * 1024;
}

test.runIf(process.platform === 'linux')('a new database needs little memory and is private', async () => {
  const place = join(temporaryDirectory(), 'postgres');
  const making = start('src/store/embedded/prepare-directory.ts', [place]);
  const memory = watchMemory(making.child.pid ?? 0, { everyMs: 20 });
  expect(await making.ended).toMatchObject({ code: 0, stderr: '' });
  expect(await memory.stop()).toBeLessThan(MOST_BYTES + (takesMemoryToRead() ? READ_BYTES : 0));
  expect(memory.peakBytes()).toBeGreaterThan(50e6);

  expect(existsSync(join(place, 'PG_VERSION'))).toBe(true);
  expect((await stat(place)).mode & 0o007).toBe(0);
});
