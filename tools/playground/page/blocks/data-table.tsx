import { useState } from 'react';
import type { JsonObject } from '../../../fake-slack/json.ts';
import { usePage } from '../page-context.ts';
import { ScrollBox } from '../scroll-box.tsx';
import { t } from '../texts.ts';
import { parseTable, type Sorting, sortRows, type TableData } from './table-data.ts';

/** A `data_table` block: its rows can be sorted by any column and are shown page by page. */
export function DataTable({ block }: { readonly block: JsonObject }) {
  const { me } = usePage();
  const [sorting, setSorting] = useState<Sorting>();
  const [page, setPage] = useState(0);
  const table = parseTable(block);
  if (table === undefined) return null;

  const { caption, isNumeric, pageSize } = table;
  const rows = sortRows(table, sorting, me.locale);
  const lastPage = Math.max(0, Math.ceil(rows.length / pageSize) - 1);
  const first = Math.min(page, lastPage) * pageSize;
  const shown = rows.slice(first, first + pageSize);
  const alignment = (column: number) => (isNumeric[column] ? 'is-number' : '');

  return (
    <div className="data-table card">
      <ScrollBox className="data-table-scroll" label={caption}>
        <table>
          <caption>{caption}</caption>
          <thead>
            <SortableHead
              table={table}
              sorting={sorting}
              onSort={(next) => {
                setSorting(next);
                setPage(0);
              }}
            />
          </thead>
          <tbody>
            {shown.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names of their own.
              <tr key={first + at}>
                {row.map(({ text }, column) => {
                  const Cell = column === 0 ? 'th' : 'td';
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
                    <Cell key={column} className={alignment(column)} {...(column === 0 && { scope: 'row' })}>
                      {text}
                    </Cell>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {lastPage > 0 && (
        <Pages
          caption={caption}
          range={[first + 1, first + shown.length, rows.length]}
          onStep={(step) => setPage(Math.min(page, lastPage) + step)}
        />
      )}
    </div>
  );
}

interface SortableHeadProps {
  readonly table: TableData;
  readonly sorting: Sorting | undefined;
  readonly onSort: (sorting: Sorting) => void;
}

function SortableHead({ table: { header, isNumeric }, sorting, onSort }: SortableHeadProps) {
  function sortBy(column: number): void {
    // Numbers are mostly looked at from the greatest one down.
    const order = isNumeric[column]
      ? (['descending', 'ascending'] as const)
      : (['ascending', 'descending'] as const);
    const isTwice = sorting?.column === column && sorting.direction === order[0];
    onSort({ column, direction: order[isTwice ? 1 : 0] });
  }
  return (
    <tr>
      {header.map((name, column) => {
        const direction = sorting?.column === column ? sorting.direction : undefined;
        return (
          <th
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
            key={column}
            scope="col"
            className={isNumeric[column] ? 'is-number' : ''}
            aria-sort={direction}
          >
            <button type="button" className="row" title={t.table.sort(name)} onClick={() => sortBy(column)}>
              <span>{name}</span>
              <span className="sort-mark" aria-hidden="true">
                {direction === undefined ? '↕' : direction === 'ascending' ? '↑' : '↓'}
              </span>
            </button>
          </th>
        );
      })}
    </tr>
  );
}

interface PagesProps {
  readonly caption: string;
  readonly range: readonly [first: number, last: number, all: number];
  readonly onStep: (step: 1 | -1) => void;
}

function Pages({ caption, range, onStep }: PagesProps) {
  const [first, last, all] = range;
  const step = (label: string, isEnd: boolean, by: 1 | -1) => (
    <button
      type="button"
      className="button button-icon"
      aria-label={label}
      disabled={isEnd}
      onClick={() => onStep(by)}
    >
      <span aria-hidden="true">{by === 1 ? '›' : '‹'}</span>
    </button>
  );
  return (
    <nav className="data-table-pages quiet small row" aria-label={t.table.pages(caption)}>
      {step(t.table.before, first === 1, -1)}
      <span aria-live="polite">{t.table.shown(first, last, all)}</span>
      {step(t.table.next, last === all, 1)}
    </nav>
  );
}
