import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { DatabaseError } from '../connection.ts';
import { type Embedded, type EmbeddedThreadOptions, openThread } from './thread.ts';

export interface EmbeddedOptions extends Omit<EmbeddedThreadOptions, 'place'> {
  /** Made where there is none yet, and locked until the database is closed; `undefined`: in memory. */
  readonly directory: string | undefined;
}

/**
 * An embedded Postgres that outlives its thread: where that breaks down, what was asked of it fails, and the next use
 * opens and prepares it in another. One in memory is empty then. @throws DatabaseError where another process has it
 */
export async function openEmbedded({ directory, ...options }: EmbeddedOptions): Promise<Embedded> {
  const { place, release } =
    directory === undefined ? { place: undefined, release() {} } : await takeDirectory(directory);
  let opening: Promise<Embedded> | undefined;
  let isClosed = false;

  async function thread(): Promise<Embedded> {
    if (isClosed) throw new Error('the database is closed');
    opening ??= openThread({ ...options, place });
    const opened = opening;
    const found = await opened.catch(() => undefined);
    if (found && !found.closed) return found;
    if (opening === opened) opening = undefined;
    // Whoever waited for it is told why it failed.
    return found ? await thread() : await opened;
  }

  try {
    await thread();
  } catch (error) {
    release();
    throw error;
  }
  return {
    ready: true,
    waitReady: Promise.resolve(),
    get closed() {
      return isClosed;
    },
    query: async (...statement) => (await thread()).query(...statement),
    exec: async (sql) => (await thread()).exec(sql),
    transaction: async (work) => (await thread()).transaction(work),
    async close() {
      if (isClosed) return;
      isClosed = true;
      try {
        await (await opening?.catch(() => undefined))?.close();
      } finally {
        release();
      }
    },
  };
}

/** Where the database is in a directory that is this process's own now. */
async function takeDirectory(directory: string): Promise<{ place: string; release(): void }> {
  const lock = await lockDirectory(directory);
  try {
    const place = join(directory, 'postgres');
    if (!existsSync(place)) await prepareDirectory(directory, place);
    return { place, release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}

const DRAFT = 'postgres.new-';

/**
 * Done in a process that ends: memory that WebAssembly took is given back with it. It gets its name when it is whole, and
 * is not finished for a process that has ended meanwhile.
 */
async function prepareDirectory(directory: string, place: string): Promise<void> {
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
  } catch (error) {
    const message = `No database could be made in ${directory}`;
    throw new DatabaseError(message, { code: 'not_prepared', cause: error });
  } finally {
    process.off('exit', end);
  }
  await rename(draft, place);
}

const holder = z.object({ pid: z.number(), since: z.string() });

/**
 * Makes a directory this process's own until it is released or the process ends, however it ends: what is held is
 * the operating system's lock on an open file, by way of SQLite. It holds between containers that share the
 * directory on one machine, too, which a process id in a file does not.
 * @throws DatabaseError naming who has it and since when
 */
export async function lockDirectory(directory: string): Promise<{ release(): void }> {
  await mkdir(directory, { recursive: true });
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
