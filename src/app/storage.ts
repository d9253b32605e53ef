import type { Config } from '../config.ts';
import type { Log } from '../ops/log.ts';
import type { Metrics } from '../ops/metrics.ts';
import type { Sealer } from '../runtime/crypto.ts';
import { hasCode } from '../runtime/error-code.ts';
import { valueWithin } from '../runtime/timeouts.ts';
import { DatabaseError, IN_MEMORY } from '../store/connection.ts';
import type { Database } from '../store/database.ts';
import { acquireDirectory, type OwnDirectory } from '../store/embedded/directory.ts';

type StorageConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'isKeyLost'>;

/** A start waits this long for a database server, which may be away. */
const SERVER_LIMIT_MS = 5_000;

export type Storage = ReturnType<typeof createStorage>;

interface StorageOptions {
  readonly config: StorageConfig;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly sealer: Sealer;
  /** Accounts whose keys SECRET_KEY must open; other deployments with other keys may share the database. */
  readonly accounts: readonly string[];
  /** A database to use in place of the configured one; the caller closes that database. */
  readonly given?: Database | undefined;
}

export function createStorage(options: StorageOptions) {
  const { given, config } = options;
  let loading: Promise<Database> | undefined;
  let isClosed = false;
  const cancelling = new AbortController();
  const { lock, release } = lockOnce();
  const loaded = () => {
    if (isClosed) throw new Error('the database is closed: the bot has stopped');
    loading ??= load(options, lock, cancelling.signal);
    return loading;
  };
  return {
    /** Loads the database’s code at the first use; the first query opens the database. */
    database: async (): Promise<Database> => loaded(),
    /** Locks the embedded database's folder. @throws DatabaseError if the folder is locked or incomplete */
    async lock(): Promise<void> {
      if (given !== undefined || !isStoredInFolder(config)) return;
      await lock(config.dataDir).catch((error: unknown) => {
        // Other errors are ignored: look-ups work without the folder, and the first query reports the error.
        if (error instanceof DatabaseError || isFile(error)) throw error;
      });
    },
    /** Opens the database, if it answers. @throws DatabaseError if it was used with another key */
    async refuseWrongKey(): Promise<void> {
      const opening = loaded().then((database) => database.open());
      const ignoreOthers = (error: unknown) => {
        // Other errors do not stop a start, because look-ups work without the database.
        if (error instanceof DatabaseError && error.code === 'wrong_key') throw error;
      };
      const checked = opening.catch(ignoreOthers);
      await (isStoredInFolder(config) ? checked : valueWithin(SERVER_LIMIT_MS, checked));
    },
    /** False if the database was not needed yet. Rejects if the database does not answer. */
    async ping(): Promise<boolean> {
      if (loading === undefined) return false;
      await (await loading).run('select 1');
      return true;
    },
    isOpen: async () => (await loading)?.isOpen() ?? false,
    connections: async () => (await loading)?.connections(),
    cancelOpening: () => cancelling.abort(),
    async close(): Promise<void> {
      isClosed = true;
      if (given === undefined) await (await loading)?.close();
      await release();
    },
  };
}

/** Whether a file is in the place of the folder, which no later try would change. */
const isFile = (error: unknown) => hasCode(error, 'EEXIST') || hasCode(error, 'ENOTDIR');

export function isStoredInFolder({ databaseUrl, dataDir }: StorageConfig): boolean {
  return databaseUrl === undefined && dataDir !== IN_MEMORY;
}

function lockOnce() {
  let locking: Promise<OwnDirectory> | undefined;
  return {
    async lock(directory: string): Promise<OwnDirectory> {
      locking ??= acquireDirectory(directory);
      try {
        const { path } = await locking;
        return { path, release: () => undefined };
      } catch (error) {
        locking = undefined;
        throw error;
      }
    },
    async release() {
      (await locking?.catch(() => undefined))?.release();
    },
  };
}

async function load(
  { config, log, metrics, sealer, accounts, given }: StorageOptions,
  acquire: typeof acquireDirectory,
  openingSignal: AbortSignal,
): Promise<Database> {
  const store = await import('../store/index.ts');
  const { databaseUrl, dataDir, isKeyLost } = config;
  const common = { databaseUrl, dataDir, log, metrics, acquire, openingSignal };
  const verify = (db: Database['db']) => store.refuseWrongKey(db, sealer, accounts);
  return given ?? store.openDatabase({ ...common, verify: isKeyLost ? undefined : verify });
}
