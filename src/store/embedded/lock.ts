import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { DatabaseError } from '../connection.ts';

const holder = z.object({ pid: z.number(), since: z.string() });

/** Locks the folder through SQLite, which also works between containers. @throws DatabaseError if locked */
export async function lockDirectory(directory: string): Promise<{ release(): void }> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const holderPath = join(directory, 'owner.json');
  const file = new DatabaseSync(join(directory, 'owner.lock'), { timeout: 0 });
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (!isBusy(error)) throw error;
    const message = `${directory} is in use ${await describeHolder(holderPath)}`;
    throw new DatabaseError(message, { code: 'directory_in_use', cause: error });
  }
  const since = new Date().toISOString();
  // This file names the lock’s holder for messages; the lock is valid even without this file.
  await writeFile(holderPath, JSON.stringify({ pid: process.pid, since })).catch(() =>
    rm(holderPath, { force: true }),
  );
  return { release: () => file.close() };
}

/** @returns a description of the process that locked the folder; `undefined` if it is not locked */
export async function holderOf(directory: string): Promise<string | undefined> {
  const path = join(directory, 'owner.lock');
  if (!existsSync(path)) return undefined;
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec('BEGIN EXCLUSIVE');
    return undefined;
  } catch (error) {
    if (!isBusy(error)) throw error;
    return await readHolder(join(directory, 'owner.json')).then(
      ({ pid, since }) => `process ${pid}, since ${new Date(since).toUTCString()}`,
      () => 'a process that is just starting',
    );
  } finally {
    file.close();
  }
}

const readHolder = async (path: string) => holder.parse(JSON.parse(await readFile(path, 'utf8')));

const describeHolder = (path: string) =>
  readHolder(path).then(
    ({ pid, since }) =>
      `by process ${pid} since ${new Date(since).toUTCString()}. One process at a time can open it: stop that one, give this one a DATA_DIR of its own, or set DATABASE_URL`,
    () => 'by another process that is just starting',
  );

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
