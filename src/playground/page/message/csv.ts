/** The beginning of a table. */
export interface CsvPreview {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Whether there is more than is shown. */
  readonly isCut: boolean;
}

/**
 * The first rows of a CSV file (RFC 4180) from its beginning; `isPartial` where that is not all of it, so that its last
 * row may be half. Undefined where there is no row.
 */
export function previewCsv(beginning: string, isPartial: boolean, most: number): CsvPreview | undefined {
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
