import type { PageFile } from '../contract.ts';
import { Icon } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { ScrollBox } from '../scroll-box.tsx';
import { t } from '../texts.ts';

const PREVIEW_ROWS = 4;

export function Files({ files }: { readonly files: readonly PageFile[] }) {
  return (
    <ul className="files" aria-label={t.message.files}>
      {files.map((file) => (
        <li key={file.id}>
          <FileCard file={file} />
        </li>
      ))}
    </ul>
  );
}

function FileCard({ file }: { readonly file: PageFile }) {
  const { me } = usePage();
  const kind = file.name.split('.').at(-1)?.toUpperCase() ?? '';
  return (
    <article className="file card">
      <header className="file-head row">
        <span className="file-mark" aria-hidden="true">
          <Icon name="file" size={22} />
        </span>
        <span className="file-name column grow small">
          <strong className="ellipsis">{file.title}</strong>
          <span className="quiet">
            {kind} · {printSize(file.sizeBytes, me.locale)}
          </span>
        </span>
        <a
          className="icon-button"
          href={file.url}
          download={file.name}
          aria-label={t.message.download(file.name)}
          title={t.message.download(file.name)}
        >
          <Icon name="download" />
        </a>
      </header>
      <FilePreview file={file} />
    </article>
  );
}

function FilePreview({ file }: { readonly file: PageFile }) {
  const isPartial = new TextEncoder().encode(file.beginning).length < file.sizeBytes;
  if (!file.name.endsWith('.csv')) return null;
  const preview = previewCsv(file.beginning, isPartial, PREVIEW_ROWS);
  if (preview === undefined) return null;
  return (
    <ScrollBox className="file-preview" label={t.message.preview(file.name)}>
      <table>
        <thead>
          <tr>
            {preview.header.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place.
              <th key={column} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: so is a row.
            <tr key={index}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: and a cell.
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {preview.isCut && <p className="quiet file-more">{t.message.moreRows}</p>}
    </ScrollBox>
  );
}

function printSize(bytes: number, locale: string): string {
  const [amount, unit] =
    bytes < 1_000
      ? [bytes, 'byte']
      : bytes < 1_000_000
        ? [bytes / 1_000, 'kilobyte']
        : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: amount < 10 ? 1 : 0,
  }).format(amount);
}

/**
 * The first rows of a CSV file (RFC 4180) from its beginning; `isPartial` where that is not all of it, so that its last
 * row may be half. Undefined where there is no row.
 */
export function previewCsv(beginning: string, isPartial: boolean, most: number) {
  const all = rowsOf(beginning.replace(/^\uFEFF/, ''));
  const whole = isPartial ? all.slice(0, -1) : all;
  const [header, ...rows] = whole;
  if (header === undefined) return undefined;
  return { header, rows: rows.slice(0, most), isCut: isPartial || rows.length > most };
}

function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  // A quoted field, or a bare one; then what ends it.
  const field = /(?:"((?:[^"]|"")*)"?|([^,\r\n]*))(,|\r?\n|$)/gy;
  for (let match = field.exec(text); match !== null; match = field.exec(text)) {
    const [, quoted, bare, end] = match;
    row.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'));
    if (end !== ',') {
      if (row.length > 1 || row[0] !== '') rows.push(row);
      row = [];
    }
    if (end === '') break;
  }
  return rows;
}
