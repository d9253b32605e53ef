import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import type { PGlite } from '@electric-sql/pglite';
import { DatabaseError } from './database-error.ts';
import { lockDirectory } from './directory-lock.ts';

/** An embedded Postgres in memory, gone when it is closed. */
export async function openInMemory(): Promise<PGlite> {
  return await open(undefined);
}

/**
 * The embedded Postgres under a directory, made there where there is none yet; the directory stays locked until
 * it is closed. @throws DatabaseError where another process has it
 */
export async function openInDirectory(directory: string): Promise<{
  readonly pglite: PGlite;
  readonly release: () => void;
}> {
  const lock = await lockDirectory(directory);
  try {
    const place = join(directory, 'postgres');
    if (!existsSync(place)) await prepare(directory, place);
    return { pglite: await open(place), release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function open(place: string | undefined): Promise<PGlite> {
  // Otherwise V8 soon compiles the most used parts a second time, which costs 200 MB and gains nothing that is felt.
  setFlagsFromString('--wasm-tiering-budget=1000000000');
  // Loaded here because many a process never needs it.
  const { PGlite } = await import('@electric-sql/pglite');
  return await PGlite.create({
    ...(place ? { dataDir: place } : {}),
    postgresqlconf: EMBEDDED_SETTINGS,
    parsers: { [BYTEA]: (text) => Buffer.from(text.slice(HEX_MARK.length), 'hex') },
    serializers: { [BYTEA]: (bytes: Uint8Array) => HEX_MARK + Buffer.from(bytes).toString('hex') },
  });
}

/** Type of bytes. The library's own way with them takes ten times as long. */
const BYTEA = 17;
const HEX_MARK = '\\x';

/** There is one session, and little to keep. */
const EMBEDDED_SETTINGS = ['shared_buffers=8MB', 'wal_buffers=256kB'];

const DRAFT = 'postgres.new-';

/**
 * Making a new one takes 600 MB, which a process would keep for long: it is done in another one that ends. It
 * gets its name when it is whole.
 */
async function prepare(directory: string, place: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name.startsWith(DRAFT)) await rm(join(directory, name), { recursive: true, force: true });
  }
  const draft = join(directory, `${DRAFT}${randomBytes(4).toString('hex')}`);
  const script = fileURLToPath(new URL('./prepare-directory.ts', import.meta.url));
  try {
    await promisify(execFile)(process.execPath, [script, draft], { env: { PATH: process.env.PATH } });
  } catch (error) {
    throw new DatabaseError(`No database could be made in ${directory}`, {
      code: 'not_prepared',
      cause: error,
    });
  }
  await rename(draft, place);
}
