import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { DatabaseError } from '../connection.ts';

interface DirectoryLock {
  release(): void;
}

const holder = z.object({ pid: z.number(), since: z.string() });

/**
 * Makes a directory this process's own until it is released or the process ends, however it ends: what is held is
 * the operating system's lock on an open file, by way of SQLite. It holds between containers that share the
 * directory on one machine, too, which a process id in a file does not.
 * @throws DatabaseError naming who has it and since when
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  await mkdir(directory, { recursive: true });
  const holderPath = join(directory, 'owner.json');
  const file = new DatabaseSync(join(directory, 'owner.lock'), { timeout: 0 });
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (!isBusy(error)) throw error;
    throw new DatabaseError(`${directory} is in use ${await describeHolder(holderPath)}`, {
      code: 'directory_in_use',
      cause: error,
    });
  }
  try {
    await writeFile(holderPath, JSON.stringify({ pid: process.pid, since: new Date().toISOString() }));
  } catch (error) {
    file.close();
    throw error;
  }
  return { release: () => file.close() };
}

async function describeHolder(path: string): Promise<string> {
  try {
    const { pid, since } = holder.parse(JSON.parse(await readFile(path, 'utf8')));
    return `by process ${pid} since ${new Date(since).toUTCString()}. One process at a time can open it: stop that one, give this one a DATA_DIR of its own, or set DATABASE_URL`;
  } catch {
    // It has the lock and has not yet said who it is.
    return 'by another process that is just starting';
  }
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
