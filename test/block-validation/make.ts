import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { filesIn } from './validate.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The folder where `npm run validate-blocks` leaves the blocks, for Block Kit Builder. */
export const BLOCKS = join(ROOT, 'node_modules/.cache/blocks');

/** The test files of views to validate: each lists these views where it opens its golden file. */
export function viewTests(): string[] {
  return globSync('test/**/*.test.ts', { cwd: ROOT }).filter((path) =>
    /\bgolden\(\s*'[a-z-]+',\s*\[/.test(readFileSync(join(ROOT, path), 'utf8')),
  );
}

/**
 * Runs view tests, by default all, which write the blocks to validate into an empty folder. Golden files are not
 * compared, so that a view can be validated before it is accepted. @throws with the output of failed tests
 */
export async function makeBlocks(folder: string, tests: readonly string[] = viewTests()): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  // Without the variables of a surrounding test run.
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const testRun = spawn(process.execPath, [vitest, 'run', '--project', 'tests', ...tests], {
    cwd: ROOT,
    env: { PATH, HOME, NODE_COMPILE_CACHE, NO_COLOR: '1', GOLDEN_BLOCKS: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed, [code]] = await Promise.all([text(testRun.stdout), once(testRun, 'close')]);
  if (code !== 0 || filesIn(folder).length === 0) throw new Error(`The views could not be made.\n${printed}`);
}
