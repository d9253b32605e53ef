import { type JsonObject, recordsIn, textIn } from '../../../fake-slack/json.ts';

/** A cell, and the number it stands for where it is one. */
interface TableCell {
  readonly text: string;
  readonly value?: number;
}

export interface Sorting {
  readonly column: number;
  readonly direction: 'ascending' | 'descending';
}

const SLACKS_PAGE_SIZE = 5;

export type TableData = NonNullable<ReturnType<typeof parseTable>>;

export function parseTable(block: JsonObject) {
  const rows = Array.isArray(block.rows) ? block.rows.map((row) => recordsIn(row).map(parseCell)) : [];
  const [header, ...body] = rows;
  if (header === undefined) return undefined;
  return {
    caption: textIn(block, 'caption'),
    header: header.map(({ text }) => text),
    rows: body,
    pageSize: typeof block.page_size === 'number' ? Math.max(1, block.page_size) : SLACKS_PAGE_SIZE,
    /** By column: whether all its cells are numbers, or dashes for none. */
    isNumeric: header.map((_, column) => body.length > 0 && body.every((row) => isNumeric(row[column]))),
  };
}

/** The rows in this order; equal ones stay as they were, and cells that say nothing come last either way. */
export function sortRows({ rows }: TableData, sorting: Sorting | undefined, locale: string) {
  if (sorting === undefined) return rows;
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const turn = sorting.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [left, right] = [a[sorting.column], b[sorting.column]];
    const isEmptyFirst = Number(isNothing(left)) - Number(isNothing(right));
    if (isEmptyFirst !== 0 || left === undefined || right === undefined) return isEmptyFirst;
    const areNumbers = left.value !== undefined && right.value !== undefined;
    return turn * (areNumbers ? left.value - right.value : compare(left.text, right.text));
  });
}

function parseCell(cell: JsonObject): TableCell {
  const text = textIn(cell, 'text');
  return cell.type === 'raw_number' && typeof cell.value === 'number'
    ? { text: text || String(cell.value), value: cell.value }
    : { text };
}

function isNothing(cell: TableCell | undefined): boolean {
  return cell === undefined || /^[-–—]?$/.test(cell.text.trim());
}

function isNumeric(cell: TableCell | undefined): boolean {
  return cell?.value !== undefined || isNothing(cell);
}
