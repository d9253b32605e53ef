import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packCells } from '../../../src/domain/counting/codec.ts';
import type { SecondCounts } from '../../../src/domain/counting/second-counts.ts';
import { createTally } from '../../../src/domain/counting/tally.ts';
import type { Cell } from '../../../src/domain/figures/figures.ts';
import { cells, unpackCells } from '../../support/cells.ts';

describe('packed cells', () => {
  test('unpack to the same cells', () => {
    fc.assert(
      fc.property(cells, (given) => {
        expect(unpackCells(packCells(given))).toEqual(given);
      }),
    );
  });

  test('have the byte format of stored rows', () => {
    const tally = createTally(new Date('2026-11-18T15:00:00Z'));
    const at = Date.parse('2026-11-18T10:00:00Z') / 1000;
    tally.add('Entel', 'DELIVERED', { platformAt: at, operatorAt: at + 2, handsetAt: at + 9 });
    tally.add('Entel', 'rejected', { platformAt: at + 900, operatorAt: at + 902, handsetAt: at + 930 });
    tally.add(undefined, '-', { platformAt: at, operatorAt: Number.NaN, handsetAt: Number.NaN });
    tally.add('', 'Ñandú', { platformAt: Number.NaN, operatorAt: at, handsetAt: Number.NaN });
    const cells = [...tally.cells()];
    const recorded =
      '010205456e74656c00040964656c697665726564000872656a656374656407c3b1616e64c3ba04c9dd790101010001000102' +
      '00010304000103060000c9dd790001010101000000000000000103cd8c01cadd7901010102010001020000000001031b0000' +
      '02010103010000000000000000';
    expect(unpackCells(Buffer.from(recorded, 'hex'))).toEqual(cells);
    expect(Buffer.from(packCells(cells)).toString('hex')).toBe(recorded);
  });

  test('are rejected when they are truncated, too long or of another version', () => {
    fc.assert(
      fc.property(cells, fc.nat(), (given, at) => {
        const packed = packCells(given);
        expect(() => unpackCells(packed.subarray(0, at % packed.length))).toThrow(RangeError);
        expect(() => unpackCells(new Uint8Array([...packed, 0]))).toThrow('there is more');
        expect(() => unpackCells(packed.with(0, 9))).toThrow('version 9');
      }),
    );
  });

  test('that are damaged unpack to an array or throw a RangeError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        try {
          expect(unpackCells(new Uint8Array([1, ...noise]))).toBeInstanceOf(Array);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });

  test('use one byte for up to 32 messages of a second close to the one before', () => {
    const figuresOf = (latencies: SecondCounts): Cell => ({
      quarter: 900,
      operator: undefined,
      figures: {
        submitted: 1,
        words: new Map(),
        platformToOperator: { latencies, clockOff: 0 },
        operatorToHandset: { latencies: { seconds: [], counts: [] }, clockOff: 0 },
        total: { latencies: { seconds: [], counts: [] }, clockOff: 0 },
        failedAfter: { seconds: [], counts: [] },
        pendingAges: { seconds: [], counts: [] },
      },
    });
    const size = (latencies: SecondCounts) => packCells([figuresOf(latencies)]).length;
    const empty = size({ seconds: [], counts: [] });
    expect(size({ seconds: [2, 3, 6], counts: [32, 1, 7] })).toBe(empty + 3);
    expect(size({ seconds: [3], counts: [33] })).toBe(empty + 3);
  });

  test.each([
    ['descend', { seconds: [4, 3], counts: [1, 1] }],
    ['do not occur', { seconds: [4], counts: [0] }],
    ['lack a count', { seconds: [4], counts: [] }],
  ])('cannot be created from seconds that %s', (_what, latencies) => {
    const none = { seconds: [], counts: [] };
    const emptyLeg = { latencies: none, clockOff: 0 };
    const figures = {
      submitted: 1,
      words: new Map(),
      platformToOperator: { latencies, clockOff: 0 },
      operatorToHandset: emptyLeg,
      total: emptyLeg,
      failedAfter: none,
      pendingAges: none,
    };
    expect(() => packCells([{ quarter: 0, operator: 'A', figures }])).toThrow(
      'seconds must ascend and occur',
    );
  });
});
