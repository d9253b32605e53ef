import { holdDirectory, isMade } from './directory.ts';
import { prepareDirectory } from './making.ts';
import { restrictToOwner } from './permissions.ts';
import { type Embedded, type EmbeddedThreadOptions, openThread } from './thread.ts';

export interface EmbeddedOptions extends Omit<EmbeddedThreadOptions, 'place'> {
  /** Made where there is none yet, and locked until the database is closed; `undefined`: in memory. */
  readonly directory: string | undefined;
  /** How the directory is made this process's own, where it is so from before until after. */
  readonly hold?: typeof holdDirectory | undefined;
}

/**
 * An embedded Postgres that outlives its thread: where that breaks down, what was asked of it fails, and the next use
 * opens and prepares it in another. One in memory is empty then. @throws DatabaseError where another process has it
 */
export async function openEmbedded({
  directory,
  hold = holdDirectory,
  ...options
}: EmbeddedOptions): Promise<Embedded> {
  const { place, release } =
    directory === undefined ? { place: undefined, release() {} } : await hold(directory);
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
    if (directory !== undefined && place !== undefined) {
      if (!(await isMade(place))) await prepareDirectory(place);
      await restrictToOwner(directory, options.log);
    }
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
