import { mkdir } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { MemoryFS, PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { DatabaseError } from '../connection.ts';

/** Small buffers and few connections, because the embedded database has one session and little data. */
const SETTINGS = ['shared_buffers=2MB', 'wal_buffers=128kB', 'max_connections=10'];

export interface Postgres {
  readonly database: PGlite;
  /** @returns the last message of Postgres before it ended, which may name files but quotes no stored data */
  lastWords(error: unknown): string;
}

/** Opens Postgres with less memory than the library, which takes 600 MB, or 1 GB for a new database. */
export async function openPostgres(
  directory: string | undefined,
  options: Pick<PGliteOptions, 'parsers' | 'serializers' | 'loadDataDir'> = {},
): Promise<Postgres> {
  compileOnce();
  if (directory !== undefined) await mkdir(directory, { recursive: true, mode: 0o700 });
  let said: string | undefined;
  const lastWords = (error: unknown) => said ?? wordsOf(error);
  const database = new PGlite({
    onStderr(line) {
      said = LAST_WORDS.exec(line)?.[1] ?? said;
      return true;
    },
    fs: directory === undefined ? new MemoryFS() : new DirectoryFS(directory),
    postgresqlconf: SETTINGS,
    // Without these settings, the steps that create a database would allocate 128 MB of buffers.
    initDbStartParams: SETTINGS.flatMap((setting) => ['-c', setting]),
    ...options,
  });
  try {
    await database.waitReady;
  } catch (error) {
    const message = `The embedded database cannot be opened. Postgres’ last words: ${adviceOn(lastWords(error))}`;
    throw new DatabaseError(message, { code: 'not_opened' });
  }
  return { database, lastWords };
}

const LAST_WORDS = /\b(?:FATAL|PANIC): +(.+)$/;

/** File errors that the library throws as numbers of WebAssembly’s system interface (WASI). */
const FILE_ERRORS: Readonly<Record<number, string>> = {
  2: 'EACCES: permission denied',
  29: 'EIO: input/output error',
  51: 'ENOSPC: No space left on device',
  63: 'EPERM: operation not permitted',
  69: 'EROFS: read-only file system',
};

function wordsOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  const number = typeof error === 'object' && error !== null && 'errno' in error ? Number(error.errno) : 0;
  return FILE_ERRORS[number] ?? `a file could not be used (${number})`;
}

function adviceOn(words: string): string {
  if (/no space left/i.test(words))
    return `${words}. Make room on the disk of DATA_DIR; the next use tries again`;
  if (/permission|permitted|read-only/i.test(words)) return `${words}. Let this account write to DATA_DIR`;
  return `${words}. Where files of DATA_DIR/postgres are damaged or missing, put a backup of DATA_DIR in its place`;
}

/** V8 must not optimize WebAssembly: for Postgres’s largest function, this takes 500 MB and gains nothing. */
function compileOnce(): void {
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
}

// Each step of creating a database copies 128 MB of memory, so `create` makes these copies sparse.
const create = PGlite.create.bind(PGlite);
Object.assign(PGlite, {
  async create(options?: PGliteOptions): Promise<PGlite> {
    const database = await create(options);
    copySparsely(database.Module.HEAPU8);
    return database;
  },
});

const PAGE = 4096;

/** Makes `slice` and `set` of `bytes` write only pages that differ: a page never written takes no memory. */
export function copySparsely(bytes: Uint8Array): void {
  const { slice, set } = bytes;
  bytes.slice = (...range) => {
    if (range.length > 0) return slice.apply(bytes, range);
    const copy = new Uint8Array(bytes.length);
    copyDifferent(bytes, copy);
    return copy;
  };
  bytes.set = (source, offset = 0) => {
    if (source instanceof Uint8Array && source.length === bytes.length) copyDifferent(source, bytes);
    else set.call(bytes, source, offset);
  };
}

function copyDifferent(from: Uint8Array, to: Uint8Array): void {
  const [source, target] = [from, to].map(({ buffer, byteOffset, length }) =>
    Buffer.from(buffer, byteOffset, length),
  ) as [Buffer, Buffer];
  for (let at = 0; at < source.length; at += PAGE) {
    const end = Math.min(at + PAGE, source.length);
    if (source.compare(target, at, end, at, end) !== 0) source.copy(target, at, at, end);
  }
}

type FileSystemOptions = Parameters<MemoryFS['init']>[1];

/** Files of PGlite in a folder; the library’s own class creates a database in memory, then unpacks it. */
class DirectoryFS extends MemoryFS {
  readonly #root: string;

  constructor(root: string) {
    super();
    this.#root = root;
  }

  override async init(database: PGlite, options: FileSystemOptions) {
    const { emscriptenOpts } = await super.init(database, options);
    const { preRun = [] } = emscriptenOpts;
    const mount: (typeof preRun)[number] = ({ FS, NODEFS }) => {
      FS.mkdirTree(PGlite.paths.PGDATA);
      const { open } = FS;
      // Gives access only to the owner, because the library ignores the umask of the process.
      FS.open = (path: string, flags: string | number, mode = 0o600) =>
        open.call(FS, path, flags, mode & 0o700);
      FS.mount(NODEFS, { root: this.#root }, PGlite.paths.PGDATA);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, mount] } };
  }
}
