import { isRecord, recordsIn, textIn } from '../json.ts';
import { richTextSpans } from './rich-text.ts';
import { type Line, lineWidth, padded, span, wrapped } from './spans.ts';

const GAP = '  ';

/** Lines of a `table` block: the first row bold, columns as wide as their widest cell, never wrapped. */
export function tableLines(block: Readonly<Record<string, unknown>>): Line[] {
  const rows = (Array.isArray(block.rows) ? block.rows : []).map((row, index) =>
    recordsIn(row).map((cell) => cellLine(cell, index === 0)),
  );
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => lineWidth(row[column] ?? []))),
  );
  return rows.map((row) =>
    row.flatMap((cell, column) => [
      ...(column > 0 ? [span(GAP)] : []),
      ...padded(cell, widths[column] ?? 0, alignment(block.column_settings, column)),
    ]),
  );
}

/** Lines of a `data_table` block: its caption, then all its rows, those of other pages too; figures to the right. */
export function dataTableLines(block: Readonly<Record<string, unknown>>, width: number): Line[] {
  const [head, ...rows] = (Array.isArray(block.rows) ? block.rows : []).map(recordsIn);
  const column_settings = head?.map((_, column) => ({
    align: rows.every((row) => row[column]?.type === 'raw_number') ? 'right' : 'left',
  }));
  const caption = wrapped([span(textIn(block, 'caption'), { italic: true })], width);
  return [...caption, ...tableLines({ rows: block.rows, column_settings })];
}

function cellLine(cell: Readonly<Record<string, unknown>>, isHead: boolean): Line {
  const spans = cell.type === 'rich_text' ? richTextSpans(cell) : [span(textIn(cell, 'text'))];
  return spans.map(({ text, style }) =>
    span(text.replaceAll('\n', ' '), isHead ? { ...style, bold: true } : style),
  );
}

function alignment(settings: unknown, column: number): 'left' | 'center' | 'right' {
  const setting: unknown = Array.isArray(settings) ? settings[column] : undefined;
  const align = isRecord(setting) ? setting.align : undefined;
  return align === 'center' || align === 'right' ? align : 'left';
}
