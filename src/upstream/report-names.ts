import { textOf } from './report-text.ts';

export interface NamesOptions {
  /** How many spellings are told apart. */
  readonly limit: number;
  /** Turns a text as it came into what it stands for. */
  readonly read: (text: string) => string | undefined;
  /** Gives what stands for a name beyond the limits; without it such a name is read anew each time. */
  readonly beyond?: (() => string) | undefined;
}

/** Longest name that is remembered, in bytes as written. */
export const NAME_BYTES = 256;

/**
 * Remembers the few names that fill a column, so that reading one again makes no new string: it is found by
 * its bytes. Beyond the limits are names that come when the table is full, and those of over `NAME_BYTES`.
 */
export function createNames({ limit, read, beyond }: NamesOptions) {
  const size = 2 ** Math.ceil(Math.log2(limit * 4));
  /** A place in `names` by hash, 1 for the first; where it is taken, the next one. */
  const places = new Uint16Array(size);
  const names: { readonly bytes: Uint8Array; readonly name: string | undefined }[] = [];
  // Not known outside, so that nobody can choose names that all fall on one place.
  const seed = Math.floor(Math.random() * 2 ** 31);

  return (bytes: Uint8Array, start: number, end: number, isEscaped: boolean): string | undefined => {
    if (end - start > NAME_BYTES) return beyond ? beyond() : read(textOf(bytes, start, end, isEscaped));
    // FNV-1a.
    let hash = seed;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    hash ^= hash >>> 15;
    for (let place = hash & (size - 1); ; place = (place + 1) & (size - 1)) {
      const number = places[place] as number;
      const known = number === 0 ? undefined : names[number - 1];
      if (known === undefined) {
        if (names.length === limit && beyond) return beyond();
        const name = read(textOf(bytes, start, end, isEscaped));
        if (names.length === limit) return name;
        places[place] = names.push({ bytes: new Uint8Array(bytes.subarray(start, end)), name });
        return name;
      }
      if (isSame(known.bytes, bytes, start, end)) return known.name;
    }
  };
}

function isSame(name: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let index = 0; index < name.length; index += 1) {
    if (name[index] !== bytes[start + index]) return false;
  }
  return true;
}
