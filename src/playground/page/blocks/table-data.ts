import { isRecord, recordsIn, textIn } from '../../json.ts';

/** A cell; `text` is what it says in plain words, whatever it is. */
export type TableCell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string; readonly value: number }
  | { readonly kind: 'rich'; readonly text: string; readonly block: Readonly<Record<string, unknown>> };

export interface TableData {
  readonly caption: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly TableCell[])[];
  readonly pageSize: number;
  /** The column that names its row. */
  readonly nameColumn: number;
  /** By column: whether all its cells are numbers, or dashes for none. */
  readonly isNumeric: readonly boolean[];
}

export interface Sorting {
  readonly column: number;
  readonly direction: 'ascending' | 'descending';
}

const SLACKS_PAGE_SIZE = 5;

/** Reads a `data_table` block; `undefined` where it has no header row. */
export function parseTable(block: Readonly<Record<string, unknown>>): TableData | undefined {
  const rows = Array.isArray(block.rows) ? block.rows.map(recordsIn) : [];
  const [header, ...body] = rows;
  if (header === undefined) return undefined;
  const cells = body.map((row) => row.map(parseCell));
  return {
    caption: textIn(block, 'caption'),
    header: header.map((cell) => parseCell(cell).text),
    rows: cells,
    pageSize: typeof block.page_size === 'number' ? Math.max(1, block.page_size) : SLACKS_PAGE_SIZE,
    nameColumn: typeof block.row_header_column_index === 'number' ? block.row_header_column_index : 0,
    isNumeric: header.map((_, column) => cells.length > 0 && cells.every((row) => isNumeric(row[column]))),
  };
}

/** The rows in this order; equal ones stay as they were, and cells that say nothing come last either way. */
export function sortRows(table: TableData, sorting: Sorting | undefined, locale: string) {
  if (sorting === undefined) return table.rows;
  const words = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const turn = sorting.direction === 'ascending' ? 1 : -1;
  return table.rows.toSorted((a, b) => {
    const [left, right] = [a[sorting.column], b[sorting.column]];
    const isEmptyFirst = Number(isNothing(left)) - Number(isNothing(right));
    if (isEmptyFirst !== 0 || left === undefined || right === undefined) return isEmptyFirst;
    if (left.kind === 'number' && right.kind === 'number') return turn * (left.value - right.value);
    return turn * words.compare(left.text, right.text);
  });
}

function parseCell(cell: Readonly<Record<string, unknown>>): TableCell {
  if (cell.type === 'raw_number' && typeof cell.value === 'number') {
    return { kind: 'number', value: cell.value, text: textIn(cell, 'text') || String(cell.value) };
  }
  if (cell.type === 'rich_text') return { kind: 'rich', block: cell, text: richText(cell) };
  return { kind: 'text', text: textIn(cell, 'text') };
}

function richText(node: unknown): string {
  if (!isRecord(node)) return '';
  return textIn(node, 'text') || recordsIn(node.elements).map(richText).join('');
}

function isNothing(cell: TableCell | undefined): boolean {
  return cell === undefined || /^[-–—]?$/.test(cell.text.trim());
}

function isNumeric(cell: TableCell | undefined): boolean {
  return cell?.kind === 'number' || isNothing(cell);
}
