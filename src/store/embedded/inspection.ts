import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { hasCode } from '../../runtime/error-code.ts';
import { isMade } from './directory.ts';
import { holderOf } from './lock.ts';

/** What is found in the folder of the embedded database, without opening it. */
interface DirectoryInspection {
  /** `missing`: the folder is not there yet; `empty`: no database has been made in it. */
  readonly state: 'missing' | 'empty' | 'made';
  /** The process that has the folder just now, as far as there is one. */
  readonly holder: string | undefined;
  /** On its disk, for this account. */
  readonly freeBytes: number;
}

/**
 * Looks at the folder of an embedded database. Nothing is made in it.
 * @throws DatabaseError where it holds a part of a database, and Node's own where the account may not write there
 */
export async function inspectDirectory(directory: string): Promise<DirectoryInspection> {
  const place = resolve(directory);
  const there = await nearest(place);
  await access(there, constants.W_OK | constants.X_OK);
  const { bavail, bsize } = await statfs(there);
  const freeBytes = bavail * bsize;
  if (there !== place) return { state: 'missing', holder: undefined, freeBytes };
  const state = (await isMade(join(place, 'postgres'))) ? 'made' : 'empty';
  return { state, holder: await holderOf(place), freeBytes };
}

/** The folder itself, or the one of those around it that is there. */
async function nearest(path: string): Promise<string> {
  try {
    await access(path);
    return path;
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error;
    return await nearest(dirname(path));
  }
}
