import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { start } from '../../support/process.ts';

async function run(env: Record<string, string>) {
  const { code, stdout } = await start('test/support/thread.ts', [], env).ended;
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

describe('a thread', () => {
  test('stores no compiled code when its process stores none', async () => {
    expect(await run({ NODE_COMPILE_CACHE: '' })).toEqual({ inThread: {} });
  });

  test('stores compiled code in the same folder as its process', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sms-desk-'));
    const { inThread, compiledIn } = await run({ NODE_COMPILE_CACHE: folder });
    expect(compiledIn).toContain(folder);
    expect(inThread.compiledIn).toBe(compiledIn);
  });
});
