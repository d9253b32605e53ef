import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { previewCsv } from '../../../../tools/playground/page/message/files.tsx';

test('header and rows, without the byte order mark', () => {
  expect(previewCsv('\uFEFFnumber,text\r\n56,"He said ""hi"", twice"\r\n57,\r\n', false, 5)).toEqual({
    header: ['number', 'text'],
    rows: [
      ['56', 'He said "hi", twice'],
      ['57', ''],
    ],
    isCut: false,
  });
});

test('a new line within quotes does not end a row', () => {
  expect(previewCsv('a,b\n"one\ntwo",3\n', false, 5)?.rows).toEqual([['one\ntwo', '3']]);
});

test('of a beginning, the last row may be half and is left out', () => {
  expect(previewCsv('a,b\n1,2\n3,"fo', true, 5)).toEqual({
    header: ['a', 'b'],
    rows: [['1', '2']],
    isCut: true,
  });
});

test('no more rows than asked for', () => {
  expect(previewCsv('a\n1\n2\n3\n', false, 2)).toEqual({ header: ['a'], rows: [['1'], ['2']], isCut: true });
});

test.each(['', '\n\n', '\uFEFF'])('%j has no row', (text) => {
  expect(previewCsv(text, false, 5)).toBeUndefined();
});

test('reads what a writer of CSV wrote', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é') });
  const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(rows, (table) => {
      const read = previewCsv(stringify(table), false, 10);
      expect(read && [read.header, ...read.rows]).toEqual(table);
    }),
  );
});
