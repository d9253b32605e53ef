import { constants } from 'node:fs';
import { access, readdir, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { hasCode } from '../../runtime/error-code.ts';
import { DatabaseError } from '../connection.ts';
import { holderOf, lockDirectory } from './lock.ts';
import { refuseMoved } from './moved.ts';

export interface OwnDirectory {
  readonly place: string;
  release(): void;
}

/**
 * Makes a directory this process's own, and opens nothing in it.
 * @throws DatabaseError where another process has it, what is in it is no whole database, or it was moved to a server
 */
export async function holdDirectory(directory: string): Promise<OwnDirectory> {
  return await holdWhole(directory, refuseMoved);
}

export async function holdToMove(directory: string): Promise<OwnDirectory> {
  return await holdWhole(directory, async () => undefined);
}

async function holdWhole(
  directory: string,
  check: (directory: string) => Promise<void>,
): Promise<OwnDirectory> {
  const { release } = await lockDirectory(directory);
  const place = join(directory, 'postgres');
  try {
    await check(directory);
    await isMade(place);
  } catch (error) {
    release();
    throw error;
  }
  return { place, release };
}

/** Whether there is a database; in a folder that is missing or empty there is none. @throws DatabaseError where there is a part of one */
export async function isMade(place: string): Promise<boolean> {
  const names = await readdir(place).catch((error: unknown): string[] => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  if (names.length === 0 || names.includes('PG_VERSION')) return names.length > 0;
  const message = `${place} holds no whole database: it has no PG_VERSION, as where a restore broke off. Nothing in it was touched: restore the folder again, or move it away to begin with an empty database`;
  throw new DatabaseError(message, { code: 'not_whole' });
}

interface DirectoryInspection {
  /** `missing`: the folder is not there yet; `empty`: no database has been made in it. */
  readonly state: 'missing' | 'empty' | 'made';
  readonly holder: string | undefined;
  readonly freeBytes: number;
}

/** Makes nothing. @throws DatabaseError where it holds a part of a database, and Node's own where it is not writable */
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
