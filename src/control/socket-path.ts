import { join, relative } from 'node:path';

/** Longest socket path on macOS, without the final zero byte (Linux: 107). Node truncates longer paths. */
const MAX_PATH_BYTES = 103;

/** @returns the path of the bot’s socket in `dataDir`; `undefined` if the path is too long */
export function socketPath(dataDir: string): string | undefined {
  const path = join(dataDir, 'control.sock');
  return [path, relative('.', path)].find((one) => Buffer.byteLength(one) <= MAX_PATH_BYTES);
}

export const PATH_TOO_LONG = `the path of DATA_DIR is too long for a socket in it: ${MAX_PATH_BYTES - '/control.sock'.length} bytes at most, from the folder where the bot was started`;
