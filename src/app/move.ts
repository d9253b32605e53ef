import { join } from 'node:path';
import { openTracked } from '../features/status/tracking/model.ts';
import { openQueueMove } from '../jobs/move.ts';
import type { Log } from '../ops/log.ts';
import { createSealer, readKey } from '../runtime/crypto.ts';
import { hasCode } from '../runtime/error-code.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { holdToMove, isMade } from '../store/embedded/directory.ts';
import { markMoved, readMoved } from '../store/embedded/moved.ts';
import type { TableDigest } from '../store/move/copy.ts';
import { MoveError, moveRows } from '../store/move/move.ts';
import { accountSealer } from './account-sealer.ts';

export interface FolderMoveOptions {
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** Those that are set, where any are. */
  readonly keys: readonly Buffer[];
  readonly log: Log;
  readonly onRows: (table: string, rows: number) => void;
}

export interface FolderMove {
  /** Host, port and database, without who logs in. */
  readonly to: string;
  /** Whether it had been made before: nothing was done. */
  readonly wasMade: boolean;
  readonly tables: ReadonlyMap<string, TableDigest>;
  /** How much work waits in the queue. */
  readonly jobs: number;
}

/**
 * Moves what the embedded database of a folder holds to a server, all of it or nothing, and marks the folder. Made twice it
 * is made once. Work in the queue goes with it. @throws MoveError or DatabaseError with a sentence
 */
export async function moveFolder(options: FolderMoveOptions): Promise<FolderMove> {
  const { dataDir, databaseUrl, log } = options;
  if (!(await isMade(join(dataDir, 'postgres')))) {
    throw new MoveError(
      `${dataDir} holds no database, so there is nothing to move: set DATA_DIR as the bot has it`,
    );
  }
  const resources = new AsyncDisposableStack();
  const { place, release } = await holdToMove(dataDir).catch((error: unknown) => {
    if (!hasCode(error, 'directory_in_use')) throw error;
    throw new MoveError(
      `A bot runs on ${dataDir}: stop it first, then move, then start it with the new DATABASE_URL`,
    );
  });
  resources.defer(release);
  const from = openDatabase({ dataDir, log, hold: async () => ({ place, release() {} }) });
  resources.defer(from.close);
  const server = openDatabase({ databaseUrl, dataDir, log });
  resources.defer(server.close);
  try {
    return await moveBetween(from, server, options);
  } finally {
    // All of them, whichever fails.
    await resources.disposeAsync();
  }
}

async function moveBetween(
  from: Database,
  server: Database,
  { dataDir, databaseUrl, keys, onRows }: FolderMoveOptions,
): Promise<FolderMove> {
  const to = placeOf(databaseUrl);
  const mark = await readMoved(dataDir);
  if (mark && mark.to !== to) {
    const path = join(dataDir, 'moved.json');
    throw new MoveError(
      `${dataDir} was moved to ${mark.to} at ${mark.at.toUTCString()}. To move what it held then to another place, delete ${path}`,
    );
  }
  if (mark?.isKept) return { to, wasMade: true, tables: new Map(), jobs: 0 };
  await checkKeys(from, dataDir, keys);
  await server.open();
  const queue = await openQueueMove(from, server);
  try {
    let jobs = 0;
    const { wasThere, tables } = await moveRows({
      from,
      to: server,
      onRows,
      async alsoMove(fromRun, toRun) {
        jobs = await queue.move(fromRun, toRun);
      },
      // A process that ends between here and the next line leaves a folder on which no bot starts.
      onWhole: () => markMoved(dataDir, { to, at: new Date(), isKept: false }),
    });
    await markMoved(dataDir, { to, at: new Date(), isKept: true });
    return { to, wasMade: wasThere, tables, jobs };
  } finally {
    await queue.close();
  }
}

/** Whatever is sealed must open where it is moved to. */
async function checkKeys(from: Database, dataDir: string, keys: readonly Buffer[]): Promise<void> {
  const [current, previous] = keys;
  if (!current) return;
  const path = join(dataDir, 'secret.key');
  const sealer = createSealer(current, previous);
  const { db } = from;
  const sealed = await db
    .selectFrom('settlings')
    .select(['account', 'sealed_message'])
    .orderBy('asked_at', 'desc')
    .limit(20)
    .execute();
  const opens = sealed.some(
    ({ account, sealed_message: message }) =>
      openTracked(accountSealer(account, sealer), message) !== undefined,
  );
  const own = await readKey(dataDir);
  if (opens || (sealed.length === 0 && (own === undefined || keys.some((key) => key.equals(own))))) return;
  throw new MoveError(
    own === undefined
      ? 'SECRET_KEY does not open what is sealed in the database: set the key that the bot has had until now'
      : `SECRET_KEY is another key than the one in ${path}, which seals the buttons of old answers and who waits for which message. Set it to that: SECRET_KEY="$(cat ${path})". Where the bot has had this SECRET_KEY all the time, move ${path} out of the folder`,
  );
}

/** The same for the same place, whether its port is named or left out. */
function placeOf(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${hostname}${port === '' || port === '5432' ? '' : `:${port}`}${pathname}`;
}
