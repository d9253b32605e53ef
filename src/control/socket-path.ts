import { join, relative } from 'node:path';

/** macOS has room for 104 bytes with the one that ends them, Linux for 108; Node would cut off what is longer. */
const LONGEST_BYTES = 103;

/** Where the bot on a folder listens for commands beside it; `undefined` where the path is too long for a socket. */
export function socketPath(dataDir: string): string | undefined {
  const path = join(dataDir, 'control.sock');
  return [path, relative('.', path)].find((one) => Buffer.byteLength(one) <= LONGEST_BYTES);
}

/** What to do about a path that is too long. */
export const PATH_TOO_LONG = `the path of DATA_DIR is too long for a socket in it: ${LONGEST_BYTES - '/control.sock'.length} bytes at most, from the folder where the bot was started`;
