import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packCells } from '../../../src/domain/counting/codec.ts';
import { readPackedCells } from '../../../src/domain/counting/packed-cells.ts';
import { type Cell, mergeFigures } from '../../../src/domain/figures/figures.ts';
import { runToEnd } from '../../../src/runtime/yielding.ts';
import { cells, mergeByOperator, unpackCells } from '../../support/cells.ts';

const read = (bytes: Uint8Array) => runToEnd(readPackedCells(bytes));

const within = (given: readonly Cell[], start: number, end: number) =>
  mergeByOperator(given.filter(({ quarter }) => quarter !== undefined && quarter >= start && quarter < end));

test('packed cells have the same sums as unpacked cells', () => {
  fc.assert(
    fc.property(cells, (given) => {
      const { whole, untimed } = read(packCells(given));
      expect(whole).toEqual(within(given, 0, Number.POSITIVE_INFINITY));
      const unknown = given.filter(({ quarter }) => quarter === undefined);
      expect(untimed).toEqual(
        unknown.length === 0 ? undefined : mergeFigures(unknown.map(({ figures }) => figures)),
      );
    }),
  );
});

test('packed cells have the same sums as unpacked cells between any two times', () => {
  fc.assert(
    fc.property(cells, fc.nat(4_000_000), fc.nat(4_000_000), (given, from, quarters) => {
      const packed = read(packCells(given));
      const [start, end] = [from * 900, (from + quarters) * 900];
      expect(packed.between(start, end)).toEqual(within(given, start, end));
      expect(packed.between(packed.start, packed.end)).toEqual(packed.whole);
    }),
  );
});

test('rejects damaged bytes exactly when unpacking rejects them', () => {
  const isRefused = (action: () => unknown) => {
    try {
      action();
      return false;
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
      return true;
    }
  };
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
      const bytes = new Uint8Array([1, ...noise]);
      expect(isRefused(() => read(bytes))).toBe(isRefused(() => unpackCells(bytes)));
    }),
  );
});
