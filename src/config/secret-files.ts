import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { errorCode } from '../runtime/error-code.ts';

/** No secret is longer than a thousandth of it. */
const MOST_KILOBYTES = 64;

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'names a file that is not there',
  ENOTDIR: 'names a file that is not there',
  EACCES: 'names a file that this account may not read',
  EPERM: 'names a file that this account may not read',
  ELOOP: 'names a link that leads nowhere',
};

class UnfitError extends Error {}

export interface SecretFiles {
  /** The settings, with what stands in files. */
  readonly values: Readonly<Record<string, string>>;
  /** The variables whose values come from files. */
  readonly read: ReadonlySet<string>;
  /** What is wrong with the others, by variable and without their content. */
  readonly unread: ReadonlyMap<string, string>;
}

/** Reads the secrets that stand in files: `NAME_FILE` names the one that holds `NAME`. Line breaks at its end are no part of it. */
export function readSecretFiles(
  set: Readonly<Record<string, string>>,
  secretNames: readonly string[],
): SecretFiles {
  const values = { ...set };
  const read = new Set<string>();
  const unread = new Map<string, string>();
  for (const name of secretNames) {
    const path = set[`${name}_FILE`];
    if (path === undefined) continue;
    try {
      if (set[name] !== undefined) throw new UnfitError(`is set beside ${name}: leave one of them out`);
      values[name] = readSecret(path);
      read.add(name);
    } catch (error) {
      unread.set(name, whatIsWrong(error));
    }
  }
  return { values, read, unread };
}

/** The text of a file that is not a secret, or what is wrong with it, as the end of a sentence. */
export function readSmallFile(
  path: string,
  mostKilobytes: number,
): { readonly text: string } | { readonly problem: string } {
  try {
    return { text: decode(readBytes(path, mostKilobytes)) };
  } catch (error) {
    return { problem: whatIsWrong(error) };
  }
}

function readBytes(path: string, mostKilobytes: number): Uint8Array {
  // A pipe that nobody writes to would hold up the start.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new UnfitError('names something that is not a file');
    const mostBytes = mostKilobytes * 1024;
    const buffer = Buffer.alloc(mostBytes + 1);
    const length = readSync(file, buffer);
    if (length > mostBytes) throw new UnfitError(`names a file of more than ${mostKilobytes} KB`);
    return buffer.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function readSecret(path: string): string {
  const secret = decode(readBytes(path, MOST_KILOBYTES)).replace(/[\r\n]+$/, '');
  if (secret.trim() === '') throw new UnfitError('names an empty file');
  if (/[\r\n]/.test(secret)) throw new UnfitError('names a file of more than one line');
  return secret;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnfitError('names a file that is not text in UTF-8');
  }
}

function whatIsWrong(error: unknown): string {
  if (error instanceof UnfitError) return error.message;
  const code = errorCode(error) ?? 'unknown';
  return UNREADABLE[code] ?? `names a file that cannot be read (${code})`;
}
