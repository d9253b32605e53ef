import { describe, expect, it } from 'vitest';
import { formatSlackDate } from '../../../../src/playground/page/blocks/slack-date.ts';
import { parseTable, sortRows } from '../../../../src/playground/page/blocks/table-data.ts';
import { parseChart } from '../../../../src/playground/page/charts/chart-data.ts';

describe('a chart block', () => {
  it('is read by its categories, whatever the order of its points; what lacks is a gap', () => {
    const chart = {
      type: 'line',
      series: [
        {
          name: 'Entel',
          data: [
            { label: '02:00', value: 2 },
            { label: '00:00', value: 0 },
          ],
        },
      ],
      axis_config: { categories: ['00:00', '02:00', '04:00'], x_label: 'Hour' },
    };
    expect(parseChart({ type: 'data_visualization', title: 'Rate', chart })).toEqual({
      kind: 'line',
      title: 'Rate',
      categories: ['00:00', '02:00', '04:00'],
      series: [{ name: 'Entel', values: [0, 2, undefined] }],
      xLabel: 'Hour',
      yLabel: '',
    });
  });

  it('that is a pie has the share of each segment', () => {
    const chart = {
      type: 'pie',
      segments: [
        { label: 'expired', value: 3 },
        { label: 'rejected', value: 1 },
      ],
    };
    expect(parseChart({ title: 'Failures', chart })).toMatchObject({
      kind: 'pie',
      segments: [
        { label: 'expired', share: 0.75 },
        { label: 'rejected', share: 0.25 },
      ],
    });
  });

  it.each([
    [undefined],
    [{ chart: { type: 'radar' } }],
    [{ chart: { type: 'pie', segments: [] } }],
    [{ chart: { type: 'bar', series: [], axis_config: { categories: ['a'] } } }],
  ])('that cannot be drawn is none: %j', (block) => {
    expect(parseChart(block)).toBeUndefined();
  });
});

describe('a table block', () => {
  const number = (value: number, text: string) => ({ type: 'raw_number', value, text });
  const text = (words: string) => ({ type: 'raw_text', text: words });
  const rich = {
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'Claro' }] }],
  };
  const table = parseTable({
    type: 'data_table',
    caption: 'By operator',
    rows: [
      [text('Operator'), text('p95'), text('Note')],
      [text('Entel'), number(10, '10 s'), text('x')],
      [text('WOM'), text('–'), text('')],
      [rich, number(9, '9 s'), text('y')],
    ],
  });
  if (table === undefined) throw new Error('It is a table');
  const names = (column: number, direction: 'ascending' | 'descending') =>
    sortRows(table, { column, direction }, 'en').map(([cell]) => cell?.text);

  it('has a header, Slack’s page size, and columns of numbers', () => {
    expect(table).toMatchObject({
      header: ['Operator', 'p95', 'Note'],
      pageSize: 5,
      nameColumn: 0,
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

describe('a date in a message', () => {
  const date = { timestamp: 1_763_460_000, format: '{date_short} at {time}', fallback: '18 Nov' };

  it('is written in the person’s language and zone', () => {
    expect(formatSlackDate(date, 'en-US', 'America/Santiago')).toBe('Nov 18, 2025 at 7:00 AM');
    expect(formatSlackDate(date, 'en-US', 'Asia/Tokyo')).toBe('Nov 18, 2025 at 7:00 PM');
  });

  it('is its fallback where it cannot be read', () => {
    expect(formatSlackDate({ ...date, format: '{moon}' }, 'en-US', 'UTC')).toBe('18 Nov');
    expect(formatSlackDate({ ...date, timestamp: Number.NaN }, 'en-US', 'UTC')).toBe('18 Nov');
  });
});
