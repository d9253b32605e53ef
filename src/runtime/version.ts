import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Version {
  readonly version: string;
  /** Full Git hash of the commit that the bot was built from, or `unknown`. */
  readonly commit: string;
}

/** Environment variable that is set when a container image is built; it is no setting for users. */
export const COMMIT_VARIABLE = 'SMS_DESK_COMMIT';

const ROOT = join(import.meta.dirname, '../..');
let known: Version | undefined;

export function version(): Version {
  known ??= readVersion(ROOT, process.env[COMMIT_VARIABLE]);
  return known;
}

export function readVersion(root: string, given?: string): Version {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const commit = [given, checkedOut(root)].find(isCommit);
  return { version, commit: commit ?? 'unknown' };
}

/** The version with the first characters of its commit's hash, if known, such as `1.2.3 (a1b2c3d)`. */
export function shortVersion({ version: number, commit }: Version = version()): string {
  return isCommit(commit) ? `${number} (${commit.slice(0, 7)})` : number;
}

function isCommit(text: string | undefined): text is string {
  return text !== undefined && /^[0-9a-f]{7,64}$/.test(text);
}

/** The commit of a checkout. Git also answers where the folder belongs to another account. */
function checkedOut(root: string): string | undefined {
  if (!existsSync(join(root, '.git'))) return undefined;
  const { stdout } = spawnSync('git', ['-c', 'safe.directory=*', 'rev-parse', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  });
  return stdout?.trim();
}
