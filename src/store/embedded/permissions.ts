import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../ops/log.ts';
import { errorCode, hasCode } from '../../runtime/error-code.ts';

const OTHERS = 0o077;

/**
 * Leaves what the database has in a directory to its owner: folders 0700, files 0600. Older versions, and copies, have
 * left them open to others. Where an account may not change that, the log says so.
 */
export async function restrictToOwner(directory: string, log: Log): Promise<void> {
  try {
    const place = join(directory, 'postgres');
    // From the outside in: nobody comes to what is in a folder that is closed.
    await restrict(place);
    const within = await readdir(place, { recursive: true, withFileTypes: true });
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
    // What is not there, or has gone meanwhile, nobody can read.
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}
