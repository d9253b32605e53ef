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

/** @throws DatabaseError where another process has the lock, the database is incomplete, or it moved to a server */
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

/** A missing or empty folder has no database. @throws DatabaseError where it is incomplete */
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
  readonly state: 'missing' | 'empty' | 'made';
  readonly holder: string | undefined;
  readonly freeBytes: number;
}

/** Changes nothing. @throws DatabaseError for an incomplete database, Node's error for a read-only folder */
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

/** The nearest existing folder on the path. */
async function nearest(path: string): Promise<string> {
  try {
    await access(path);
    return path;
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error;
    return await nearest(dirname(path));
  }
}
