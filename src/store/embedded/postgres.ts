import { mkdir } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { MemoryFS, PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { DatabaseError } from '../connection.ts';

/** There is one session and little data. */
const SETTINGS = ['shared_buffers=8MB', 'wal_buffers=256kB'];

export interface Postgres {
  readonly database: PGlite;
  /** Postgres's last message; it names files and no row. */
  lastWords(error: unknown): string;
}

/** With default settings the library needs 600 MB to open a database, and 1 GB to create it. @throws DatabaseError */
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
    // The steps that create a database would take 128 MB of buffers.
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

/** The library throws numbers for file errors, those of WebAssembly. */
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

/** Optimized compilation of Postgres's largest function takes 500 MB without a visible gain. Process-wide. */
function compileOnce(): void {
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
}

// During creation the library restores the memory of a second instance before each step: 128 MB.
const create = PGlite.create.bind(PGlite);
Object.assign(PGlite, {
  async create(options?: PGliteOptions): Promise<PGlite> {
    const database = await create(options);
    copySparsely(database.Module.HEAPU8);
    return database;
  },
});

const PAGE = 4096;

/** Only changed pages are written, so equal pages take no memory. */
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

/** The library packs and unpacks a directory that was created in memory. */
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
      // The library uses its own umask, not that of the process.
      FS.open = (path: string, flags: string | number, mode = 0o600) =>
        open.call(FS, path, flags, mode & 0o700);
      FS.mount(NODEFS, { root: this.#root }, PGlite.paths.PGDATA);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, mount] } };
  }
}
