import type { Config } from '../config.ts';
import type { Log } from '../ops/log.ts';
import type { Metrics } from '../ops/metrics.ts';
import { DatabaseError, IN_MEMORY } from '../store/connection.ts';
import type { Database } from '../store/database.ts';
import { holdDirectory, type OwnDirectory } from '../store/embedded/directory.ts';

type StorageConfig = Pick<Config, 'databaseUrl' | 'dataDir'>;

export type Storage = ReturnType<typeof createStorage>;

interface StorageOptions {
  readonly config: StorageConfig;
  readonly log: Log;
  readonly metrics: Metrics;
  /** It replaces the configured one; its owner closes it. */
  readonly given?: Database | undefined;
}

export function createStorage(options: StorageOptions) {
  const { given, config } = options;
  let loading: Promise<Database> | undefined;
  let isClosed = false;
  const givingUp = new AbortController();
  const { hold, release } = heldOnce();
  const loaded = () => {
    if (isClosed) throw new Error('nothing is kept any more: the bot has stopped');
    loading ??= load(options, hold, givingUp.signal);
    return loading;
  };
  return {
    /** Loads the code at its first use. Opening waits for the first query. */
    database: async (): Promise<Database> => loaded(),
    /** Locks the embedded database’s folder. @throws DatabaseError where it is locked, or not whole */
    async hold(): Promise<void> {
      if (given !== undefined || !isKeptInFolder(config)) return;
      await hold(config.dataDir).catch((error: unknown) => {
        // Look-ups need no folder; opening the database reports the error.
        if (error instanceof DatabaseError) throw error;
      });
    },
    /** Pings the database; false where it was not needed yet. Rejects where it is away. */
    async look(): Promise<boolean> {
      if (loading === undefined) return false;
      await (await loading).run('select 1');
      return true;
    },
    connections: async () => (await loading)?.connections(),
    /** Cancels an opening. An open database stays open. */
    giveUpOpening: () => givingUp.abort(),
    async close(): Promise<void> {
      isClosed = true;
      if (given === undefined) await (await loading)?.close();
      await release();
    },
  };
}

/** Whether the database is embedded, and outlives the process. */
export function isKeptInFolder({ databaseUrl, dataDir }: StorageConfig): boolean {
  return databaseUrl === undefined && dataDir !== IN_MEMORY;
}

/** A directory is locked once in a process. */
function heldOnce() {
  let holding: Promise<OwnDirectory> | undefined;
  return {
    async hold(directory: string): Promise<OwnDirectory> {
      holding ??= holdDirectory(directory);
      try {
        const { place } = await holding;
        return { place, release: () => undefined };
      } catch (error) {
        holding = undefined;
        throw error;
      }
    },
    async release() {
      (await holding?.catch(() => undefined))?.release();
    },
  };
}

async function load(
  { config, log, metrics, given }: StorageOptions,
  hold: typeof holdDirectory,
  givenUp: AbortSignal,
): Promise<Database> {
  const store = await import('../store/index.ts');
  const { databaseUrl, dataDir } = config;
  return given ?? store.openDatabase({ databaseUrl, dataDir, log, metrics, hold, givenUp });
}
