import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Checks out an earlier commit into a folder, installs the packages of its lock file, and returns its root. */
export async function installBefore(commit: string, folder: string): Promise<string> {
  const root = join(folder, 'before');
  await mkdir(root);
  const archive = join(folder, 'before.tar');
  await run('git', ['archive', `--output=${archive}`, '--end-of-options', commit], {
    cwd: join(import.meta.dirname, '..'),
  });
  await run('tar', ['-xf', archive, '-C', root]);
  await run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: root });
  return root;
}
