import { useState } from 'react';
import { type JsonObject, recordsIn, textIn } from '../../../fake-slack/json.ts';
import { ScrollBox } from '../scroll-box.tsx';
import { t } from '../texts.ts';

const SLACKS_PAGE_SIZE = 5;

export function DataTable({ block }: { readonly block: JsonObject }) {
  const [page, setPage] = useState(0);
  const table = parseTable(block);
  if (table === undefined) return null;

  const { caption, header, rows, isNumeric, pageSize } = table;
  const lastPage = Math.max(0, Math.ceil(rows.length / pageSize) - 1);
  const current = Math.min(page, lastPage);
  const first = current * pageSize;
  const shown = rows.slice(first, first + pageSize);
  const alignment = (column: number) => (isNumeric[column] ? 'is-number' : '');
  const step = (label: string, sign: string, to: number) => (
    <button
      type="button"
      className="button"
      aria-label={label}
      disabled={to < 0 || to > lastPage}
      onClick={() => setPage(to)}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );

  return (
    <div className="data-table card">
      <ScrollBox className="data-table-scroll" label={caption}>
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {header.map((name, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no id and never change their order.
                <th key={column} scope="col" className={alignment(column)}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and never change their order.
              <tr key={first + at}>
                {row.map((cell, column) => {
                  const Cell = column === 0 ? 'th' : 'td';
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns have no id and never change their order.
                    <Cell key={column} className={alignment(column)} {...(column === 0 && { scope: 'row' })}>
                      {textOf(cell)}
                    </Cell>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {lastPage > 0 && (
        <nav className="data-table-pages quiet small row" aria-label={t.table.pages(caption)}>
          {step(t.table.before, '‹', current - 1)}
          <span aria-live="polite">{t.table.shown(first + 1, first + shown.length, rows.length)}</span>
          {step(t.table.next, '›', current + 1)}
        </nav>
      )}
    </div>
  );
}

export function parseTable(block: JsonObject) {
  const [header, ...rows] = (Array.isArray(block.rows) ? block.rows : []).map(recordsIn);
  if (header === undefined) return undefined;
  const isNumeric = (cell: JsonObject | undefined) =>
    cell === undefined || cell.type === 'raw_number' || /^[-–—]?$/.test(textOf(cell).trim());
  return {
    caption: textIn(block, 'caption'),
    header: header.map(textOf),
    rows,
    pageSize: typeof block.page_size === 'number' ? Math.max(1, block.page_size) : SLACKS_PAGE_SIZE,
    /** For each column, whether every cell is a number, or a dash for a missing number. */
    isNumeric: header.map((_, column) => rows.length > 0 && rows.every((row) => isNumeric(row[column]))),
  };
}

function textOf(cell: JsonObject): string {
  return textIn(cell, 'text') || String(cell.value ?? '');
}
