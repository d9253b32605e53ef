import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DatabaseError } from '../connection.ts';

const DRAFT = 'postgres.new-';

/**
 * Makes a database at a place. Done in a process that ends: memory that WebAssembly took is given back with it. It gets
 * its name when it is whole, and is not finished for a process that has ended meanwhile.
 */
export async function prepareDirectory(place: string): Promise<void> {
  const directory = dirname(place);
  for (const name of await readdir(directory)) {
    if (name.startsWith(DRAFT)) await rm(join(directory, name), { recursive: true, force: true });
  }
  const draft = join(directory, `${DRAFT}${randomBytes(4).toString('hex')}`);
  const script = fileURLToPath(new URL('./prepare-directory.ts', import.meta.url));
  const preparing = promisify(execFile)(process.execPath, [script, draft], {
    env: { PATH: process.env.PATH },
  });
  const end = () => preparing.child.kill();
  process.once('exit', end);
  try {
    await preparing;
    await rename(draft, place);
  } catch (error) {
    const message = `No database could be made in ${directory}: ${reasonOf(error)}`;
    throw new DatabaseError(message, { code: 'not_prepared' });
  } finally {
    process.off('exit', end);
  }
}

/** What the process wrote as it ended: its last words, which it has made a sentence of. */
function reasonOf(error: unknown): string {
  const written = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  return written.split('\n').at(-1) || (error instanceof Error ? error.message : 'it ended without a word');
}
