import { describe, expect, it } from 'vitest';
import { parseTable, sortRows } from '../../../../tools/playground/page/blocks/table-data.ts';

describe('a table block', () => {
  const number = (value: number, text: string) => ({ type: 'raw_number', value, text });
  const text = (words: string) => ({ type: 'raw_text', text: words });
  const table = parseTable({
    type: 'data_table',
    caption: 'By operator',
    rows: [
      [text('Operator'), text('p95'), text('Note')],
      [text('Entel'), number(10, '10 s'), text('x')],
      [text('WOM'), text('–'), text('')],
      [text('Claro'), number(9, '9 s'), text('y')],
    ],
  });
  if (table === undefined) throw new Error('It is a table');
  const names = (column: number, direction: 'ascending' | 'descending') =>
    sortRows(table, { column, direction }, 'en').map(([cell]) => cell?.text);

  it('has a header, Slack’s page size, and columns of numbers', () => {
    expect(table).toMatchObject({
      header: ['Operator', 'p95', 'Note'],
      pageSize: 5,
      isNumeric: [false, true, false],
    });
  });

  it('is sorted by the value of numbers, and by what other cells say; what says nothing comes last', () => {
    expect(names(1, 'ascending')).toEqual(['Claro', 'Entel', 'WOM']);
    expect(names(1, 'descending')).toEqual(['Entel', 'Claro', 'WOM']);
    expect(names(0, 'ascending')).toEqual(['Claro', 'Entel', 'WOM']);
    expect(sortRows(table, undefined, 'en')).toBe(table.rows);
  });

  it('without rows is none', () => {
    expect(parseTable({ type: 'data_table', rows: [] })).toBeUndefined();
  });
});
