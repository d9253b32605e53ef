import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Lays an earlier commit out in a folder, with the packages of its own lock file, and returns where it is. */
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
