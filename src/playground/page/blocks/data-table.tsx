import { useState } from 'react';
import { ScrollBox } from '../scroll-box.tsx';
import { type Fields, Shown, useDrawing } from './rich-text.tsx';
import { parseTable, type Sorting, sortRows, type TableCell } from './table-data.ts';

/** A `data_table` block: its rows can be sorted by any column and are shown page by page. */
export function DataTable({ block }: { readonly block: Fields }) {
  const { words, locale } = useDrawing();
  const [sorting, setSorting] = useState<Sorting>();
  const [page, setPage] = useState(0);
  const table = parseTable(block);
  if (table === undefined) return null;

  const rows = sortRows(table, sorting, locale);
  const lastPage = Math.max(0, Math.ceil(rows.length / table.pageSize) - 1);
  const first = Math.min(page, lastPage) * table.pageSize;
  const shown = rows.slice(first, first + table.pageSize);

  function sortBy(column: number): void {
    // Numbers are mostly looked at from the greatest one down.
    const [once, twice] = table?.isNumeric[column]
      ? (['descending', 'ascending'] as const)
      : (['ascending', 'descending'] as const);
    const isTwice = sorting?.column === column && sorting.direction === once;
    setSorting({ column, direction: isTwice ? twice : once });
    setPage(0);
  }

  return (
    <div className="data-table">
      <ScrollBox className="data-table-scroll" label={table.caption}>
        <table>
          <caption>{table.caption}</caption>
          <thead>
            <tr>
              {table.header.map((name, column) => {
                const direction = sorting?.column === column ? sorting.direction : undefined;
                return (
                  <th
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
                    key={column}
                    scope="col"
                    className={table.isNumeric[column] ? 'is-number' : ''}
                    {...(direction ? { 'aria-sort': direction } : {})}
                  >
                    <button
                      type="button"
                      title={words.blocks.table.sort(name)}
                      onClick={() => sortBy(column)}
                    >
                      <span>{name}</span>
                      <span className="sort-mark" aria-hidden="true">
                        {direction === undefined ? '↕' : direction === 'ascending' ? '↑' : '↓'}
                      </span>
                    </button>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names of their own.
              <tr key={first + at}>
                {row.map((cell, column) =>
                  column === table.nameColumn ? (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
                    <th key={column} scope="row" className={table.isNumeric[column] ? 'is-number' : ''}>
                      <Cell cell={cell} />
                    </th>
                  ) : (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
                    <td key={column} className={table.isNumeric[column] ? 'is-number' : ''}>
                      <Cell cell={cell} />
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {lastPage > 0 && (
        <nav className="data-table-pages" aria-label={words.blocks.table.pages(table.caption)}>
          <button
            type="button"
            className="button button-default button-icon"
            aria-label={words.blocks.table.before}
            disabled={first === 0}
            onClick={() => setPage(Math.min(page, lastPage) - 1)}
          >
            <span aria-hidden="true">‹</span>
          </button>
          <span aria-live="polite">
            {words.blocks.table.shown(first + 1, first + shown.length, rows.length)}
          </span>
          <button
            type="button"
            className="button button-default button-icon"
            aria-label={words.blocks.table.next}
            disabled={first + table.pageSize >= rows.length}
            onClick={() => setPage(Math.min(page, lastPage) + 1)}
          >
            <span aria-hidden="true">›</span>
          </button>
        </nav>
      )}
    </div>
  );
}

function Cell({ cell }: { readonly cell: TableCell }) {
  return cell.kind === 'rich' ? <Shown blocks={[cell.block]} /> : cell.text;
}
