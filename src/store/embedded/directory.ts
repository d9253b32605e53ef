import { constants, existsSync } from 'node:fs';
import { access, readdir, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { hasCode } from '../../runtime/error-code.ts';
import { DatabaseError } from '../connection.ts';
import { holderOf, lockDirectory } from './lock.ts';
import { refuseMoved } from './moved.ts';

export interface OwnDirectory {
  readonly path: string;
  release(): void;
}

/** Locks the database’s folder. @throws DatabaseError if it is in use, incomplete or moved to a server */
export async function acquireDirectory(directory: string): Promise<OwnDirectory> {
  return await acquireToMove(directory, refuseMoved);
}

/** Like `acquireDirectory`, except that a folder that was moved before is accepted. */
export async function acquireToMove(
  directory: string,
  check = async (_directory: string) => {},
): Promise<OwnDirectory> {
  const { release } = await lockDirectory(directory);
  const path = join(directory, 'postgres');
  try {
    await check(directory);
    await hasDatabase(path);
  } catch (error) {
    release();
    throw error;
  }
  return { path, release };
}

/** This file says that a database was made, so that an emptied folder is not taken for a new one. */
export const madePath = (path: string) => `${path}.made`;

/** @returns false if no database was made yet @throws DatabaseError if it is incomplete, or gone */
export async function hasDatabase(path: string): Promise<boolean> {
  const names = await readdir(path).catch((error: unknown): string[] => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  if (names.includes('PG_VERSION')) return true;
  if (names.length === 0) {
    if (!existsSync(madePath(path))) return false;
    const emptied = `${path} is empty, but had a database: restore it from the backup, or mount its volume. To begin with an empty database, delete ${madePath(path)}`;
    throw new DatabaseError(emptied, { code: 'not_whole' });
  }
  const message = `${path} holds no whole database: it has no PG_VERSION, as where a restore broke off. Nothing in it was touched: restore the folder again, or move it away to begin with an empty database`;
  throw new DatabaseError(message, { code: 'not_whole' });
}

/** Examines the database’s folder. @throws DatabaseError if it is incomplete, Node’s error if read-only */
export async function inspectDirectory(directory: string) {
  const path = resolve(directory);
  const existing = await nearest(path);
  await access(existing, constants.W_OK | constants.X_OK);
  const { bavail, bsize } = await statfs(existing);
  const freeBytes = bavail * bsize;
  if (existing !== path) return { state: 'missing', holder: undefined, freeBytes } as const;
  const state = (await hasDatabase(join(path, 'postgres'))) ? 'created' : 'empty';
  return { state, holder: await holderOf(path), freeBytes } as const;
}

async function nearest(path: string): Promise<string> {
  try {
    await access(path);
    return path;
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error;
    return await nearest(dirname(path));
  }
}
