import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, lstat, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Log } from '../../ops/log.ts';
import { errorCode, hasCode } from '../../runtime/error-code.ts';
import { DatabaseError } from '../connection.ts';
import { acquireDirectory, hasDatabase, madePath } from './directory.ts';
import { type Embedded, type EmbeddedThreadOptions, openThread } from './thread.ts';

const DRAFT = 'postgres.new-';

export interface EmbeddedOptions extends Omit<EmbeddedThreadOptions, 'path'> {
  /** Folder of the database, created if missing, and locked while open; `undefined` for one in memory. */
  readonly directory: string | undefined;
  /** Locks the folder; a caller that already has the lock passes a function that does not lock again. */
  readonly acquire?: typeof acquireDirectory | undefined;
}

/** Opens the database, and reopens it after a crash. @throws DatabaseError if the folder is in use */
export async function openEmbedded({
  directory,
  acquire = acquireDirectory,
  ...options
}: EmbeddedOptions): Promise<Embedded> {
  const { path, release } =
    directory === undefined ? { path: undefined, release() {} } : await acquire(directory);
  let opening: Promise<Embedded> | undefined;
  let isClosed = false;

  async function openThreadOnce(): Promise<Embedded> {
    if (isClosed) throw new Error('the database is closed');
    opening ??= openThread({ ...options, path });
    const opened = opening;
    const found = await opened.catch(() => undefined);
    if (found && !found.closed) return found;
    if (opening === opened) opening = undefined;
    // A database that has closed since is opened again; if the opening failed, the caller gets that error.
    return found ? await openThreadOnce() : await opened;
  }

  try {
    if (directory !== undefined && path !== undefined) {
      if (!(await hasDatabase(path))) await prepareDirectory(path);
      await writeFile(madePath(path), '', { mode: 0o600 });
      await restrictToOwner(directory, options.log);
    }
    await openThreadOnce();
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
    query: async (...statement) => (await openThreadOnce()).query(...statement),
    exec: async (sql) => (await openThreadOnce()).exec(sql),
    transaction: async (work) => (await openThreadOnce()).transaction(work),
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

/** Creates the database in a draft folder by a child process, to free its memory; then renames the folder. */
async function prepareDirectory(path: string): Promise<void> {
  const directory = dirname(path);
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
    await rename(draft, path);
  } catch (error) {
    const message = `No database could be made in ${directory}: ${reasonOf(error)}`;
    throw new DatabaseError(message, { code: 'not_prepared' });
  } finally {
    process.off('exit', end);
  }
}

function reasonOf(error: unknown): string {
  const written = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  return written.split('\n').at(-1) || (error instanceof Error ? error.message : 'it ended without a word');
}

const OTHERS = 0o077;

/** Sets folders to 0700 and files to 0600: older versions, or copies of the folder, gave others access. */
export async function restrictToOwner(directory: string, log: Log): Promise<void> {
  try {
    const path = join(directory, 'postgres');
    // The outer folder comes first, because its access rights also protect everything in it.
    await restrict(path);
    const within = await readdir(path, { recursive: true, withFileTypes: true });
    const own = within.filter((entry) => entry.isFile() || entry.isDirectory());
    await Promise.all(own.map(({ parentPath, name }) => restrict(join(parentPath, name))));
    await Promise.all(['owner.lock', 'owner.json'].map((name) => restrict(join(directory, name))));
  } catch (error) {
    log.warn(
      { reason: errorCode(error) },
      'other accounts of this machine can read the embedded database under DATA_DIR: give it to the account that runs SMS Desk (chown -R), or close it (chmod -R go-rwx)',
    );
  }
}

async function restrict(path: string): Promise<void> {
  try {
    const { mode } = await lstat(path);
    if ((mode & OTHERS) !== 0) await chmod(path, mode & 0o700);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}
