import { mkdir } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { MemoryFS, PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { copySparsely } from './sparse-copy.ts';

/** There is one session, and little to keep. */
const SETTINGS = ['shared_buffers=8MB', 'wal_buffers=256kB'];

/**
 * Opens an embedded Postgres, and makes it where there is none yet, in as little memory as it can do with: as the library
 * comes, it takes 600 MB for the one and 1 GB for the other.
 */
export async function openPostgres(
  /** `undefined`: in memory. */
  directory: string | undefined,
  readingAndWriting: Pick<PGliteOptions, 'parsers' | 'serializers'> = {},
): Promise<PGlite> {
  compileOnce();
  if (directory !== undefined) await mkdir(directory, { recursive: true });
  const database = new PGlite({
    fs: directory === undefined ? new MemoryFS() : new DirectoryFS(directory),
    postgresqlconf: SETTINGS,
    // The steps that make a database would take 128 MB of buffers.
    initDbStartParams: SETTINGS.flatMap((setting) => ['-c', setting]),
    ...readingAndWriting,
  });
  await database.waitReady;
  return database;
}

/**
 * V8 compiles a function of WebAssembly as it is called for the first time, quickly, and better once it is called often:
 * that takes 500 MB for Postgres' largest, and gains nothing that is felt. It is told so for the whole process, and for
 * good: a function may be called for the first time at any time.
 */
function compileOnce(): void {
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
}

// To make a database, the library has a second one whose memory it puts back before each step: all 128 MB of it.
const create = PGlite.create.bind(PGlite);
Object.assign(PGlite, {
  async create(options?: PGliteOptions): Promise<PGlite> {
    const database = await create(options);
    copySparsely(database.Module.HEAPU8);
    return database;
  },
});

type FileSystemOptions = Parameters<MemoryFS['init']>[1];

/**
 * A directory that a database is made in. What the library has for directories is given one that was made in memory,
 * packed and unpacked.
 */
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
      FS.mount(NODEFS, { root: this.#root }, PGlite.paths.PGDATA);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, mount] } };
  }
}
