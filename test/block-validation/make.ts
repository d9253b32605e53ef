import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { filesIn } from './validate.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Where `npm run validate-blocks` leaves them, to be pasted into Block Kit Builder. */
export const BLOCKS = join(ROOT, 'node_modules/.cache/blocks');

/** The test files that make views to be validated: each names them where it opens its golden file. */
export function viewTests(): string[] {
  return globSync('test/**/*.test.ts', { cwd: ROOT }).filter((path) =>
    /\bgolden\(\s*'[a-z-]+',\s*\[/.test(readFileSync(join(ROOT, path), 'utf8')),
  );
}

/**
 * Runs tests that make views, all unless told, and has them write the blocks of those to be validated into an empty
 * folder. What goldens say is not compared: a view can be validated before it is accepted. @throws what a test prints
 */
export async function makeBlocks(folder: string, tests: readonly string[] = viewTests()): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  // No variable of a test run that this is a part of.
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const made = spawn(process.execPath, [vitest, 'run', '--project', 'tests', ...tests], {
    cwd: ROOT,
    env: { PATH, HOME, NODE_COMPILE_CACHE, NO_COLOR: '1', GOLDEN_BLOCKS: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed, [code]] = await Promise.all([text(made.stdout), once(made, 'close')]);
  if (code !== 0 || filesIn(folder).length === 0) throw new Error(`The views could not be made.\n${printed}`);
}
