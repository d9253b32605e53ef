import { entryFieldOf, OTHER_FIELD, READ } from './report-fields.ts';
import { afterText, BACKSLASH, QUOTE } from './report-json-bytes.ts';

/** Where something stands in the bytes that a layout was learnt from, as long as these stand. */
export type Span = readonly [number, number];

/** One value of an entry, and what stands before it. */
export interface LayoutValue {
  /** One of the fields of an entry, or `OTHER_FIELD`. */
  readonly field: number;
  /** From the closing quote of the value before, or from the opening brace, up to the value's opening quote. */
  readonly before: Span;
}

/**
 * How the entries of a report are written: nearly always all alike but for their values, which are strings. So what
 * stands between those is compared with the entry it was learnt from, and not understood anew.
 */
export interface Layout {
  readonly values: readonly LayoutValue[];
  /** From the closing quote of the last value up to the closing brace. */
  readonly last: Span;
  /** Each of its fields as `READ`. */
  readonly marks: number;
}

/**
 * Learns how an entry is written that begins at `at`. `undefined` where it is not whole in these bytes, where a value
 * is no string, and where a field comes twice.
 */
export function learnLayout(bytes: Uint8Array, at: number): Layout | undefined {
  const values: LayoutValue[] = [];
  let marks = 0;
  let start = at;
  for (let place = at; ; ) {
    const key = afterSpace(bytes, place + 1);
    const keyEnd = bytes[key] === QUOTE ? afterText(bytes, key + 1) : -1;
    const colon = keyEnd < 0 ? -1 : afterSpace(bytes, keyEnd);
    const quote = bytes[colon] === 0x3a ? afterSpace(bytes, colon + 1) : -1;
    const end = bytes[quote] === QUOTE ? afterText(bytes, quote + 1) : -1;
    if (end < 0) return undefined;
    const field = fieldOf(bytes, key + 1, keyEnd - 1);
    if (field === undefined || (field !== OTHER_FIELD && (marks >> (2 * field)) & READ)) return undefined;
    if (field !== OTHER_FIELD) marks |= READ << (2 * field);
    values.push({ field, before: [start, quote + 1] });
    start = end - 1;
    place = afterSpace(bytes, end);
    if (bytes[place] === 0x7d) return { values, marks, last: [start, place + 1] };
    if (bytes[place] !== 0x2c) return undefined;
  }
}

/** `undefined` for a key that is written with escapes. */
function fieldOf(bytes: Uint8Array, start: number, end: number): number | undefined {
  return bytes.subarray(start, end).includes(BACKSLASH) ? undefined : entryFieldOf(bytes, start, end);
}

function afterSpace(bytes: Uint8Array, at: number): number {
  let place = at;
  for (;;) {
    const byte = bytes[place];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return place;
    place += 1;
  }
}
