import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { errorCode } from '../runtime/error-code.ts';

const MAX_KILOBYTES = 64;

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'names a file that is not there',
  ENOTDIR: 'names a file that is not there',
  EACCES: 'names a file that this account may not read',
  EPERM: 'names a file that this account may not read',
  ELOOP: 'names a link that leads nowhere',
};

class InvalidFileError extends Error {}

export interface SecretFiles {
  readonly values: Readonly<Record<string, string>>;
  readonly read: ReadonlySet<string>;
  /** By variable name, why the file with the value could not be read; file contents are never quoted. */
  readonly unread: ReadonlyMap<string, string>;
}

/** For each variable `NAME_FILE`, sets `NAME` to the content of that file, without line breaks at its end. */
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
      if (set[name] !== undefined)
        throw new InvalidFileError(`is set together with ${name}: remove one of them`);
      values[name] = readSecret(path);
      read.add(name);
    } catch (error) {
      unread.set(name, problemIn(error));
    }
  }
  return { values, read, unread };
}

/** `problem` completes a sentence that starts with a variable's name, such as “names an empty file”. */
export function readSmallFile(
  path: string,
  mostKilobytes: number,
): { readonly text: string } | { readonly problem: string } {
  try {
    return { text: decode(readBytes(path, mostKilobytes)) };
  } catch (error) {
    return { problem: problemIn(error) };
  }
}

function readBytes(path: string, mostKilobytes: number): Uint8Array {
  // Without `O_NONBLOCK`, opening a named pipe without a writer would block the start.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new InvalidFileError('names something that is not a file');
    const mostBytes = mostKilobytes * 1024;
    const buffer = Buffer.alloc(mostBytes + 1);
    const length = readSync(file, buffer);
    if (length > mostBytes) throw new InvalidFileError(`names a file of more than ${mostKilobytes} KB`);
    return buffer.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function readSecret(path: string): string {
  const secret = decode(readBytes(path, MAX_KILOBYTES)).replace(/[\r\n]+$/, '');
  if (secret.trim() === '') throw new InvalidFileError('names an empty file');
  if (/[\r\n]/.test(secret)) throw new InvalidFileError('names a file of more than one line');
  return secret;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidFileError('names a file that is not text in UTF-8');
  }
}

function problemIn(error: unknown): string {
  if (error instanceof InvalidFileError) return error.message;
  const code = errorCode(error) ?? 'unknown';
  return UNREADABLE[code] ?? `names a file that cannot be read (${code})`;
}
