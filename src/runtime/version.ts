import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

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
  const commit = [given, checkedOut(join(root, '.git'))].find(isCommit);
  return { version, commit: commit ?? 'unknown' };
}

/** The version with the first characters of its commit's hash, if known, such as `1.2.3 (a1b2c3d)`. */
export function shortVersion({ version: number, commit }: Version = version()): string {
  return isCommit(commit) ? `${number} (${commit.slice(0, 7)})` : number;
}

function isCommit(text: string | undefined): text is string {
  return text !== undefined && /^[0-9a-f]{7,64}$/.test(text);
}

function checkedOut(dotGit: string): string | undefined {
  if (!existsSync(dotGit)) return undefined;
  // In a linked Git work tree, `.git` is not a folder, but a file with the path of the Git folder.
  const named = statSync(dotGit).isFile() ? lineOf(dotGit)?.replace('gitdir: ', '') : dotGit;
  const folder = resolve(dotGit, '..', named ?? '');
  const head = lineOf(join(folder, 'HEAD'));
  const ref = head?.startsWith('ref: ') ? head.slice('ref: '.length) : undefined;
  if (ref === undefined) return head;
  const shared = resolve(folder, lineOf(join(folder, 'commondir')) ?? '.');
  const packed = contentOf(join(shared, 'packed-refs'))
    ?.split('\n')
    .find((line) => line.endsWith(` ${ref}`));
  return lineOf(join(shared, ref)) ?? packed?.split(' ', 1)[0];
}

function lineOf(path: string): string | undefined {
  return contentOf(path)?.trim();
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
