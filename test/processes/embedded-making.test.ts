import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchMemory } from '../../bench/process-memory.ts';
import { start } from '../support/process.ts';
import { temporaryDirectory } from '../support/store.ts';

const MOST_BYTES = 300e6;

test.runIf(process.platform === 'linux')('a new database needs little memory and is private', async () => {
  const place = join(temporaryDirectory(), 'postgres');
  const making = start('src/store/embedded/prepare-directory.ts', [place]);
  const memory = watchMemory(making.child.pid ?? 0, { everyMs: 20 });
  expect(await making.ended).toMatchObject({ code: 0, stderr: '' });
  expect(await memory.stop()).toBeLessThan(MOST_BYTES);
  expect(memory.peakBytes()).toBeGreaterThan(50e6);

  expect(existsSync(join(place, 'PG_VERSION'))).toBe(true);
  expect((await stat(place)).mode & 0o007).toBe(0);
});
