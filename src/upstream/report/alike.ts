import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterText, BACKSLASH, QUOTE } from './bytes.ts';
import { type EntryDraft, entryFieldOf, OTHER_FIELD, READ } from './entry.ts';
import type { Name } from './text.ts';

/** What `assembly/` makes known; where something is, is counted in bytes of the memory. */
interface Machine {
  readonly memory: WebAssembly.Memory;
  readonly PIECE: WebAssembly.Global;
  readonly PIECE_BYTES: WebAssembly.Global;
  readonly RECORDS: WebAssembly.Global;
  readonly RECORD_BYTES: WebAssembly.Global;
  readonly OPERATOR_AT: WebAssembly.Global;
  readonly STATUS_AT: WebAssembly.Global;
  readonly MSISDN_AT: WebAssembly.Global;
  readonly MSISDN_END_AT: WebAssembly.Global;
  readonly recordCount: WebAssembly.Global;
  hashFrom(first: number, second: number): void;
  roomForName(length: number): number;
  addName(isStatus: number, length: number, number: number): void;
  clearLayout(): void;
  /** 0 where there was no room, as does `addField`. */
  addLiteral(start: number, length: number): number;
  addField(field: number): number;
  read(start: number, end: number): number;
}

const COLUMNS = { operator: 0, status: 1 };
/** Entries in a row that are written otherwise than those before. */
const RELEARN_AFTER = 16;

let compiled: WebAssembly.Module | undefined;

function startMachine(): Machine {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('./entries.wasm', import.meta.url)));
  const machine = new WebAssembly.Instance(compiled).exports as unknown as Machine;
  const random = randomBytes(8);
  machine.hashFrom(random.readInt32LE(0), random.readInt32LE(4));
  return machine;
}

/**
 * Reads entries that are written as those before them, from names that came before and times as the interface writes
 * them: in a fifth of the time that it takes to understand each byte, and at that speed from the first one on
 * (`docs/decisions/0017`). It takes half a megabyte: one for each reading, not for each look-up. What is read goes into
 * `entry`, of which `onEntry` is told each time; `marks` has each of its fields as `READ`.
 */
export function createAlikeEntries(entry: EntryDraft, onEntry: (marks: number) => void) {
  const machine = startMachine();
  const { buffer } = machine.memory;
  const memory = new Uint8Array(buffer);
  const base = machine.PIECE.value;
  const piece = new Uint8Array(buffer, base, machine.PIECE_BYTES.value);
  let held = 0;

  const firstRecord = machine.RECORDS.value;
  const recordBytes = machine.RECORD_BYTES.value;
  const times = new Float64Array(buffer, firstRecord);
  const numbers = new Int32Array(buffer, firstRecord);
  const operatorAt = machine.OPERATOR_AT.value / 4;
  const statusAt = machine.STATUS_AT.value / 4;
  const msisdnAt = machine.MSISDN_AT.value / 4;
  const msisdnEndAt = machine.MSISDN_END_AT.value / 4;

  const operators: (string | undefined)[] = [];
  const statuses: (string | undefined)[] = [];

  let marks = 0;
  let isLearnt = false;
  /** Entries since one fitted the layout. */
  let misfits = RELEARN_AFTER;

  function takeLayout({ values, last, marks: all }: Layout): boolean {
    const addLiteral = ([start, end]: Span) => machine.addLiteral(base + start, end - start) !== 0;
    machine.clearLayout();
    marks = all;
    return (
      values.every(({ field, before }) => addLiteral(before) && machine.addField(field & 0xff) !== 0) &&
      addLiteral(last)
    );
  }

  function handOut(index: number): void {
    const time = (index * recordBytes) / 8;
    const number = 2 * time;
    entry.platformAtMs = (times[time] as number) * 1000;
    entry.operatorAtMs = (times[time + 1] as number) * 1000;
    entry.handsetAtMs = (times[time + 2] as number) * 1000;
    // -1 is of none.
    entry.operator = operators[numbers[number + operatorAt] as number];
    entry.statusWord = statuses[numbers[number + statusAt] as number];
    entry.bytes = memory;
    entry.msisdnStart = numbers[number + msisdnAt] as number;
    entry.msisdnEnd = numbers[number + msisdnEndAt] as number;
    onEntry(marks);
  }

  return {
    /** Gives the first of these bytes, as many as fit, where they can be read; good until the next call. */
    hold(bytes: Uint8Array): Uint8Array {
      held = Math.min(bytes.length, piece.length);
      piece.set(bytes.subarray(0, held));
      return piece.subarray(0, held);
    },

    /**
     * Reads entries of what is held from the one at `at` on, as many as are alike and whole. Returns where what follows
     * them begins; -1 where not even the first is such, and is to be read in the usual way.
     */
    read(at: number): number {
      if (misfits >= RELEARN_AFTER) {
        const layout = learnLayout(piece.subarray(0, held), at);
        isLearnt = layout !== undefined && takeLayout(layout);
        misfits = 0;
      }
      const end = isLearnt ? machine.read(base + at, base + held) : 0;
      misfits = end === 0 ? misfits + 1 : 0;
      if (end === 0) return -1;
      const count = machine.recordCount.value;
      for (let index = 0; index < count; index += 1) handOut(index);
      return end - base;
    },

    /** A name that can be told from now on. Without it entries that have it are read in the usual way. */
    learn(column: keyof typeof COLUMNS, { bytes, name }: Name): void {
      const room = machine.roomForName(bytes.length);
      if (room === 0) return;
      memory.set(bytes, room);
      const names = column === 'operator' ? operators : statuses;
      machine.addName(COLUMNS[column], bytes.length, names.push(name) - 1);
    },
  };
}

/** Where something stands in the bytes that a layout was learnt from, as long as these stand. */
type Span = readonly [number, number];

interface LayoutValue {
  /** One of the fields of an entry, or `OTHER_FIELD`. */
  readonly field: number;
  /** From the closing quote of the value before, or from the opening brace, up to the value's opening quote. */
  readonly before: Span;
}

/**
 * How the entries of a report are written: nearly always all alike but for their values, which are strings. So what
 * stands between those is compared with the entry it was learnt from, and not understood anew.
 */
interface Layout {
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
function learnLayout(bytes: Uint8Array, at: number): Layout | undefined {
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
