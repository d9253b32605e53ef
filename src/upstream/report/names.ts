import { textOf } from './text.ts';

interface NameTableOptions {
  /** How many spellings are told apart. */
  readonly limit: number;
  /** Turns a text as it came into what it stands for. */
  readonly read: (text: string) => string | undefined;
  /** Gives what stands for a name beyond the limits; without it such a name is read anew each time. */
  readonly beyond?: (() => string) | undefined;
}

/** Longest name that is remembered, in bytes as written. */
const NAME_BYTES = 256;

interface Name {
  /** The name as written, between the quotes. */
  readonly bytes: Uint8Array;
  readonly name: string | undefined;
}

/**
 * Remembers the few names that fill a column, so that reading one again makes no new string: it is found by
 * its bytes. Beyond the limits are names that come when the table is full, and those of over `NAME_BYTES`.
 */
export function createNameTable({ limit, read, beyond }: NameTableOptions) {
  const size = 2 ** Math.ceil(Math.log2(limit * 4));
  /** A place in `names` by hash, 1 for the first; where it is taken, the next one. */
  const places = new Uint16Array(size);
  const names: Name[] = [];
  // Not known outside, so that nobody can choose names that all fall on one place.
  const seed = Math.floor(Math.random() * 2 ** 31);

  /** The place of a name, or the free one that it would have. */
  function placeOf(bytes: Uint8Array, start: number, end: number): number {
    // FNV-1a.
    let hash = seed;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    hash ^= hash >>> 15;
    for (let place = hash & (size - 1); ; place = (place + 1) & (size - 1)) {
      const known = nameAt(place);
      if (known === undefined) return place;
      if (known.bytes.length === end - start && isAt(known.bytes, bytes, start)) return place;
    }
  }

  function nameAt(place: number): Name | undefined {
    const number = places[place] as number;
    return number === 0 ? undefined : names[number - 1];
  }

  return {
    /** What a name stands for. */
    read(bytes: Uint8Array, start: number, end: number): string | undefined {
      if (end - start > NAME_BYTES) return beyond ? beyond() : read(textOf(bytes, start, end));
      const place = placeOf(bytes, start, end);
      const known = nameAt(place);
      if (known !== undefined) return known.name;
      if (names.length === limit && beyond) return beyond();
      const name = read(textOf(bytes, start, end));
      if (names.length < limit) places[place] = names.push({ bytes: bytes.slice(start, end), name });
      return name;
    },
  };
}

/** Whether these bytes stand in others from `start` on. */
function isAt(sought: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let index = 0; index < sought.length; index += 1) {
    if (sought[index] !== bytes[start + index]) return false;
  }
  return true;
}
