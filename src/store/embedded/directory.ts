import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../runtime/error-code.ts';
import { DatabaseError } from '../connection.ts';
import { lockDirectory } from './lock.ts';
import { refuseMoved } from './moved.ts';

/** A directory that is this process's own until it is released, or the process ends. */
export interface OwnDirectory {
  /** Where in it the database is, or is to be made. */
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

/** The same, for whoever moves it. */
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
