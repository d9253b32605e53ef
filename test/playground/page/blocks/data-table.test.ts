import { describe, expect, it } from 'vitest';
import { parseTable } from '../../../../tools/playground/page/blocks/data-table.tsx';

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

  it('has a header, Slack’s page size, and columns of numbers', () => {
    expect(table).toMatchObject({
      header: ['Operator', 'p95', 'Note'],
      pageSize: 5,
      isNumeric: [false, true, false],
    });
  });

  it('without rows is ignored', () => {
    expect(parseTable({ type: 'data_table', rows: [] })).toBeUndefined();
  });
});
