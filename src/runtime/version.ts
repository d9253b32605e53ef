import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Version {
  readonly version: string;
  /** Git's, in full where it is known; `unknown` where nothing tells. */
  readonly commit: string;
}

/** What an image names its commit by. It is no setting: whoever makes the image sets it. */
export const COMMIT_VARIABLE = 'SMS_DESK_COMMIT';

const ROOT = join(import.meta.dirname, '../..');
let known: Version | undefined;

/** Which version of the bot runs, as its folder was when that was first asked. */
export function version(): Version {
  known ??= readVersion(ROOT, process.env[COMMIT_VARIABLE]);
  return known;
}

/** A checkout tells its commit by git's own files; an image, which has none, is told it when it is made. */
export function readVersion(root: string, given?: string): Version {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const commit = [given, checkedOut(join(root, '.git'))].find(isCommit);
  return { version, commit: commit ?? 'unknown' };
}

/** `1.2.3 (a1b2c3d)`, for people. */
export function shortVersion({ version: number, commit }: Version = version()): string {
  return isCommit(commit) ? `${number} (${commit.slice(0, 7)})` : number;
}

function isCommit(text: string | undefined): text is string {
  return text !== undefined && /^[0-9a-f]{7,64}$/.test(text);
}

/** What `HEAD` stands for, without a process of git's. */
function checkedOut(dotGit: string): string | undefined {
  if (!existsSync(dotGit)) return undefined;
  // In a further work tree it is a file that names the folder.
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
