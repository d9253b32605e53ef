import { constants, existsSync } from 'node:fs';
import { access, mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { hasCode } from '../../runtime/error-code.ts';
import { DatabaseError } from '../connection.ts';
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

/** Locks the folder through SQLite, which also works between containers. @throws DatabaseError if locked */
export async function lockDirectory(directory: string): Promise<{ release(): void }> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const lock = tryLock(directory);
  if (!lock) {
    const holder = await readHolder(directory).then(
      ({ pid, since }) =>
        `by process ${pid} since ${since}. One process at a time can open it: stop that one, give this one a DATA_DIR of its own, or set DATABASE_URL`,
      () => 'by another process that is just starting',
    );
    throw new DatabaseError(`${directory} is in use ${holder}`, { code: 'directory_in_use' });
  }
  const holderPath = holderPathIn(directory);
  const since = new Date().toISOString();
  // This file names the lock’s holder for messages; the lock is valid even without this file.
  await writeFile(holderPath, JSON.stringify({ pid: process.pid, since })).catch(() =>
    rm(holderPath, { force: true }),
  );
  return { release: () => lock.close() };
}

async function holderOf(directory: string): Promise<string | undefined> {
  if (!existsSync(lockPathIn(directory))) return undefined;
  const lock = tryLock(directory);
  lock?.close();
  if (lock) return undefined;
  return await readHolder(directory).then(
    ({ pid, since }) => `process ${pid}, since ${since}`,
    () => 'a process that is just starting',
  );
}

const lockPathIn = (directory: string) => join(directory, 'owner.lock');
const holderPathIn = (directory: string) => join(directory, 'owner.json');

const SQLITE_BUSY = 5;

/** @returns the lock, to be closed; `undefined` if another process has it */
function tryLock(directory: string): DatabaseSync | undefined {
  const file = new DatabaseSync(lockPathIn(directory), { timeout: 0 });
  try {
    file.exec('BEGIN EXCLUSIVE');
    return file;
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

const holder = z.object({
  pid: z.number(),
  since: z.string().transform((text) => new Date(text).toUTCString()),
});

async function readHolder(directory: string): Promise<z.output<typeof holder>> {
  return holder.parse(JSON.parse(await readFile(holderPathIn(directory), 'utf8')));
}
